import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, ConsoleMessage, Frame, Page, Route } from 'playwright-core';
import { Workbench } from '../ui/workbench.ts';
import { until } from '../until.ts';
import { exists } from '../vscode/npm-install.ts';
import type { Server } from '../vscode/server.ts';
import { windowAddress } from '../vscode/window.ts';

/** A moment in one of the window's frames. */
export interface Mark {
  readonly name: string;
  /** Milliseconds since 1970, by a clock that all frames share. */
  readonly at: number;
}

const PREFIX = 'inkwell-bench ';

/**
 * Runs in every frame of the workbench before anything else does. The frames take down their times themselves, since
 * whoever looks from outside sees them late: `click` in the workbench; and in the page of VS Code that holds a
 * webview's own, `content` and `usable`, when a frame has been painted with any text of the webview in it, and with
 * something to use. (The browser's own marks of first paints do not work here: VS Code writes the webview's document
 * into one that was there before.)
 */
function probe(usable: string): string {
  return `(() => {
    const mark = (name, time = performance.now()) =>
      console.debug(${JSON.stringify(PREFIX)} + JSON.stringify({ name, at: performance.timeOrigin + time }));
    globalThis.benchMark = mark;
    if (window === top) {
      addEventListener('click', ({ timeStamp }) => mark('click', timeStamp), true);
      return;
    }
    if (!location.pathname.endsWith('/webview/browser/pre/index.html')) {
      return;
    }
    const seen = {
      content: (page) => page.body.innerText.trim() !== '',
      usable: (page) => page.querySelector(${JSON.stringify(usable)}) !== null,
    };
    const painted = new MessageChannel();
    painted.port1.onmessage = ({ data }) => mark(data);
    requestAnimationFrame(function look() {
      const page = document.querySelector('#active-frame')?.contentDocument;
      if (page && [...page.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)) {
        for (const [name, isSeen] of Object.entries(seen)) {
          if (isSeen(page)) {
            delete seen[name];
            painted.port2.postMessage(name);
          }
        }
      }
      if (Object.keys(seen).length > 0) {
        requestAnimationFrame(look);
      }
    });
  })();`;
}

export interface BenchWindowOptions {
  readonly browser: Browser;
  /** One that loads the extension under development, with the demo extension installed. */
  readonly server: Server;
  /** The folder of the extension. */
  readonly extension: string;
  /** What the demo extension writes once VS Code has started. */
  readonly ready: string;
  readonly workspace: string;
  /** A selector of something in the webview that can be used at once. */
  readonly usable: string;
  /** Gives the webview another site than the workbench, and so a process of its own, as in a desktop VS Code. */
  readonly isolate?: boolean;
}

/** A window of VS Code with one extension under development, in a profile of its own that starts empty. */
export class BenchWindow {
  readonly workbench: Workbench;
  readonly #context: BrowserContext;
  readonly #marks: Mark[] = [];
  /** What went wrong in a webview, which nobody would hear of. */
  readonly #errors: Error[] = [];

  private constructor(context: BrowserContext, workbench: Workbench) {
    this.#context = context;
    this.workbench = workbench;
    context.on('console', (message) => this.#heard(message));
    context.on('weberror', (failed) => {
      const error = failed.error();
      if (error.stack?.includes('vscode-resource')) {
        this.#errors.push(error);
      }
    });
  }

  static async open({
    browser,
    server,
    extension,
    ready,
    workspace,
    usable,
    isolate = false,
  }: BenchWindowOptions): Promise<BenchWindow> {
    await rm(ready, { force: true });
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    try {
      await context.addInitScript(probe(usable));
      const page = await context.newPage();
      if (isolate) {
        await context.grantPermissions(['local-network-access']);
        await page.route((url) => url.pathname === '/', elsewhere);
      }
      const window = new BenchWindow(context, new Workbench(page, workspace, '', () => context.close()));
      await page.goto(windowAddress({ ...server, inkwell: extension }, { workspace }));
      await page.unrouteAll();
      await page.locator('.monaco-workbench .part.statusbar').waitFor();
      await until('VS Code has started its extensions', () => exists(ready), 60_000);
      return window;
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#context.close();
  }

  get page(): Page {
    return this.workbench.page;
  }

  /** Forgets what was marked so far. */
  forgetMarks(): void {
    this.#marks.length = 0;
  }

  /** The last mark of this name; waits for one. */
  marked(name: string): Promise<Mark> {
    return until(`the window has marked: ${name}`, () => {
      const [error] = this.#errors;
      if (error) {
        throw error;
      }
      return this.#marks.findLast((mark) => mark.name === name);
    });
  }

  /** Clicks a container in the activity bar. */
  async clickInActivityBar(title: string): Promise<void> {
    await this.page.locator(`.activitybar .action-label[aria-label="${title}"]`).click();
  }

  /** Shows the explorer instead. VS Code throws the page of the view away. */
  async hideView(): Promise<void> {
    await this.page.locator('.activitybar .action-label[aria-label^="Explorer"]').click();
    await this.page.locator('.part.sidebar .explorer-folders-view').waitFor();
    await this.page.locator('iframe.webview').waitFor({ state: 'detached' });
  }

  /** The page of the webview that is shown, as the extension made it. */
  webviewFrame(): Promise<Frame> {
    return until('there is a webview', () =>
      this.page.frames().findLast((frame) => new URL(frame.url()).pathname.endsWith('/fake.html')),
    );
  }

  #heard(message: ConsoleMessage): void {
    const text = message.text();
    if (text.startsWith(PREFIX)) {
      this.#marks.push(JSON.parse(text.slice(PREFIX.length)) as Mark);
    }
  }
}

/** Gives the page of the workbench with the webviews' address in another site: each in a subdomain of this host. */
async function elsewhere(route: Route): Promise<void> {
  const response = await route.fetch();
  const { host } = new URL(route.request().url());
  const headers = response.headers();
  const policy = headers['content-security-policy']?.replace('frame-src', `frame-src http://*.${host}`);
  const page = await response.text();
  const body = page.replace(/(webviewEndpoint&quot;:&quot;)/, `$1http://{{uuid}}.${host}/`);
  await route.fulfill({ response, body, headers: { ...headers, 'content-security-policy': policy ?? '' } });
}

/** The share of all processors' time below which nobody is at work any more. */
const QUIET = 0.12;
const MOST_WAITING = 8_000;

/**
 * Waits until the machine has nothing to do, since VS Code goes on starting long after its window is there. A machine that
 * others use is never quiet: after a while it is measured as it is.
 */
export async function quietMachine(): Promise<void> {
  const end = Date.now() + MOST_WAITING;
  let last = processorTimes();
  for (let quiet = 0; quiet < 3 && Date.now() < end; ) {
    await pause(200);
    const now = processorTimes();
    quiet = (now.busy - last.busy) / (now.all - last.all) < QUIET ? quiet + 1 : 0;
    last = now;
  }
}

function processorTimes(): { busy: number; all: number } {
  const all = cpus().flatMap(({ times }) => Object.values(times));
  const idle = cpus().map(({ times }) => times.idle);
  const sum = (times: number[]) => times.reduce((total, time) => total + time, 0);
  return { busy: sum(all) - sum(idle), all: sum(all) };
}
