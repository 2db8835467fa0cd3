import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import * as v from 'valibot';
import {
  type TranscriptHostMessage,
  type TranscriptPageMessage,
  type TranscriptSegmentShown,
  type TranscriptState,
  transcriptPageMessage,
} from '../../src/audio/shared/transcript-protocol.ts';
import { transcriptHtml } from '../../src/audio/transcript-html.ts';
import { until } from '../until.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { projectFolder } from '../vscode/npm-install.ts';
import { DEFAULT_STYLES, type ThemeName, theme } from './theme.ts';
import { transcriptBundle } from './transcript-bundle.ts';
import { englishTranscriptWords } from './transcript-words.ts';
import { wav } from './wav.ts';

const ORIGIN = 'https://transcript.test';
/** As in VS Code, audio comes from another origin than the page's. */
const FILES = 'https://files.test';
const NONCE = 'dGVzdHMgb25seQ==';

/** Seconds. */
export const LENGTH = 60;

/** What VS Code gives a webview, in as far as the page asks for it; and for the test, a way to act the host. */
const STAND_IN = `
  globalThis.posted = [];
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => { posted.push(structuredClone(message)); },
  });
  globalThis.receive = (data) => dispatchEvent(new MessageEvent('message', { data }));
  globalThis.said = [];
  globalThis.escapedKeys = [];
  addEventListener('keydown', ({ key }) => { escapedKeys.push(key); });
  globalThis.sounds = [];
  const create = document.createElement;
  document.createElement = function (name, ...all) {
    const element = create.call(this, name, ...all);
    if (name === 'audio') {
      sounds.push(element);
    }
    return element;
  };
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((all) => {
      for (const { target, addedNodes } of all) {
        if (target instanceof Element && target.closest('[role=status]')) {
          said.push(...[...addedNodes].map((node) => node.textContent));
        }
      }
    }).observe(document.documentElement, { childList: true, subtree: true });
  });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
    console.error('breach of policy:', violatedDirective, blockedURI, sourceFile, lineNumber);
  });`;

export interface TranscriptPageOptions {
  readonly theme?: ThemeName;
  readonly size?: { readonly width: number; readonly height: number };
  readonly forcedColors?: boolean;
}

let browser: Promise<Browser> | undefined;

export async function closeTranscriptBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Segments of four seconds each, one after the other. */
export function segments(count: number, from = 0): TranscriptSegmentShown[] {
  return Array.from({ length: count }, (_, index) => ({
    start: 4 * (from + index),
    end: 4 * (from + index + 1),
    text: `Words of segment ${from + index}.`,
    isEditable: true,
  }));
}

