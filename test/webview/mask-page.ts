import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { decode } from 'fast-png';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { maskHtml } from '../../src/images/mask-html.ts';
import {
  type MaskHostMessage,
  type MaskInit,
  type MaskPageMessage,
  maskPageMessage,
} from '../../src/images/shared/mask-protocol.ts';
import { until } from '../until.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { projectFolder } from '../vscode/npm-install.ts';
import { maskBundle } from './mask-bundle.ts';
import { englishMaskWords } from './mask-words.ts';
import { DEFAULT_STYLES, type ThemeName, theme } from './theme.ts';

const ORIGIN = 'https://mask.test';
/** As in VS Code, images come from another origin than the page's, which lets them be read. */
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

export interface MaskPageOptions {
  readonly theme?: ThemeName;
  readonly size?: { readonly width: number; readonly height: number };
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
  readonly deviceScaleFactor?: number;
}

/** An image, as bytes or as what else a server may answer. */
export interface ImageFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** A picture as `fast-png` reads it. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of a pixel. */
  at(x: number, y: number): readonly number[];
}

let browser: Promise<Browser> | undefined;

/** Ends the browser that all pages of this process share. */
export async function closeMaskBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Opens the mask editor's own page, which has no image yet. */
export async function openMaskPage(options: MaskPageOptions = {}): Promise<MaskPage> {
  browser ??= launchBrowser();
  const context = await (await browser).newContext({
    viewport: options.size ?? { width: 1000, height: 700 },
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: options.forcedColors ? 'active' : 'none',
  });
  context.setDefaultTimeout(10_000);
  const page = new MaskPage(context, await context.newPage(), options);
  await page.load();
  return page;
}

