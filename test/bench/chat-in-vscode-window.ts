import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, ConsoleMessage, Frame } from 'playwright-core';
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
 * whoever looks from outside sees them late: `click` in the workbench, and in the webview's own page
 * `content`, the first frame on the screen with any text in it.
 */
const PROBE = `(() => {
  const PREFIX = ${JSON.stringify(PREFIX)};
  globalThis.benchMark = (name, time = performance.now()) =>
    console.debug(PREFIX + JSON.stringify({ name, at: performance.timeOrigin + time }));
  if (window === top) {
    addEventListener('click', ({ timeStamp }) => benchMark('click', timeStamp), true);
  } else {
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) {
        if (name === 'first-contentful-paint' && location.pathname.endsWith('/fake.html')) {
          benchMark('content', startTime);
        }
      }
    }).observe({ type: 'paint', buffered: true });
  }
})();`;

export interface BenchWindowOptions {
  readonly browser: Browser;
  /** One that loads the extension under development, with the demo extension installed. */
  readonly server: Server;
  /** The folder of the extension. */
  readonly extension: string;
  /** What the demo extension writes once VS Code has started. */
  readonly ready: string;
  readonly workspace: string;
  readonly width?: number;
}

/** A window of VS Code with one extension under development, in a profile of its own that starts empty. */
export class BenchWindow {
  readonly workbench: Workbench;
  readonly #context: BrowserContext;
  readonly #marks: Mark[] = [];

  private constructor(context: BrowserContext, workbench: Workbench) {
    this.#context = context;
    this.workbench = workbench;
    context.on('console', (message) => this.#heard(message));
  }

  static async open({
    browser,
    server,
    extension,
    ready,
    workspace,
    width = 1280,
  }: BenchWindowOptions): Promise<BenchWindow> {
    await rm(ready, { force: true });
    const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    try {
      await context.addInitScript(PROBE);
      const page = await context.newPage();
      const window = new BenchWindow(context, new Workbench(page, workspace, () => context.close()));
      await page.goto(windowAddress({ ...server, inkwell: extension }, { workspace }));
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

  get page() {
    return this.workbench.page;
  }

  /** Forgets what was marked so far. */
  forgetMarks(): void {
    this.#marks.length = 0;
  }

  /** The last mark of this name; waits for one. */
  marked(name: string): Promise<Mark> {
    return until(`the window has marked: ${name}`, () =>
      this.#marks.findLast((mark) => mark.name === name),
    );
  }

  /** Clicks a container in the activity bar. */
  async clickInActivityBar(title: string): Promise<void> {
    await this.page.locator(`.activitybar .action-label[aria-label="${title}"]`).click();
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

/** The share of all processors' time below which nobody is at work any more. */
const QUIET = 0.12;
const MOST_WAITING = 20_000;

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
