import { writeFile } from 'node:fs/promises';

/** What a run of tests comes to. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface MochaRun {
  /** Evaluates the test files; `describe`, `it` and the rest are there by then. */
  load: () => Promise<void>;
  /** Milliseconds for one test. */
  timeout: number;
}

/**
 * Runs tests by mocha in this process, wherever that is. `MOCHA_GREP` picks tests by their full title, and the
 * file that `INKWELL_TEST_RESULTS` names receives the counts.
 */
export async function runMocha({ load, timeout }: MochaRun): Promise<Counts> {
  // Mocha is an ES module, and one of our callers is CommonJS.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout, forbidOnly: true, color: false });
  const { MOCHA_GREP: grep, INKWELL_TEST_RESULTS: results } = process.env;
  if (grep) {
    mocha.grep(new RegExp(grep));
  }
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await load();
  const counts = await new Promise<Counts>((resolve) => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, skipped: pending });
    });
  });
  if (results) {
    await writeFile(results, JSON.stringify(counts));
  }
  return counts;
}
