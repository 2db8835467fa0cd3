import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import {
  type HostMessage,
  type ViewMessage,
  type ViewState,
  viewMessage,
} from '../../src/chat/shared/protocol.ts';
import { chatHtml } from '../../src/chat/view-html.ts';
import { until } from '../until.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { projectFolder } from '../vscode/npm-install.ts';
import { chatBundle } from './chat-bundle.ts';
import { englishWords } from './chat-words.ts';
import { DEFAULT_STYLES, type ThemeName, theme } from './theme.ts';

const ORIGIN = 'https://chat.test';
const NONCE = 'dGVzdHMgb25seQ==';

/** What VS Code gives a webview, in as far as the chat view asks for it; and for the test, a way to act the host. */
const STAND_IN = `
  globalThis.posted = [];
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => { posted.push(structuredClone(message)); },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => { sessionStorage.setItem('state', JSON.stringify(state)); },
  });
  globalThis.receive = (messages) => {
    for (const data of messages) {
      dispatchEvent(new MessageEvent('message', { data }));
    }
  };
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
    console.error('breach of policy:', violatedDirective, blockedURI, sourceFile, lineNumber);
  });`;

export interface ChatPageOptions {
  readonly theme?: ThemeName;
  readonly size?: { readonly width: number; readonly height: number };
  /** What the page brings along. Without it, nothing is shown before the first message. */
  readonly state?: ViewState;
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
  readonly deviceScaleFactor?: number;
}

let browser: Promise<Browser> | undefined;

/** Ends the browser that all pages of this process share. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Opens the chat view's own page under its own policy, with a stand-in for VS Code around it. */
export async function openChatPage(options: ChatPageOptions = {}): Promise<ChatPage> {
  browser ??= launchBrowser();
  const { size = { width: 360, height: 640 }, reducedMotion, forcedColors } = options;
  const context = await (await browser).newContext({
    viewport: size,
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: forcedColors ? 'active' : 'none',
  });
  const page = new ChatPage(context, await context.newPage(), options);
  await page.load();
  return page;
}

/** One chat view in a browser. Whatever it asks of the network, and each breach of its policy, is a problem. */
export class ChatPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #options: ChatPageOptions;
  readonly problems: string[] = [];

  constructor(context: BrowserContext, page: Page, options: ChatPageOptions) {
    this.#context = context;
    this.page = page;
    this.#options = options;
  }

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Conversation' });
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** The message with this id. */
  turn(id: string): Locator {
    return this.page.locator(`[data-turn="${id}"]`);
  }

  async load(): Promise<void> {
    const files = await chatBundle();
    await this.#context.route('**', async (route) => {
      const url = new URL(route.request().url());
      const name = url.pathname.slice(1);
      const file = files.get(name);
      if (url.origin === ORIGIN && name === '') {
        await route.fulfill({ contentType: 'text/html', body: this.#html() });
      } else if (url.origin === ORIGIN && file !== undefined) {
        const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
        await route.fulfill({ contentType, body: file });
      } else {
        this.problems.push(`asked for ${url}`);
        await route.abort();
      }
    });
    this.page.on('pageerror', (error) => this.problems.push(String(error)));
    this.page.on('console', (message) => {
      if (message.type() === 'error') {
        this.problems.push(message.text());
      }
    });
    await this.page.addInitScript(STAND_IN);
    await this.page.goto(ORIGIN);
    await this.posted('ready');
  }

  /** As when the view is hidden and shown again: only what the page has saved outlives it. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.posted('ready');
  }

  /** Sends what the host would send; all of it has been received when this returns. */
  async post(...messages: readonly HostMessage[]): Promise<void> {
    await this.postRaw(...messages);
  }

  /** Sends what no host would send. */
  async postRaw(...messages: readonly unknown[]): Promise<void> {
    await this.page.evaluate(`globalThis.receive(${JSON.stringify(messages)})`);
  }

  /** All that the page has told since it was loaded or `forgetPosted` was called. */
  async allPosted(): Promise<ViewMessage[]> {
    const posted = (await this.page.evaluate('globalThis.posted')) as unknown[];
    return posted.map((message) => v.parse(viewMessage, message));
  }

  /** What it has told of this type. */
  async postedOf<T extends ViewMessage['type']>(type: T): Promise<Extract<ViewMessage, { type: T }>[]> {
    const posted = await this.allPosted();
    return posted.filter((message): message is Extract<ViewMessage, { type: T }> => message.type === type);
  }

  /** Waits for a message of this type, and gives the latest. */
  async posted<T extends ViewMessage['type']>(type: T): Promise<Extract<ViewMessage, { type: T }>> {
    return until(`the view posts ${type}`, async () => (await this.postedOf(type)).at(-1), 5000);
  }

  async forgetPosted(): Promise<void> {
    await this.page.evaluate('globalThis.posted.length = 0');
  }

  /** Until two frames have been drawn: what was to happen by itself has happened. */
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
    const page = chatHtml({
      cspSource: ORIGIN,
      nonce: NONCE,
      scriptUri: `${ORIGIN}/chat.js`,
      styleUri: `${ORIGIN}/chat.css`,
      words: englishWords(),
      state: this.#options.state,
      language: 'en',
    });
    const { bodyClass, variables } = theme(this.#options.theme ?? 'dark');
    const colours = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
    // VS Code puts its styles first, where the page's policy does not count yet.
    const styles = `${DEFAULT_STYLES} html { background: var(--vscode-sideBar-background); ${colours.join(' ')} }`;
    return page
      .replace('<head>', () => `<head><style>${styles}</style>`)
      .replace('<body', () => `<body class="${bodyClass}"`);
  }
}

interface AxeResults {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

/**
 * For a `describe`: opens chat pages that are closed after each test. A page that asked the network for anything,
 * broke its policy, or failed in any other way, fails the test.
 */
export function chatPages(): (options?: ChatPageOptions) => Promise<ChatPage> {
  const pages: ChatPage[] = [];
  afterEach(async function () {
    const problems = pages.flatMap((page) => page.problems);
    if (this.currentTest?.state === 'failed') {
      for (const page of pages) {
        const name = this.currentTest.fullTitle().replaceAll(/[^\w]+/g, '-');
        console.log(`A picture of the view: ${await page.screenshot(`failed-${name}`)}`);
      }
    }
    await Promise.all(pages.splice(0).map((page) => page.close()));
    assert.deepEqual(problems, []);
  });
  after(closeBrowser);
  return async (options) => {
    const page = await openChatPage(options);
    pages.push(page);
    return page;
  };
}
