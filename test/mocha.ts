import { writeFile } from 'node:fs/promises';

/** What a run of tests comes to. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What a run comes to, with what failed in it. */
export interface Results extends Counts {
  failures: Failure[];
}

export interface Failure {
  /** The titles of the test and of what it is in. */
  title: string;
  message: string;
}

export interface MochaRun {
  /** Evaluates the test files; `describe`, `it` and the rest are there by then. */
  load: () => Promise<void>;
  /** Milliseconds for one test. */
  timeout: number;
}

/**
 * Runs tests by mocha in this process, wherever that is. `MOCHA_GREP` picks tests by their full title, and the
 * file that `INKWELL_TEST_RESULTS` names receives what it came to.
 */
export async function runMocha({ load, timeout }: MochaRun): Promise<Results> {
  // Mocha is an ES module, and one of our callers is CommonJS.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout, forbidOnly: true, color: false });
  const { MOCHA_GREP: grep, INKWELL_TEST_RESULTS: results } = process.env;
  if (grep) {
    mocha.grep(new RegExp(grep));
  }
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await load();
  const came = await new Promise<Results>((resolve) => {
    const failures: Failure[] = [];
    const runner = mocha.run(() => {
      const { passes = 0, failures: failed = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed, skipped: pending, failures });
    });
    runner.on('fail', (test, error) => {
      failures.push({ title: test.fullTitle(), message: String(error?.stack ?? error) });
    });
  });
  if (results) {
    await writeFile(results, JSON.stringify(came));
  }
  return came;
}
