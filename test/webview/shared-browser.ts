import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../vscode/browser.ts';

let browser: Promise<Browser> | undefined;

/** The browser that all pages of this process share. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

export async function closeBrowser(): Promise<void> {
  const open = browser;
  browser = undefined;
  idle.clear();
  await (await open)?.close();
}

// Once for all tests: benchmarks, which are not run by mocha, close it themselves.
globalThis.after?.(closeBrowser);

/** A page with nothing in it, in a context of its own. */
export interface EmptyPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Tells this use of the page from earlier ones, of which the scripts that run first are there still; 1 is the first. */
  readonly use: number;
  /** What it is used for again. */
  readonly kind: string;
}

/** What was given back, to be used again: to open a page anew takes three times as long. One of each kind. */
const idle = new Map<string, EmptyPage>();

/** @param name of those who put the same scripts into each page */
export async function takePage(name: string, options: BrowserContextOptions): Promise<EmptyPage> {
  const kind = JSON.stringify([name, options]);
  const known = idle.get(kind);
  if (known) {
    idle.delete(kind);
    return { ...known, use: known.use + 1 };
  }
  const context = await (await sharedBrowser()).newContext(options);
  return { context, page: await context.newPage(), use: 1, kind };
}

/** For the next who needs such a page. */
export async function giveBack(empty: EmptyPage): Promise<void> {
  const { context, page, kind } = empty;
  try {
    const { width = 0, height = 0 } = (JSON.parse(kind)[1] as BrowserContextOptions).viewport ?? {};
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    page.removeAllListeners();
    await page.goto('about:blank');
    await page.setViewportSize({ width, height });
    // Nothing is under it.
    await page.mouse.move(-10, -10);
  } catch {
    // It has crashed, or was closed.
    await context.close();
    return;
  }
  if (idle.has(kind)) {
    await context.close();
  } else {
    idle.set(kind, empty);
  }
}
