/**
 * Runs every check of the project: `npm run test:all`, or some of them: `npm run test:all -- unit host`.
 * The last line counts all of them; the exit status is 0 only when nothing failed and nothing was missing.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Counts, Failure, Results } from './mocha.ts';
import { chooseVSCode } from './vscode/choice.ts';
import { atExit, temporaryFolder } from './vscode/cleanup.ts';
import { installServer } from './vscode/code-server.ts';
import { type HostRun, runHostTests } from './vscode/host-tests.ts';
import { npmCommand, projectFolder } from './vscode/npm-install.ts';

interface Suite {
  name: string;
  /** @param print takes the output; without it, the output is ours */
  run: (print?: Print) => Promise<SuiteResults>;
}

type Print = (text: string) => void;

/** What a suite comes to. What failed in it is there where that has names. */
interface SuiteResults extends Counts {
  failures?: Failure[] | undefined;
}

interface Outcome extends SuiteResults {
  name: string;
  seconds: number;
}

const minute = 60_000;

/** How much of each failure is repeated at the end. */
const FAILURE_LINES = 20;

/**
 * One stage follows another. In each, several lanes run at the same time, since tests mostly wait: the first shows what it
 * prints, the others when the stage has ended. The workbench is used when nothing else runs: people's hands are slower than a
 * busy machine's windows.
 */
const stages: Suite[][][] = [
  [
    [
      { name: 'types', run: (print) => check('check:types', print) },
      { name: 'lint', run: (print) => check('check:lint', print) },
    ],
    [
      { name: 'build', run: (print) => check('build', print) },
      { name: 'package', run: packageTests },
    ],
  ],
  [
    [{ name: 'host:newest', run: (print) => hostTests({}, print) }],
    [
      { name: 'unit', run: (print) => nodeTests({ folder: 'test/unit', seconds: 30 }, print) },
      { name: 'host:oldest', run: (print) => hostTests({ version: 'oldest' }, print) },
      { name: 'host:no-folder', run: (print) => hostTests({ window: 'no-folder' }, print) },
      { name: 'host:multi-root', run: (print) => hostTests({ window: 'multi-root' }, print) },
      { name: 'host:untrusted', run: (print) => hostTests({ window: 'untrusted' }, print) },
    ],
    [{ name: 'webview', run: (print) => nodeTests({ folder: 'test/webview', seconds: 60 }, print) }],
  ],
  [[{ name: 'ui', run: uiTests }]],
];
const suites = stages.flat(2);

const started = Date.now();
const chosen = choose(process.argv.slice(2));
const fetched = fetchVSCode();
const outcomes: Outcome[] = [];
for (const lanes of stages) {
  const printed = await Promise.all(lanes.map((lane, at) => runLane(lane, at > 0)));
  process.stdout.write(printed.join(''));
}
outcomes.sort((a, b) => orderOf(a) - orderOf(b));
await fetched;
printFailures(outcomes);
printTable(outcomes);
const total = sum(outcomes);
const grand = `${total.passed} passed, ${total.failed} failed`;
console.log(total.skipped > 0 ? `${grand}, ${total.skipped} skipped` : grand);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** Runs those of a lane's suites that are chosen. Resolves with what they printed, if that is to be shown later. */
async function runLane(lane: Suite[], isLater: boolean): Promise<string> {
  const printed: string[] = [];
  const print = isLater ? (text: string) => void printed.push(text) : undefined;
  for (const suite of lane.filter((each) => chosen.includes(each))) {
    outcomes.push(await runSuite(suite, print));
  }
  return printed.join('');
}

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
  let results: SuiteResults;
  try {
    if (runsTheBuild(name) && outcomes.some((earlier) => earlier.name === 'build' && earlier.failed > 0)) {
      throw new Error('There is nothing to test, since the build failed.');
    }
    results = await run(print);
    if (results.passed + results.failed + results.skipped === 0 && !process.env.MOCHA_GREP) {
      throw new Error('There was no test.');
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say(`${name}: ${message}\n`);
    results = { passed: 0, failed: 1, skipped: 0, failures: [{ title: name, message }] };
  }
  return { name, ...results, seconds: (Date.now() - start) / 1000 };
}

/** A script of package.json that either succeeds or fails: one check. */
async function check(script: string, print?: Print): Promise<Counts> {
  const status = await npmRun(script, print);
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

async function packageTests(print?: Print): Promise<Results> {
  try {
    if ((await npmRun('package', print)) !== 0) {
      throw new Error('The extension could not be packaged.');
    }
    return await nodeTests({ folder: 'test/package', seconds: 120 }, print);
  } finally {
    // Packaging has put what ships in the place of the development build, with which the later suites run.
    await npmRun('build', print);
  }
}

/** The tests of the workbench, in two windows at a time: they wait for the window more than they work. */
async function uiTests(): Promise<Results> {
  const printed: string[] = [];
  const half = (share: string, print?: Print): Promise<Results> =>
    nodeTests({ folder: 'test/ui', seconds: 60, share }, print);
  try {
    const halves = await Promise.allSettled([half('1/2'), half('2/2', (text) => printed.push(text))]);
    const results = halves.map((each) => {
      if (each.status === 'rejected') {
        throw each.reason;
      }
      return each.value;
    });
    return { ...sum(results), failures: results.flatMap(({ failures }) => failures) };
  } finally {
    process.stdout.write(printed.join(''));
  }
}

interface NodeTests {
  folder: string;
  /** How long one test may take. */
  seconds: number;
  /** Which part of the files, such as `1/2`; all when absent. */
  share?: string;
}

async function nodeTests({ folder, seconds, share = '1/1' }: NodeTests, print?: Print): Promise<Results> {
  const temporary = await temporaryFolder();
  const results = join(temporary.path, 'results.json');
  try {
    const args = ['test/suite.ts', folder, String(seconds), share];
    const status = await execute(process.execPath, args, { env: { INKWELL_TEST_RESULTS: results }, print });
    const text = await readFile(results, 'utf8').catch(() => undefined);
    if (text === undefined) {
      throw new Error(`The tests ended with status ${status} before they had given their counts.`);
    }
    const came = JSON.parse(text) as Results;
    if (status !== 0 && came.failed === 0 && came.passed + came.skipped > 0) {
      throw new Error(`The tests ended with status ${status} after they had passed.`);
    }
    return came;
  } finally {
    temporary.remove();
  }
}

function hostTests(run: HostRun, print: Print = (text) => process.stdout.write(text)): Promise<Results> {
  return runHostTests({ deadline: 14 * minute, ...run, onOutput: print });
}

function npmRun(script: string, print?: Print): Promise<number | string> {
  const { command, prefix, shell } = npmCommand();
  return execute(command, [...prefix, 'run', '--silent', script], { shell, print });
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

/** Once more at the end: it is there that one looks, and that what keeps only a part of an output keeps it. */
function printFailures(all: readonly Outcome[]): void {
  for (const { name, failed, failures = [] } of all.filter(({ failed }) => failed > 0)) {
    console.log(`\nFailed in ${name}: ${failures.length === 0 ? failed : ''}`.trimEnd());
    for (const { title, message } of failures) {
      const lines = message.split('\n').slice(0, FAILURE_LINES);
      console.log(`\n  ${title}\n${lines.map((line) => `    ${line}`).join('\n')}`);
    }
  }
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
