import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import type { Results } from '../mocha.ts';
import { launchBrowser } from './browser.ts';
import { chooseVSCode } from './choice.ts';
import { temporaryFolder } from './cleanup.ts';
import { startDesktop } from './desktop.ts';
import { markedLines } from './marked-output.ts';
import { projectFolder } from './npm-install.ts';
import { startServer } from './server.ts';
import { type Settings, withoutTabs } from './settings.ts';
import type { TestWindow } from './test-windows.ts';
import type { VersionName } from './versions.ts';
import { type WindowOptions, windowAddress } from './window.ts';
import { newWorkbenchContext } from './workbench-context.ts';

export interface HostRun {
  /** Default `newest`. */
  version?: VersionName;
  /** Which tests, and the kind of window they need. Default `default`. */
  window?: TestWindow;
  /** User settings for this run. */
  settings?: Settings;
  machineSettings?: Settings;
  /** Environment variables of the extension host. */
  env?: Record<string, string>;
  /** Milliseconds after which the run has failed. */
  deadline?: number;
  /** Receives the output as it comes. */
  onOutput?: (text: string) => void;
}

export interface HostResult extends Results {
  output: string;
}

interface PreparedRun extends WindowOptions {
  version: VersionName;
  trust: boolean;
  tests: string;
  settings: Settings;
  machineSettings: Settings;
  env: Record<string, string>;
  /** Receives everything that VS Code logs, by whole lines. */
  onLog: (text: string) => void;
}

/**
 * Runs the compiled host tests (`npm run build` comes first) inside a real VS Code.
 *
 * @throws when VS Code ended, or the deadline passed, before the tests had given their counts.
 */
export async function runHostTests(run: HostRun = {}): Promise<HostResult> {
  const { version = 'newest', window = 'default', deadline = 240_000 } = run;
  const folder = await temporaryFolder();
  const results = join(folder.path, 'results.json');
  let output = '';
  let log = '';
  const prepared: PreparedRun = {
    version,
    workspace: await prepareWorkspace(window, folder.path),
    trust: window !== 'untrusted',
    tests: join(projectFolder, 'out', 'test', 'host', 'index.cjs'),
    settings: { ...withoutTabs, ...run.settings },
    machineSettings: run.machineSettings ?? {},
    env: {
      INKWELL_TEST_WINDOW: window,
      INKWELL_TEST_VERSION: version,
      INKWELL_TEST_RESULTS: results,
      ...run.env,
    },
    onLog: (text) => {
      log += text;
      const lines = markedLines(text);
      output += lines;
      run.onOutput?.(lines);
    },
  };
  const late = AbortSignal.timeout(deadline);
  try {
    const choice = await chooseVSCode();
    // An executable of this machine has a version of its own, which the oldest must not be mistaken for.
    if (choice.kind === 'desktop' && !(choice.executable && version === 'oldest')) {
      await runOnDesktop(prepared, choice.executable, late);
    } else {
      await runOnServer(prepared, late);
    }
    const counts = await readFile(results, 'utf8').catch(() => undefined);
    if (counts === undefined) {
      throw new Error('VS Code ended before the tests had given their counts.');
    }
    return { ...(JSON.parse(counts) as Results), output };
  } catch (error) {
    throw new Error(`${(error as Error).message}\nThe log of VS Code:\n${withoutOwnFrames(log)}`, {
      cause: error,
    });
  } finally {
    folder.remove();
  }
}

async function runOnServer(run: PreparedRun, late: AbortSignal): Promise<void> {
  const server = await startServer({ ...run, development: true });
  const browser = await launchBrowser().catch((error) => {
    server.stop();
    throw error;
  });
  try {
    // Nobody looks at it: on machines without a graphics card, the processor draws.
    const context = await newWorkbenchContext(browser, {
      viewport: { width: 800, height: 600 },
      deviceScaleFactor: 0.5,
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => run.onLog(`${error}\n`));
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
      run.onLog(`${format(...args)}\n`);
    });
    const exited = new Promise<void>((resolve) => {
      page.exposeFunction('codeAutomationExit', () => resolve()).catch(() => {});
    });
    await page.goto(windowAddress(server, run));
    await Promise.race([exited, server.failed, pageCrash(page), passed(late)]);
  } finally {
    run.onLog(server.output());
    await browser.close();
    server.stop();
  }
}

async function runOnDesktop(
  run: PreparedRun,
  executable: string | undefined,
  late: AbortSignal,
): Promise<void> {
  const desktop = await startDesktop({ ...run, executable, onOutput: byLine(run.onLog) });
  try {
    await Promise.race([desktop.ended, passed(late)]);
  } finally {
    desktop.stop();
  }
}

/** VS Code logs long traces through its own files, most of them of native modules that we leave unbuilt. */
function withoutOwnFrames(log: string): string {
  return log
    .split('\n')
    .filter((line) => !/node_modules[\\/]code-server|\(node:internal/.test(line))
    .join('\n');
}

/** Output comes in pieces that may end within a line. */
function byLine(receive: (lines: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const end = (rest + piece).lastIndexOf('\n') + 1;
    const text = rest + piece;
    rest = text.slice(end);
    receive(text.slice(0, end));
  };
}

/** A fresh workspace for this kind of window, so that tests may change files. */
async function prepareWorkspace(window: TestWindow, folder: string): Promise<string | undefined> {
  if (window === 'no-folder') {
    return undefined;
  }
  const sample = join(projectFolder, 'test', 'demo', 'workspace');
  const first = join(folder, 'workspace');
  await cp(sample, first, { recursive: true });
  if (window !== 'multi-root') {
    return first;
  }
  const second = join(folder, 'second');
  await mkdir(second);
  await writeFile(join(second, 'notes.md'), '# Notes\n\nThe second folder of this workspace.\n');
  const file = join(folder, 'both.code-workspace');
  const folders = [first, second].map((path) => ({ path: basename(path) }));
  await writeFile(file, JSON.stringify({ folders }));
  return file;
}

function pageCrash(page: Page): Promise<never> {
  return new Promise((_resolve, reject) => {
    page.on('crash', () => reject(new Error('The page of the workbench crashed.')));
    page.on('close', () => reject(new Error('The page of the workbench was closed.')));
  });
}

function passed(deadline: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new Error('The tests did not end before the deadline.')));
  });
}
