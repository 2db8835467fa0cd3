import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../vscode/browser.ts';
import { temporaryFolder } from '../vscode/cleanup.ts';
import { type Server, startServer } from '../vscode/server.ts';
import { windowAddress } from '../vscode/window.ts';
import type { Row } from './row.ts';
import { stagedExtension } from './staged-extension.ts';

/** What activation-report.cjs writes. */
interface Report {
  id: string;
  /** Milliseconds. */
  load: number;
  activate: number;
  /** Bytes that activation has added. */
  heap: number;
}

const ROUNDS = 9;
const DEADLINE = 120_000;
const ids = { ours: 'inkwell.inkwell', hello: 'inkwell.hello-world' } as const;
type Contender = keyof typeof ids;

/** Activation in a real VS Code, of what ships; each time in a new window, and so in a new extension host. */
export async function measureActivation(): Promise<Row[]> {
  const staged = (await stagedExtension()).folder;
  const manifest = join(staged, 'package.json');
  const shipped = await readFile(manifest, 'utf8');
  const folders: Record<Contender, string> = {
    ours: staged,
    hello: fileURLToPath(new URL('hello-world', import.meta.url)),
  };
  const temporary = await temporaryFolder();
  const file = join(temporary.path, 'report.json');
  const server = await startServer({ development: true, env: { INKWELL_BENCH_REPORT: file } });
  const reports: Record<Contender, Report[]> = { ours: [], hello: [] };
  try {
    // Both wait until they are told to, and not for the end of VS Code's start.
    await writeFile(manifest, JSON.stringify({ ...JSON.parse(shipped), activationEvents: [] }));
    const browser = await launchBrowser();
    const measure = async (contender: Contender): Promise<Report> => {
      const report = await activate(browser, server, folders[contender], file);
      assert.equal(report.id, ids[contender]);
      return report;
    };
    try {
      // The first window is not counted: it fills the caches of the disk and the browser.
      await measure('hello');
      for (let round = 0; round < ROUNDS; round++) {
        for (const each of round % 2 === 0 ? (['ours', 'hello'] as const) : (['hello', 'ours'] as const)) {
          reports[each].push(await measure(each));
        }
      }
    } finally {
      await browser.close();
    }
  } finally {
    await writeFile(manifest, shipped);
    server.stop();
    temporary.remove();
  }
  const row = (measure: string, unit: string, of: (report: Report) => number): Row => ({
    measure,
    unit,
    ours: reports.ours.map(of),
    peer: { name: 'hello world', samples: reports.hello.map(of) },
    figure: 'difference',
  });
  return [
    { ...row('activation, wall', 'ms', ({ load, activate }) => load + activate), bound: 10, aim: 3 },
    row('activation, wall, loading only', 'ms', ({ load }) => load),
    { ...row('heap that activation adds', 'MiB', ({ heap }) => heap / 2 ** 20), bound: 2, aim: 0.5 },
  ];
}

/** Opens a window for one extension and waits for its report. */
async function activate(browser: Browser, server: Server, extension: string, file: string): Promise<Report> {
  const page = await browser.newPage();
  let deadline: NodeJS.Timeout | undefined;
  try {
    await page.exposeFunction('codeAutomationLog', () => {});
    const exited = new Promise<void>((resolve) => {
      page.exposeFunction('codeAutomationExit', () => resolve()).catch(() => {});
    });
    const late = new Promise<never>((_resolve, reject) => {
      deadline = setTimeout(() => reject(new Error('VS Code did not end before the deadline.')), DEADLINE);
    });
    const tests = fileURLToPath(new URL('activation-report.cjs', import.meta.url));
    await page.goto(windowAddress({ ...server, inkwell: extension }, { tests }));
    await Promise.race([exited, server.failed, late]);
    const report = JSON.parse(await readFile(file, 'utf8')) as Report | { error: string };
    await rm(file);
    if ('error' in report) {
      throw new Error(report.error);
    }
    return report;
  } finally {
    clearTimeout(deadline);
    await page.close();
  }
}