/** The mask editor's own page in a browser, under its own policy, with a stand-in for VS Code around it. */
export class MaskPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #options: MaskPageOptions;
  readonly #images = new Map<string, ImageFile>();
  readonly problems: string[] = [];

  constructor(context: BrowserContext, page: Page, options: MaskPageOptions) {
    this.#context = context;
    this.page = page;
    this.#options = options;
  }

  get canvas(): Locator {
    return this.page.getByRole('application', { name: 'Mask' });
  }

  get prompt(): Locator {
    return this.page.getByRole('textbox', { name: 'Prompt' });
  }

  get facts(): Locator {
    return this.page.locator('.facts');
  }

  /** What the page says against something, in words. */
  get problem(): Locator {
    return this.page.locator('.request .problem');
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async load(): Promise<void> {
    const files = await maskBundle();
    await this.#context.route('**', async (route) => {
      const url = new URL(route.request().url());
      const name = url.pathname.slice(1);
      const file = files.get(name);
      const image = this.#images.get(name);
      if (url.origin === ORIGIN && name === '') {
        await route.fulfill({ contentType: 'text/html', body: this.#html() });
      } else if (url.origin === ORIGIN && file !== undefined) {
        const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
        await route.fulfill({ contentType, body: file });
      } else if (url.origin === FILES && image !== undefined) {
        await route.fulfill({
          contentType: image.contentType,
          body: Buffer.from(image.bytes),
          headers: { 'access-control-allow-origin': '*' },
        });
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

  /** Begins with an image; what the host says of it can be something else than what it is. */
  async begin(image: ImageFile, init: Partial<MaskInit> = {}): Promise<void> {
    const name = `image-${this.#images.size}`;
    this.#images.set(name, image);
    const { width = 0, height = 0 } = init.image === undefined ? decode(image.bytes) : {};
    await this.post({
      type: 'init',
      image: { name: 'boat.png', width, height, ...init.image, uri: `${FILES}/${name}` },
      findings: [],
      prompts: [],
      prompt: 'a red boat',
      n: 1,
      size: '1024x1024',
      sizes: ['256x256', '512x512', '1024x1024'],
      maskBytes: 4 * 2 ** 20,
      ...without(init, 'image'),
    });
  }

  /** Begins, and waits until the image is shown. */
  async shown(image: ImageFile, init: Partial<MaskInit> = {}): Promise<void> {
    await this.begin(image, init);
    await this.facts.waitFor({ timeout: 20_000 });
    await this.drawn();
  }

  /** Sends what the host would send; it has been received when this returns. */
  async post(message: MaskHostMessage): Promise<void> {
    await this.postRaw(message);
  }

  /** Sends what no host would send. */
  async postRaw(message: unknown): Promise<void> {
    await this.page.evaluate((data) => Reflect.get(globalThis, 'receive')(data), message);
  }

  /** All that the page has told. */
  async allPosted(): Promise<MaskPageMessage[]> {
    const posted = (await this.page.evaluate('globalThis.posted')) as unknown[];
    return posted.map((message) => v.parse(maskPageMessage, message));
  }

  async postedOf<T extends MaskPageMessage['type']>(
    type: T,
  ): Promise<Extract<MaskPageMessage, { type: T }>[]> {
    const posted = await this.allPosted();
    return posted.filter(
      (message): message is Extract<MaskPageMessage, { type: T }> => message.type === type,
    );
  }

  /** Waits for a message of this type, and gives the latest. */
  async posted<T extends MaskPageMessage['type']>(type: T): Promise<Extract<MaskPageMessage, { type: T }>> {
    return until(`the page posts ${type}`, async () => (await this.postedOf(type)).at(-1), 20_000);
  }

  /** Presses Edit Image, and reads the mask that is sent. */
  async mask(): Promise<Pixels> {
    return pixels((await this.submitted()).mask);
  }

  /** Presses Edit Image, and gives what is sent. */
  async submitted(): Promise<Extract<MaskPageMessage, { type: 'submit' }>> {
    const count = (await this.postedOf('submit')).length;
    await this.button('Edit Image').click();
    const submit = await until(
      'the page submits',
      async () => {
        const all = await this.postedOf('submit');
        return all.length > count ? all.at(-1) : undefined;
      },
      20_000,
    );
    await this.post({ type: 'idle' });
    return submit;
  }

  /** What screen readers were told. */
  async said(): Promise<string[]> {
    return (await this.page.evaluate('globalThis.said')) as string[];
  }

  /** Where a point of the picture is on the page. */
  async onPage(x: number, y: number): Promise<{ x: number; y: number }> {
    const box = await this.page.locator('.picture').boundingBox();
    const width = (await this.page.evaluate('document.querySelector(".picture").width')) as number;
    assert.ok(box);
    const scale = box.width / width;
    return { x: box.x + x * scale, y: box.y + y * scale };
  }

  /** Draws with the pointer through these points of the picture. */
  async drag(...points: readonly (readonly [x: number, y: number])[]): Promise<void> {
    const { mouse } = this.page;
    for (const [index, [x, y]] of points.entries()) {
      const at = await this.onPage(x, y);
      await mouse.move(at.x, at.y);
      if (index === 0) {
        await mouse.down();
      }
    }
    await mouse.up();
    await this.drawn();
  }

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
    const page = maskHtml({
      cspSource: `${ORIGIN} ${FILES}`,
      nonce: NONCE,
      scriptUri: `${ORIGIN}/mask.js`,
      styleUri: `${ORIGIN}/mask.css`,
      words: englishMaskWords(),
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

export function pixels(png: Uint8Array): Pixels {
  const { width, height, channels, data } = decode(png);
  return {
    width,
    height,
    at: (x, y) => [...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels)],
  };
}

/** How many pixels are transparent; each of the others has to be opaque, so that nothing lies between. */
export function transparentIn(png: Uint8Array): number {
  const { data, channels } = decode(png);
  assert.equal(channels, 4);
  let count = 0;
  for (let index = 3; index < data.length; index += 4) {
    const alpha = data[index];
    if (alpha === 0) {
      count += 1;
    } else if (alpha !== 255) {
      assert.fail(`A pixel has an alpha of ${alpha}.`);
    }
  }
  return count;
}

function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = object;
  return rest;
}

/**
 * For a `describe`: opens pages that are closed after each test. A page that asked the network for anything, broke its
 * policy, or failed in any other way, fails the test.
 */
export function maskPages(): (options?: MaskPageOptions) => Promise<MaskPage> {
  const pages: MaskPage[] = [];
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
  after(closeMaskBrowser);
  return async (options) => {
    const page = await openMaskPage(options);
    pages.push(page);
    return page;
  };
}
