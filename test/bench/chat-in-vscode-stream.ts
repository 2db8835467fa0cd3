import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { chatEvents } from '../host/support/chat-stream.ts';
import { Gate } from '../service/gate.ts';
import type { SampleService } from '../service/sample-service.ts';
import { until } from '../until.ts';
import { type AnswerKind, answer, inChunks, LAST_WORDS } from './chat-in-vscode-answers.ts';
import { longest, type Tasks, total, traceWebview } from './chat-in-vscode-trace.ts';
import { type BenchWindow, quietMachine } from './chat-in-vscode-window.ts';
import type { Row } from './row.ts';

/** KiB of an answer, and how many chunks each has. */
const SIZE = 200;
const CHUNKS = 20;
/** Chunks a second: more than a model writes, so that several come to a frame. */
const PACE = 500;

interface Stream {
  readonly kind: AnswerKind;
  /** KiB. */
  readonly size: number;
  /** Chunks a second. */
  readonly pace: number;
}

const streams = {
  mixed: { kind: 'mixed', size: SIZE, pace: PACE },
  code: { kind: 'code', size: SIZE, pace: PACE },
  list: { kind: 'list', size: SIZE, pace: PACE },
  atOnce: { kind: 'mixed', size: SIZE, pace: 1_000_000 },
  small: { kind: 'mixed', size: SIZE / 4, pace: PACE },
  large: { kind: 'mixed', size: SIZE * 4, pace: PACE },
} as const satisfies Record<string, Stream>;

export type StreamTasks = Readonly<Record<keyof typeof streams, Tasks>>;

/** What the main thread of the view does for long answers, each in a new conversation. */
export async function measureStreams(
  browser: Browser,
  window: BenchWindow,
  service: SampleService,
): Promise<StreamTasks> {
  const measure = (name: keyof typeof streams) => measureStream(browser, window, service, streams[name]);
  return {
    mixed: await measure('mixed'),
    code: await measure('code'),
    list: await measure('list'),
    atOnce: await measure('atOnce'),
    small: await measure('small'),
    large: await measure('large'),
  };
}

async function measureStream(
  browser: Browser,
  window: BenchWindow,
  service: SampleService,
  { kind, size, pace }: Stream,
): Promise<Tasks> {
  await window.workbench.runCommand('Inkwell: New Conversation');
  const frame = await window.webviewFrame();
  await frame.locator('.start').waitFor();
  await frame.locator('textarea').fill('How is the log read?');
  const gate = new Gate();
  const slices = chatEvents(inChunks(answer(kind, size), size * CHUNKS));
  service.fault([
    { type: 'hold', gate },
    { type: 'bytes', slices },
  ]);
  await quietMachine();
  await frame.locator('textarea').focus();
  const tasks = await traceWebview(browser, window.page, async () => {
    await window.workbench.press('Enter');
    await release(gate, slices.length, pace);
    await frame.evaluate(ENDED);
  });
  await frame.locator('.turn.from-model', { hasText: LAST_WORDS }).waitFor();
  return tasks;
}

/** Lets the answer through at its pace. Nobody asks the webview for anything meanwhile. */
async function release(gate: Gate, count: number, pace: number): Promise<void> {
  await gate.waiting();
  const start = performance.now();
  for (let released = 0; released < count; ) {
    const due = Math.min(count, Math.ceil(((performance.now() - start) * pace) / 1000));
    gate.release(due - released);
    released = due;
    await pause(1);
  }
  await until('the service has written its answer', () => gate.passed === count);
}

/**
 * Resolves in the webview when the reply has ended and nothing is left to do, not even what is put off until there is time, such
 * as colours. It looks seldom and at little, so that it is not measured itself.
 */
const ENDED = `new Promise((resolve) => {
  const look = () => {
    const last = document.querySelector('.turns > .turn:last-of-type');
    if (last === null || /from-user|is-waiting|is-writing/.test(last.className)) {
      setTimeout(look, 100);
    } else {
      requestIdleCallback(() => requestIdleCallback(resolve));
    }
  };
  look();
})`;

/** @param rounds with one sample each */
export function streamRows(rounds: readonly StreamTasks[]): Row[] {
  const title = (words: string): string => `${SIZE} KB ${words} streamed`;
  const alone = (measure: string, of: (round: StreamTasks) => number): Row => ({
    measure,
    unit: 'ms',
    ours: rounds.map(of),
    figure: 'alone',
  });
  const longestOf = (name: keyof StreamTasks, measure: string): Row => ({
    ...alone(`${measure}, longest task`, (round) => longest(round[name], 'cpu')),
    bound: 50,
    aim: 16,
  });
  const besideMixed = (name: 'code' | 'list', measure: string): Row => ({
    ...alone(`${measure}, main thread`, (round) => total(round[name], 'cpu')),
    peer: { name: 'Markdown', samples: rounds.map((round) => total(round.mixed, 'cpu')) },
    figure: 'ratio',
    bound: 2,
  });
  const perKib = (name: keyof StreamTasks) => (round: StreamTasks) =>
    total(round[name], 'cpu') / streams[name].size;
  return [
    {
      ...alone(`${title('of Markdown')}, main thread`, (round) => total(round.mixed, 'cpu')),
      bound: 3000,
      aim: 1000,
    },
    alone(`${title('of Markdown')}, by the clock`, (round) => total(round.mixed, 'wall')),
    longestOf('mixed', title('of Markdown')),
    alone(`${title('of Markdown')}, longest task by the clock`, (round) => longest(round.mixed, 'wall')),
    alone(`${title('of Markdown')} at once, main thread`, (round) => total(round.atOnce, 'cpu')),
    longestOf('atOnce', `${title('of Markdown')} at once`),
    besideMixed('code', title('of code')),
    longestOf('code', title('of code')),
    besideMixed('list', title('of list')),
    longestOf('list', title('of list')),
    {
      ...alone(`a KB of ${streams.large.size} streamed, main thread`, perKib('large')),
      peer: { name: `a KB of ${streams.small.size}`, samples: rounds.map(perKib('small')) },
      figure: 'ratio',
      bound: 1.5,
      aim: 1.1,
    },
    longestOf('large', `${streams.large.size} KB of Markdown streamed`),
  ];
}
