import type { Browser, Page } from 'playwright-core';

/** What a main thread was at, task by task: milliseconds by the clock and in processor time. */
export type Tasks = readonly { readonly wall: number; readonly cpu: number }[];

/** An event of Chromium's trace: what took from `ts` to `ts + dur` (microseconds) on a thread. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: {
    readonly frame?: unknown;
    readonly data?: { readonly frame?: unknown };
    readonly beginData?: { readonly frame?: unknown };
  };
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[];
}

const CATEGORIES = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
const WEBVIEW = '/contrib/webview/browser/pre/';

/**
 * Records what the main thread of the shown webview does while something is done. Where the webview has a process of its
 * own, as in a desktop VS Code, that is all that the thread does. Where the workbench is in the same process, a task counts
 * if anything in it was done for a frame of the webview, and counts whole, whatever else was in it.
 */
export async function traceWebview(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<Tasks> {
  const { frames, isAlone } = await webviewFrames(page);
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace: Buffer | undefined;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  return tasksFor(traceEvents, frames, isAlone);
}

export function total(tasks: Tasks, kind: 'wall' | 'cpu'): number {
  return tasks.reduce((sum, task) => sum + task[kind], 0);
}

export function longest(tasks: Tasks, kind: 'wall' | 'cpu'): number {
  return tasks.reduce((most, task) => Math.max(most, task[kind]), 0);
}

interface WebviewFrames {
  /** The ids of VS Code's page around the webview and of the webview's own page. */
  readonly frames: ReadonlySet<string>;
  /** Whether they have a process of their own. */
  readonly isAlone: boolean;
}

async function webviewFrames(page: Page): Promise<WebviewFrames> {
  const outer = page
    .frames()
    .findLast((frame) => frame.url().includes(WEBVIEW) && !frame.parentFrame()?.parentFrame());
  if (!outer) {
    throw new Error('No webview is shown.');
  }
  // A frame has a session of its own if it has a process of its own.
  const own = await page
    .context()
    .newCDPSession(outer)
    .catch(() => undefined);
  const session = own ?? (await page.context().newCDPSession(page));
  const { frameTree } = await session.send('Page.getFrameTree');
  await session.detach();
  const all = (tree: FrameTree): FrameTree['frame'][] => [
    tree.frame,
    ...(tree.childFrames ?? []).flatMap(all),
  ];
  const found = all(frameTree).filter(({ url }) => url.includes(WEBVIEW));
  return { frames: new Set(found.map(({ id }) => id)), isAlone: own !== undefined };
}

function tasksFor(events: readonly TraceEvent[], frames: ReadonlySet<string>, isAlone: boolean): Tasks {
  const isFor = (event: TraceEvent): boolean => frameOf(event).some((frame) => frames.has(frame));
  // By thread: tasks never overlap on one, and what was done in a task lies within it.
  const threads = Map.groupBy(
    events.filter(({ ph }) => ph === 'X'),
    ({ pid, tid }) => `${pid}:${tid}`,
  );
  return [...threads.values()].flatMap((thread) => {
    const isWhole = isAlone && thread.some(isFor);
    const found: { wall: number; cpu: number }[] = [];
    let task: TraceEvent | undefined;
    let isCounted = false;
    for (const event of thread.toSorted((a, b) => a.ts - b.ts)) {
      if (task === undefined || event.ts >= end(task)) {
        task = event.name === 'RunTask' ? event : undefined;
        isCounted = false;
      }
      if (task && !isCounted && (isWhole || isFor(event))) {
        isCounted = true;
        found.push({ wall: (task.dur ?? 0) / 1000, cpu: (task.tdur ?? 0) / 1000 });
      }
    }
    return found;
  });
}

function end({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}

function frameOf({ args }: TraceEvent): string[] {
  return [args?.frame, args?.data?.frame, args?.beginData?.frame].filter((id) => typeof id === 'string');
}