/** The transcript editor's own page in a browser, under its own policy, with a stand-in for VS Code around it. */
export class TranscriptPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #options: TranscriptPageOptions;
  readonly problems: string[] = [];

  constructor(context: BrowserContext, page: Page, options: TranscriptPageOptions) {
    this.#context = context;
    this.page = page;
    this.#options = options;
  }

  get rows(): Locator {
    return this.page.getByRole('listitem');
  }

  row(index: number): Locator {
    return this.page.locator('.segment').nth(index);
  }

  /** The button of a segment that plays it. */
  time(index: number): Locator {
    return this.row(index).locator('.time');
  }

  get current(): Locator {
    return this.page.locator('[aria-current=true]');
  }

  get field(): Locator {
    return this.page.locator('textarea');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async load(): Promise<void> {
    const files = await transcriptBundle();
    const sound = wav(LENGTH);
    await this.#context.route('**', async (route) => {
      const url = new URL(route.request().url());
      const name = url.pathname.slice(1);
      const file = files.get(name);
      if (url.origin === ORIGIN && name === '') {
        await route.fulfill({ contentType: 'text/html', body: this.#html() });
      } else if (url.origin === ORIGIN && file !== undefined) {
        const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
        await route.fulfill({ contentType, body: file });
      } else if (url.origin === FILES && name === 'talk.wav') {
        await answerPart(route, sound);
      } else if (url.origin === FILES && name === 'broken.mp3') {
        await route.fulfill({ contentType: 'audio/mpeg', body: 'not a sound' });
      } else if (url.origin === FILES && name === 'empty.wav') {
        await route.fulfill({ contentType: 'audio/wav', body: '' });
      } else {
        this.problems.push(`asked for ${url}`);
        await route.abort();
      }
    });
    this.page.on('pageerror', (error) => this.problems.push(String(error)));
    this.page.on('crash', () => this.problems.push('the page has crashed'));
    this.page.on('console', (message) => {
      if (message.type() === 'error') {
        this.problems.push(message.text());
      }
    });
    await this.page.addInitScript(STAND_IN);
    await this.page.goto(ORIGIN);
    await this.posted('ready');
  }

  /** Shows these segments, or so many, with a recording of a minute. */
  async begin(
    given: number | readonly TranscriptSegmentShown[],
    state: Partial<TranscriptState> = {},
    { audio = 'talk.wav' }: { audio?: string | undefined } = {},
  ): Promise<void> {
    const shown = typeof given === 'number' ? segments(given) : [...given];
    await this.post({
      type: 'state',
      name: 'talk.transcript.json',
      segments: shown,
      isReadOnly: false,
      summary: ['en', `${shown.length} segments`],
      remarks: [],
      ...state,
    });
    await this.post({
      type: 'audio',
      ...(audio !== '' && { audio: { uri: `${FILES}/${audio}`, name: audio } }),
    });
    if (audio === 'talk.wav') {
      await until('the recording is known', async () => (await this.sound<number>('readyState')) > 0);
    }
  }

  /** Shows so many segments, which are made in the page: it takes long to send them there from a test. */
  async beginMany(count: number): Promise<void> {
    await this.page.evaluate(`receive({
      type: 'state',
      name: 'talk.transcript.json',
      segments: Array.from({ length: ${count} }, (_, index) => ({
        start: 4 * index, end: 4 * index + 4, text: 'Words of segment ' + index + '.', isEditable: true,
      })),
      isReadOnly: false,
      summary: [],
      remarks: [],
    })`);
  }

  /** Says what the host says when segments have changed. */
  async change(at: number, removed: number, given: readonly TranscriptSegmentShown[]): Promise<void> {
    await this.post({ type: 'change', at, removed, segments: [...given], summary: [], remarks: [] });
  }

  /** Sends what the host would send; it has been received when this returns. */
  async post(message: TranscriptHostMessage): Promise<void> {
    await this.postRaw(message);
  }

  /** Sends what no host would send. */
  async postRaw(message: unknown): Promise<void> {
    await this.page.evaluate((data) => Reflect.get(globalThis, 'receive')(data), message);
  }

  /** All that the page has told since it was ready. */
  async allPosted(): Promise<TranscriptPageMessage[]> {
    const posted = (await this.page.evaluate('globalThis.posted')) as unknown[];
    return posted
      .map((message) => v.parse(transcriptPageMessage, message))
      .filter(({ type }) => type !== 'ready');
  }

  /** Waits until the page has told so many messages of this type, and gives the last of them. */
  async posted<T extends TranscriptPageMessage['type']>(
    type: T,
    count = 1,
  ): Promise<Extract<TranscriptPageMessage, { type: T }>> {
    return until(
      `the page posts ${type}`,
      async () => {
        const all = (await this.page.evaluate('globalThis.posted')) as TranscriptPageMessage[];
        return all.filter((message) => message.type === type)[count - 1] as
          | Extract<TranscriptPageMessage, { type: T }>
          | undefined;
      },
      20_000,
    );
  }

  /** A property of what is heard. */
  async sound<T>(property: string): Promise<T> {
    return (await this.page.evaluate(`sounds[0].${property}`)) as T;
  }

  /** What screen readers were told. */
  async said(): Promise<string[]> {
    return (await this.page.evaluate('globalThis.said')) as string[];
  }

  /** Keys that VS Code would take as well. */
  async escapedKeys(): Promise<string[]> {
    return (await this.page.evaluate('globalThis.escapedKeys')) as string[];
  }

  /** The name of what has the focus, as it is read out. */
  async focused(): Promise<string> {
    return (await this.page.evaluate(
      'document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()',
    )) as string;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** What was done has been painted. */
  async drawn(): Promise<void> {
    await this.page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
  }

  /** What axe-core finds. */
  async accessibilityProblems(): Promise<string[]> {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await this.page.evaluate(axe);
    const { violations } = (await this.page.evaluate('axe.run()')) as AxeResults;
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
    );
  }

  /** @returns the path of the picture */
  async screenshot(name: string): Promise<string> {
    const folder = process.env.INKWELL_SCREENSHOTS ?? join(projectFolder, 'out', 'screenshots');
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  #html(): string {
    const page = transcriptHtml({
      cspSource: `${ORIGIN} ${FILES}`,
      nonce: NONCE,
      scriptUri: `${ORIGIN}/transcript.js`,
      styleUri: `${ORIGIN}/transcript.css`,
      words: englishTranscriptWords(),
      language: 'en',
    });
    const { bodyClass, variables } = theme(this.#options.theme ?? 'dark');
    const colours = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
    // VS Code puts its styles first, where the page's policy does not count yet.
    const styles = `${DEFAULT_STYLES} html { background: var(--vscode-editor-background); ${colours.join(' ')} }`;
    return page
      .replace('<head>', () => `<head><style>${styles}</style>`)
      .replace('<body', () => `<body class="${bodyClass}"`);
  }
}

interface AxeResults {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

/** What was asked for of a file, as VS Code gives it. */
async function answerPart(route: Route, file: Uint8Array): Promise<void> {
  const [, from, to] = /^bytes=(\d+)-(\d+)?$/.exec(route.request().headers().range ?? '') ?? [];
  const headers = { 'access-control-allow-origin': '*', 'accept-ranges': 'bytes' };
  if (from === undefined) {
    await route.fulfill({ contentType: 'audio/wav', headers, body: Buffer.from(file) });
    return;
  }
  const [first, last] = [Number(from), Math.min(Number(to ?? file.length - 1), file.length - 1)];
  await route.fulfill({
    status: 206,
    contentType: 'audio/wav',
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${file.length}` },
    body: Buffer.from(file.subarray(first, last + 1)),
  });
}

export async function openTranscriptPage(options: TranscriptPageOptions = {}): Promise<TranscriptPage> {
  browser ??= launchBrowser();
  const context = await (await browser).newContext({
    viewport: options.size ?? { width: 800, height: 600 },
    forcedColors: options.forcedColors ? 'active' : 'none',
  });
  context.setDefaultTimeout(10_000);
  const page = new TranscriptPage(context, await context.newPage(), options);
  await page.load();
  return page;
}

/**
 * For a `describe`: opens pages that are closed after each test. A page that asked the network for anything, broke its
 * policy, or failed in any other way, fails the test.
 */
export function transcriptPages(): (options?: TranscriptPageOptions) => Promise<TranscriptPage> {
  const pages: TranscriptPage[] = [];
  afterEach(async function () {
    const problems = pages.flatMap((page) => page.problems);
    if (this.currentTest?.state === 'failed') {
      for (const page of pages) {
        const name = this.currentTest.fullTitle().replaceAll(/[^\w]+/g, '-');
        console.log(`A picture of the page: ${await page.screenshot(`failed-${name}`)}`);
      }
    }
    await Promise.all(pages.splice(0).map((page) => page.close()));
    assert.deepEqual(problems, []);
  });
  after(closeTranscriptBrowser);
  return async (options = {}) => {
    const page = await openTranscriptPage(options);
    pages.push(page);
    return page;
  };
}
