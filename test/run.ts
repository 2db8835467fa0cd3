/**
 * Runs every check of the project: `npm run test:all`, or some of them: `npm run test:all -- unit host`.
 * The last line counts all of them; the exit status is 0 only when nothing failed and nothing was missing.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Counts } from './mocha.ts';
import { chooseVSCode } from './vscode/choice.ts';
import { atExit, temporaryFolder } from './vscode/cleanup.ts';
import { installServer } from './vscode/code-server.ts';
import { type HostRun, runHostTests } from './vscode/host-tests.ts';
import { npmCommand, projectFolder } from './vscode/npm-install.ts';

interface Suite {
  name: string;
  /** Runs beside those that follow, one such after another; what it printed is shown when all have ended. */
  isBeside?: true;
  /** Waits until nothing runs beside it: people's hands are slower than a busy machine's windows. */
  isAlone?: true;
  /** @param print takes the output; without it, the output is ours */
  run: (print?: Print) => Promise<Counts>;
}

type Print = (text: string) => void;

interface Outcome extends Counts {
  name: string;
  seconds: number;
}

const minute = 60_000;

const suites: Suite[] = [
  { name: 'types', run: () => check('check:types') },
  { name: 'lint', run: () => check('check:lint') },
  { name: 'build', run: () => check('build') },
  { name: 'webview', isBeside: true, run: (print) => nodeTests('test/webview', 60, print) },
  { name: 'unit', run: () => nodeTests('test/unit', 10) },
  { name: 'package', run: packageTests },
  { name: 'host:oldest', run: () => hostTests({ version: 'oldest' }) },
  { name: 'host:newest', run: () => hostTests({}) },
  { name: 'host:no-folder', run: () => hostTests({ window: 'no-folder' }) },
  { name: 'host:multi-root', run: () => hostTests({ window: 'multi-root' }) },
  { name: 'host:untrusted', run: () => hostTests({ window: 'untrusted' }) },
  { name: 'ui', isAlone: true, run: () => nodeTests('test/ui', 60) },
];

const started = Date.now();
const chosen = choose(process.argv.slice(2));
const fetched = fetchVSCode();
const outcomes: Outcome[] = [];
const printed: string[] = [];
let beside: Promise<void> = Promise.resolve();
for (const suite of chosen) {
  if (suite.isBeside) {
    beside = beside.then(async () => {
      outcomes.push(await runSuite(suite, (text) => printed.push(text)));
    });
  } else {
    await (suite.isAlone && beside);
    outcomes.push(await runSuite(suite));
  }
}
await beside;
process.stdout.write(printed.join(''));
outcomes.sort((a, b) => orderOf(a) - orderOf(b));
await fetched;
printTable(outcomes);
const total = sum(outcomes);
const grand = `${total.passed} passed, ${total.failed} failed`;
console.log(total.skipped > 0 ? `${grand}, ${total.skipped} skipped` : grand);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

function orderOf({ name }: Outcome): number {
  return suites.findIndex((suite) => suite.name === name);
}

/** The suites that the arguments name, `host` being all whose names start with `host:`; without arguments, all. */
function choose(names: string[]): Suite[] {
  const picks = (name: string) => (suite: Suite) => suite.name === name || suite.name.startsWith(`${name}:`);
  const unknown = names.filter((name) => !suites.some(picks(name)));
  if (unknown.length > 0) {
    console.error(
      `No suite is called ${unknown.join(', ')}. There are: ${suites.map((suite) => suite.name).join(', ')}.`,
    );
    process.exit(1);
  }
  if (names.length === 0) {
    return suites;
  }
  // Tests in VS Code run the built extension, which must not be an old one.
  const wanted = names.some(runsTheBuild) ? ['build', ...names] : names;
  return suites.filter((suite) => wanted.some((name) => picks(name)(suite)));
}

function runsTheBuild(name: string): boolean {
  return /^(host|ui)\b/.test(name);
}

/** Fetches what the later suites run in, while the earlier ones run. A failure shows where it is needed. */
async function fetchVSCode(): Promise<void> {
  const names = chosen.map(({ name }) => name);
  const server = (await chooseVSCode()).kind === 'server';
  const newest = names.includes('ui') || (server && names.some((name) => name.startsWith('host:')));
  const oldest = server && names.includes('host:oldest');
  await Promise.allSettled([
    ...(newest ? [installServer('newest')] : []),
    ...(oldest ? [installServer('oldest')] : []),
  ]);
}

