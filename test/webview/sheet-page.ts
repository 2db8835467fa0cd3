import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import {
  type SheetHostMessage,
  type SheetImage,
  type SheetInit,
  type SheetPageMessage,
  sheetPageMessage,
} from '../../src/images/shared/sheet-protocol.ts';
import { sheetHtml } from '../../src/images/sheet-html.ts';
import { until } from '../until.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { projectFolder } from '../vscode/npm-install.ts';
import { gradient } from './mask-images.ts';
import { sheetBundle } from './sheet-bundle.ts';
import { englishSheetWords } from './sheet-words.ts';
import { DEFAULT_STYLES, type ThemeName, theme } from './theme.ts';

const ORIGIN = 'https://sheet.test';
/** As in VS Code, images come from another origin than the page's. */
const FILES = 'https://files.test';
const NONCE = 'dGVzdHMgb25seQ==';

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

export interface SheetPageOptions {
  readonly theme?: ThemeName;
  readonly size?: { readonly width: number; readonly height: number };
  readonly forcedColors?: boolean;
}

let browser: Promise<Browser> | undefined;

async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** An image of a sheet; what is not given is as of any. */
export function sheetImage(id: number, image: Partial<SheetImage> = {}): SheetImage {
  return {
    id,
    uri: `${FILES}/boat.png`,
    name: `boat-${id + 1}.png`,
    width: 60,
    height: 40,
    alt: 'a red boat',
    isKept: false,
    isGone: false,
    ...image,
  };
}

/** The contact sheet's own page in a browser, under its own policy, with a stand-in for VS Code around it. */
export class SheetPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #options: SheetPageOptions;
  readonly problems: string[] = [];

  constructor(context: BrowserContext, page: Page, options: SheetPageOptions) {
    this.#context = context;
    this.page = page;
    this.#options = options;
  }

  get figures(): Locator {
    return this.page.getByRole('figure');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async load(): Promise<void> {
    const files = await sheetBundle();
    const image = gradient(60, 40);
    await this.#context.route('**', async (route) => {
      const url = new URL(route.request().url());
      const name = url.pathname.slice(1);
      const file = files.get(name);
      if (url.origin === ORIGIN && name === '') {
        await route.fulfill({ contentType: 'text/html', body: this.#html() });
      } else if (url.origin === ORIGIN && file !== undefined) {
        const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
        await route.fulfill({ contentType, body: file });
      } else if (url.origin === FILES && name === 'boat.png') {
        await route.fulfill({ contentType: image.contentType, body: Buffer.from(image.bytes) });
      } else if (url.origin === FILES && name === 'broken.png') {
        await route.fulfill({ contentType: 'image/png', body: 'not a picture' });
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

  /** Shows these images, or so many. */
  async begin(images: number | readonly SheetImage[], init: Partial<SheetInit> = {}): Promise<void> {
    await this.post({
      type: 'init',
      prompt: 'a red boat',
      details: ['image-1', '512x512'],
      images:
        typeof images === 'number' ? Array.from({ length: images }, (_, id) => sheetImage(id)) : [...images],
      isBusy: false,
      ...init,
    });
  }

  /** Sends what the host would send; it has been received when this returns. */
  async post(message: SheetHostMessage): Promise<void> {
    await this.postRaw(message);
  }

  /** Sends what no host would send. */
  async postRaw(message: unknown): Promise<void> {
    await this.page.evaluate((data) => Reflect.get(globalThis, 'receive')(data), message);
  }

  /** All that the page has told since it was ready. */
  async allPosted(): Promise<SheetPageMessage[]> {
    const posted = (await this.page.evaluate('globalThis.posted')) as unknown[];
    return posted.map((message) => v.parse(sheetPageMessage, message)).filter(({ type }) => type !== 'ready');
  }

  /** Waits for a message of this type. */
  async posted(type: SheetPageMessage['type']): Promise<void> {
    await until(
      `the page posts ${type}`,
      async () =>
        ((await this.page.evaluate('globalThis.posted')) as { type: string }[]).some(
          (message) => message.type === type,
        ),
      20_000,
    );
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
    const page = sheetHtml({
      cspSource: `${ORIGIN} ${FILES}`,
      nonce: NONCE,
      scriptUri: `${ORIGIN}/contact-sheet.js`,
      styleUri: `${ORIGIN}/contact-sheet.css`,
      words: englishSheetWords(),
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

async function openSheetPage(options: SheetPageOptions): Promise<SheetPage> {
  browser ??= launchBrowser();
  const context = await (await browser).newContext({
    viewport: options.size ?? { width: 800, height: 700 },
    forcedColors: options.forcedColors ? 'active' : 'none',
  });
  context.setDefaultTimeout(10_000);
  const page = new SheetPage(context, await context.newPage(), options);
  await page.load();
  return page;
}

/**
 * For a `describe`: opens pages that are closed after each test. A page that asked the network for anything, broke its
 * policy, or failed in any other way, fails the test.
 */
export function sheetPages(): (options?: SheetPageOptions) => Promise<SheetPage> {
  const pages: SheetPage[] = [];
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
  after(closeBrowser);
  return async (options = {}) => {
    const page = await openSheetPage(options);
    pages.push(page);
    return page;
  };
}
