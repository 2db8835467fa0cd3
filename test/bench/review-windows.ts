import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import * as esbuild from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { Fault } from '../service/faults.ts';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { type TemporaryFolder, temporaryFolder } from '../vscode/cleanup.ts';
import { exists } from '../vscode/npm-install.ts';
import { type Server, startServer } from '../vscode/server.ts';
import { windowAddress } from '../vscode/window.ts';
import { LONG_FILE, longText, SHORT_FILE, shortText } from './review-texts.ts';
import { stagedExtension } from './staged-extension.ts';

const DEADLINE = 600_000;
/** What the code in the extension host asks the service for, with a name, when it waits for its turn. */
const TURNS = '/v1/models';

export interface InWindow {
  /** Called with the page before VS Code is loaded in it. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** What the code in the extension host may wait for, by name. */
  readonly turns?: Readonly<Record<string, () => Promise<void>>>;
}

/** What a review needs in a real VS Code: what ships, the sample service, and a folder with two documents. */
export class ReviewWindows {
  readonly service: SampleService;
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #extension: string;
  readonly #temporary: TemporaryFolder;

  private constructor(
    service: SampleService,
    browser: Browser,
    server: Server,
    extension: string,
    temporary: TemporaryFolder,
  ) {
    this.service = service;
    this.#browser = browser;
    this.#server = server;
    this.#extension = extension;
    this.#temporary = temporary;
  }

  /** Gives the windows to what is measured, and closes everything afterwards. */
  static async use<T>(measure: (windows: ReviewWindows) => Promise<T>): Promise<T> {
    const { folder: extension } = await stagedExtension();
    const temporary = await temporaryFolder();
    const service = await startSampleService({ apiKey: null });
    const server = await startServer({
      development: true,
      settings: {
        'inkwell.edit.model': 'edit-1',
      },
      machineSettings: {
        'inkwell.baseUrl': service.baseUrl,
        // Long documents are sent without a question.
        'inkwell.contextLength': { '*': 10_000_000 },
      },
      env: { INKWELL_BENCH_REPORT: reportIn(temporary), INKWELL_BENCH_TURNS: `${service.origin}${TURNS}` },
    });
    try {
      await mkdir(workspaceIn(temporary));
      await writeFile(join(workspaceIn(temporary), LONG_FILE), longText().text);
      await writeFile(join(workspaceIn(temporary), SHORT_FILE), shortText().text);
      const browser = await launchBrowser();
      try {
        return await measure(new ReviewWindows(service, browser, server, extension, temporary));
      } finally {
        await browser.close();
      }
    } finally {
      server.stop();
      await service.close();
      temporary.remove();
    }
  }

  /** Runs code in the extension host of a new window, and gives what it reports. */
  async run<Report>(code: URL, { prepare, turns = {} }: InWindow = {}): Promise<Report> {
    const tests = join(this.#temporary.path, `${basename(code.pathname, '.ts')}.cjs`);
    await esbuild.build({
      entryPoints: [fileURLToPath(code)],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
      outfile: tests,
    });
    const failed = Promise.race(Object.entries(turns).map(([name, turn]) => this.#giveTurns(name, turn)));
    // Once the window is closed, nobody listens.
    failed.catch(() => {});
    const page = await this.#browser.newPage({ viewport: { width: 1280, height: 800 } });
    let deadline: NodeJS.Timeout | undefined;
    try {
      await prepare?.(page);
      let log = '';
      await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
        log += `${format(...args)}\n`;
      });
      const exited = new Promise<void>((resolve) => {
        page.exposeFunction('codeAutomationExit', () => resolve()).catch(() => {});
      });
      const late = new Promise<never>((_resolve, reject) => {
        deadline = setTimeout(() => reject(new Error('VS Code did not end before the deadline.')), DEADLINE);
      });
      const server = { ...this.#server, inkwell: this.#extension };
      await page.goto(windowAddress(server, { workspace: workspaceIn(this.#temporary), tests }));
      await Promise.race([exited, this.#server.failed, late, failed]);
      const file = reportIn(this.#temporary);
      if (!(await exists(file))) {
        throw new Error(`VS Code ended without a report. Its log:\n${log}`);
      }
      const report = JSON.parse(await readFile(file, 'utf8')) as Report | { error: string };
      await rm(file);
      if (typeof report === 'object' && report !== null && 'error' in report) {
        throw new Error(report.error);
      }
      return report as Report;
    } finally {
      clearTimeout(deadline);
      await page.close();
    }
  }

  /** Never ends; rejects when a turn fails. */
  async #giveTurns(name: string, turn: () => Promise<void>): Promise<never> {
    const gate = this.service.gate({ path: `${TURNS}/${name}`, times: Number.POSITIVE_INFINITY });
    for (;;) {
      await gate.waiting();
      await turn();
      gate.release();
    }
  }
}

export const EDITS = { path: '/v1/edits' };

/** What the service answers to a request for an edit; slices are written one by one. */
export function editAnswer(text: string, slice = (body: string): string[] => [body]): Fault {
  const body = JSON.stringify({
    object: 'edit',
    created: 1,
    choices: [{ text, index: 0 }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
  return { type: 'bytes', slices: slice(body), contentType: 'application/json' };
}

/** Milliseconds since 1970, by a clock that all processes share. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

function reportIn({ path }: TemporaryFolder): string {
  return join(path, 'report.json');
}

function workspaceIn({ path }: TemporaryFolder): string {
  return join(path, 'workspace');
}