async function runSuite({ name, run }: Suite, print?: Print): Promise<Outcome> {
  const say = print ?? ((text: string) => process.stdout.write(text));
  say(`\n── ${name} ${'─'.repeat(Math.max(2, 60 - name.length))}\n`);
  const start = Date.now();
  let counts: Counts;
  try {
    if (runsTheBuild(name) && outcomes.some((earlier) => earlier.name === 'build' && earlier.failed > 0)) {
      throw new Error('There is nothing to test, since the build failed.');
    }
    counts = await run(print);
    if (counts.passed + counts.failed + counts.skipped === 0 && !process.env.MOCHA_GREP) {
      throw new Error('There was no test.');
    }
  } catch (error) {
    say(`${name}: ${error instanceof Error ? error.message : error}\n`);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  return { name, ...counts, seconds: (Date.now() - start) / 1000 };
}

/** A script of package.json that either succeeds or fails: one check. */
async function check(script: string): Promise<Counts> {
  const status = await npmRun(script);
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

async function packageTests(): Promise<Counts> {
  try {
    if ((await npmRun('package')) !== 0) {
      throw new Error('The extension could not be packaged.');
    }
    return await nodeTests('test/package', 120);
  } finally {
    // Packaging has put what ships in the place of the development build, with which the later suites run.
    await npmRun('build');
  }
}

/** @param seconds how long one test may take */
async function nodeTests(folder: string, seconds: number, print?: Print): Promise<Counts> {
  const temporary = await temporaryFolder();
  const results = join(temporary.path, 'results.json');
  try {
    const args = ['test/suite.ts', folder, String(seconds)];
    const status = await execute(process.execPath, args, { env: { INKWELL_TEST_RESULTS: results }, print });
    const text = await readFile(results, 'utf8').catch(() => undefined);
    if (text === undefined) {
      throw new Error(`The tests ended with status ${status} before they had given their counts.`);
    }
    const counts = JSON.parse(text) as Counts;
    if (status !== 0 && counts.failed === 0 && counts.passed + counts.skipped > 0) {
      throw new Error(`The tests ended with status ${status} after they had passed.`);
    }
    return counts;
  } finally {
    temporary.remove();
  }
}

function hostTests(run: HostRun, print: Print = (text) => process.stdout.write(text)): Promise<Counts> {
  return runHostTests({ deadline: 8 * minute, ...run, onOutput: print });
}

function npmRun(script: string): Promise<number | string> {
  const { command, prefix, shell } = npmCommand();
  return execute(command, [...prefix, 'run', '--silent', script], { shell });
}

/** Runs a program whose output is ours, unless it is printed otherwise. Its status is a word when a signal ended it. */
function execute(
  command: string,
  args: string[],
  {
    env = {},
    shell = false,
    print,
  }: { env?: Record<string, string>; shell?: boolean; print?: Print | undefined },
): Promise<number | string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: projectFolder,
      env: { ...process.env, ...env },
      shell,
      stdio: print ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    if (print) {
      child.stdout?.setEncoding('utf8').on('data', print);
      child.stderr?.setEncoding('utf8').on('data', print);
    }
    // Not SIGKILL: what runs tests has a VS Code and a browser to end.
    const end = atExit(() => child.kill('SIGTERM'));
    const deadline = setTimeout(() => {
      end();
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
      reject(new Error('It did not end before the deadline.'));
    }, 20 * minute);
    child.on('error', reject);
    // Once all output is there.
    child.on('close', (status, signal) => {
      clearTimeout(deadline);
      end();
      resolve(status ?? signal ?? 'unknown');
    });
  });
}

function sum(all: Counts[]): Counts {
  const add = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: add('passed'), failed: add('failed'), skipped: add('skipped') };
}

function printTable(rows: Outcome[]): void {
  const line = (...cells: string[]) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(9))).join(''));
  console.log();
  line('', 'passed', 'failed', 'skipped', 'seconds');
  for (const { name, passed, failed, skipped, seconds } of rows) {
    line(name, String(passed), String(failed), String(skipped), seconds.toFixed(1));
  }
  line('', '', '', '', ((Date.now() - started) / 1000).toFixed(1));
  console.log();
}
