import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import type { PageFrame } from '../../src/ui/page-html.ts';
import { until } from '../until.ts';
import { projectFolder } from '../vscode/npm-install.ts';
import { type PageName, pageBundle } from './page-bundle.ts';
import { type ServedFile, serveFile } from './served-file.ts';
import { type EmptyPage, giveBack, takePage } from './shared-browser.ts';
import { DEFAULT_STYLES, type ThemeName, theme } from './theme.ts';

const ORIGIN = 'https://page.test';
/** As in VS Code, images and recordings come from another origin than the page's, which lets them be read. */
export const FILES = 'https://files.test';

/** What VS Code gives a webview; and for the test, a way to act the host. */
const STAND_IN = `
  globalThis.posted = [];
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => { posted.push(structuredClone(message)); },
    getState: () => JSON.parse(sessionStorage.getItem(location.search) ?? 'null') ?? undefined,
    setState: (state) => { sessionStorage.setItem(location.search, JSON.stringify(state)); },
  });
  globalThis.receive = (messages) => {
    for (const data of messages) {
      dispatchEvent(new MessageEvent('message', { data }));
    }
  };
  globalThis.escapedKeys = [];
  addEventListener('keydown', ({ key }) => { escapedKeys.push(key); });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
    console.error('breach of policy:', violatedDirective, blockedURI, sourceFile, lineNumber);
  });`;

/** Keeps what screen readers are told. */
const SAID = `
  globalThis.said = [];
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((all) => {
      for (const { target, addedNodes } of all) {
        if (target instanceof Element && target.closest('[role=status]')) {
          said.push(...[...addedNodes].map((node) => node.textContent));
        }
      }
    }).observe(document.documentElement, { childList: true, subtree: true });
  });`;

export interface PageOptions {
  readonly theme?: ThemeName;
  readonly size?: { readonly width: number; readonly height: number };
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
  readonly deviceScaleFactor?: number;
}

export interface PageKind {
  readonly name: PageName;
  /** Of the colour that VS Code has behind it. */
  readonly background: 'editor' | 'sideBar';
  readonly size: { readonly width: number; readonly height: number };
  /** Whether to keep what screen readers are told, for which each change of the page has to be looked at. */
  readonly listens?: boolean;
}

/** A page of the extension in a browser, under its own policy, with a stand-in for VS Code around it. */
export abstract class WebviewPage<HostMessage, PageMessage extends { readonly type: string }> {
  readonly page: Page;
  readonly #empty: EmptyPage;
  readonly #kind: PageKind;
  readonly #theme: ThemeName;
  /** Whatever the page asked of the network, each breach of its policy, and what else failed. */
  readonly problems: string[] = [];

  constructor(empty: EmptyPage, kind: PageKind, options: PageOptions) {
    this.#empty = empty;
    this.page = empty.page;
    this.#kind = kind;
    this.#theme = options.theme ?? 'dark';
  }

  /** The page, as the host makes it. */
  protected abstract html(frame: PageFrame): string;

  protected abstract parsed(message: unknown): PageMessage;

  /** What runs before the page's own scripts. */
  protected readonly scripts: readonly string[] = [];

  /** What is at `FILES` by this name. */
  protected served(_name: string): ServedFile | undefined {
    return undefined;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async load(): Promise<void> {
    const files = await pageBundle(this.#kind.name);
    const { context, use } = this.#empty;
    await context.route('**', (route) => this.#answer(route, files));
    this.page.on('pageerror', (error) => this.problems.push(String(error)));
    this.page.on('crash', () => this.problems.push('the page has crashed'));
    this.page.on('console', (message) => {
      if (message.type() === 'error') {
        this.problems.push(message.text());
      }
    });
    if (use === 1) {
      const scripts = [STAND_IN, ...(this.#kind.listens ? [SAID] : []), ...this.scripts];
      await this.page.addInitScript(scripts.join('\n'));
    }
    await this.page.goto(`${ORIGIN}/?${use}`);
    await this.posted('ready');
  }

  async #answer(route: Route, files: ReadonlyMap<string, string>): Promise<void> {
    const url = new URL(route.request().url());
    const name = url.pathname.slice(1);
    const file = files.get(name);
    const served = url.origin === FILES ? this.served(name) : undefined;
    if (url.origin === ORIGIN && name === '') {
      await route.fulfill({ contentType: 'text/html', body: this.#html() });
    } else if (url.origin === ORIGIN && file !== undefined) {
      const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
      await route.fulfill({ contentType, body: file });
    } else if (served !== undefined) {
      await serveFile(route, served);
    } else {
      this.problems.push(`asked for ${url}`);
      await route.abort();
    }
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
    await this.page.evaluate((all) => Reflect.get(globalThis, 'receive')(all), messages);
  }

  /** All that the page has told since it was loaded or `forgetPosted` was called. */
  async allPosted(): Promise<PageMessage[]> {
    const posted = (await this.page.evaluate('globalThis.posted')) as unknown[];
    return posted.map((message) => this.parsed(message));
  }

  /** What it has told of this type. */
  async postedOf<T extends PageMessage['type']>(type: T): Promise<Extract<PageMessage, { type: T }>[]> {
    const posted = await this.allPosted();
    return posted.filter((message): message is Extract<PageMessage, { type: T }> => message.type === type);
  }

  /** Waits for so many messages of this type, and gives the latest. */
  async posted<T extends PageMessage['type']>(
    type: T,
    count = 1,
  ): Promise<Extract<PageMessage, { type: T }>> {
    const latest = async (): Promise<Extract<PageMessage, { type: T }> | undefined> => {
      const all = await this.postedOf(type);
      return all.length < count ? undefined : all.at(-1);
    };
    return until(`the page posts ${count} × ${type}`, latest);
  }

  async forgetPosted(): Promise<void> {
    await this.page.evaluate('globalThis.posted.length = 0');
  }

  /** What screen readers were told, on a page that `listens`. */
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
    await this.#empty.context.close();
  }

  /** Closes it so that the next test may have its window. */
  async leave(): Promise<void> {
    await giveBack(this.#empty);
  }

  #html(): string {
    const { name, background } = this.#kind;
    const page = this.html({
      cspSource: `${ORIGIN} ${FILES}`,
      nonce: 'dGVzdHMgb25seQ==',
      scriptUri: `${ORIGIN}/${name}.js`,
      styleUri: `${ORIGIN}/${name}.css`,
      language: 'en',
    });
    const { bodyClass, variables } = theme(this.#theme);
    const colours = Object.entries(variables).map(([variable, value]) => `${variable}: ${value};`);
    // VS Code puts its styles first, where the page's policy does not count yet.
    const styles = `${DEFAULT_STYLES} html { background: var(--vscode-${background}-background); ${colours.join(' ')} }`;
    return page
      .replace('<head>', () => `<head><style>${styles}</style>`)
      .replace('<body', () => `<body class="${bodyClass}"`);
  }
}

interface AxeResults {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

/** Opens a page, in the browser that all of this process share. */
export async function openPage<P extends { load(): Promise<void> }>(
  { name, size }: PageKind,
  options: PageOptions,
  create: (empty: EmptyPage) => P,
): Promise<P> {
  const empty = await takePage(name, {
    viewport: options.size ?? size,
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: options.forcedColors ? 'active' : 'none',
  });
  const page = create(empty);
  await page.load();
  return page;
}

/**
 * For a `describe`: opens pages that are closed after each test. A page that asked the network for anything, broke its
 * policy, or failed in any other way, fails the test.
 */
export function pagesForEach<
  O,
  P extends {
    readonly problems: string[];
    screenshot(name: string): Promise<string>;
    leave(): Promise<void>;
  },
>(open: (options?: O) => Promise<P>): (options?: O) => Promise<P> {
  const pages: P[] = [];
  afterEach(async function () {
    const problems = pages.flatMap((page) => page.problems);
    if (this.currentTest?.state === 'failed') {
      for (const page of pages) {
        const name = this.currentTest.fullTitle().replaceAll(/[^\w]+/g, '-');
        console.log(`A picture of the page: ${await page.screenshot(`failed-${name}`)}`);
      }
    }
    await Promise.all(pages.splice(0).map((page) => page.leave()));
    assert.deepEqual(problems, []);
  });
  return async (options) => {
    const page = await open(options);
    pages.push(page);
    return page;
  };
}
