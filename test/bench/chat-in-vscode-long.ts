import { randomUUID } from 'node:crypto';
import type { Browser, Frame } from 'playwright-core';
import type { ChatEvent } from '../../src/chat/events.ts';
import { ConversationStore } from '../../src/chat/store.ts';
import { reply } from './chat-in-vscode-answers.ts';
import { longest, type Tasks, total, traceWebview } from './chat-in-vscode-trace.ts';
import { type BenchWindow, quietMachine } from './chat-in-vscode-window.ts';
import type { Row } from './row.ts';

const MESSAGES = 1000;
const titleOf = (round: number): string => `A thousand messages, ${round}`;
const LETTERS = 'How many turns does the lamp make in a night?';
/** Pixels by which the side bar is made wider, step by step. */
const STEPS = [12, 24, 60, 48, 90, 30, -20, 6, 40, 0];

/** Keeps a long conversation, as if it had been had just now; the start page lists only the latest. */
export async function writeLongConversation(folder: string, round: number): Promise<void> {
  const store = new ConversationStore(folder, { window: randomUUID() });
  const stored = store.create();
  stored.append({ type: 'titled', title: titleOf(round) }, ...messages());
  await stored.dispose();
  await store.dispose();
}

function messages(): ChatEvent[] {
  const start = Date.now() - MESSAGES * 1000;
  const writer = { window: randomUUID(), pid: process.pid };
  const events: ChatEvent[] = [];
  let parent: string | null = null;
  for (let index = 0; index < MESSAGES; index++) {
    const id = randomUUID();
    const at = start + index * 1000;
    if (index % 2 === 0) {
      const text = `What does turn ${index} of the lamp tell, and how is it read?`;
      events.push({ type: 'user', id, parent, at, text, attachments: [] });
    } else {
      events.push(
        { type: 'reply', id, parent, at, model: 'chat-1', request: randomUUID(), choice: 0, writer },
        { type: 'text', id, text: reply(index) },
        {
          type: 'ended',
          id,
          at: at + 500,
          outcome: 'finished',
          finish_reason: 'stop',
          usage: { prompt_tokens: 4000, completion_tokens: 300, total_tokens: 4300 },
        },
      );
    }
    parent = id;
  }
  return events;
}

export interface LongConversation {
  /** Milliseconds from the click on it to the first frame that shows its end. */
  readonly open: number;
  /** Milliseconds from the click on the view in the activity bar, when it had been hidden. */
  readonly shownAgain: number;
  /** What the main thread of the view was at for one letter, and for one step of resizing: milliseconds. */
  readonly letter: number;
  readonly longestForLetter: number;
  readonly resize: number;
  readonly longestForResize: number;
}

/** How the view behaves with a long conversation in it, of which nothing is folded away. */
export async function measureLongConversation(
  browser: Browser,
  window: BenchWindow,
  round: number,
): Promise<LongConversation> {
  await window.workbench.runCommand('Inkwell: New Conversation');
  const frame = await window.webviewFrame();
  const recent = frame.locator('.recents button', { hasText: titleOf(round) });
  await recent.waitFor();
  await quietMachine();
  await frame.evaluate(WATCH);
  window.forgetMarks();
  await recent.click();
  const shown = await window.marked('shown');
  const open = shown.at - (await window.marked('opened')).at;
  await quietMachine();

  await frame.locator('textarea').focus();
  const typing = await traceWebview(browser, window.page, async () => {
    for (const letter of LETTERS) {
      await window.page.keyboard.type(letter);
      await drawn(frame);
    }
    await quietMachine();
  });
  await frame.locator('textarea').fill('');
  await quietMachine();

  const resizing = await resize(browser, window, frame);
  const shownAgain = await showAgain(window);
  const each = (tasks: Tasks, count: number) => total(tasks, 'cpu') / count;
  return {
    open,
    shownAgain,
    letter: each(typing, LETTERS.length),
    longestForLetter: longest(typing, 'cpu'),
    resize: each(resizing, STEPS.length),
    longestForResize: longest(resizing, 'cpu'),
  };
}

/** In the webview: marks the next click, and the first frame after it in which the end of all messages is in view. */
const WATCH = `{
  const painted = new MessageChannel();
  painted.port1.onmessage = () => parent.benchMark('shown', performance.now() + performance.timeOrigin - parent.performance.timeOrigin);
  document.addEventListener('click', ({ timeStamp }) => {
    parent.benchMark('opened', timeStamp + performance.timeOrigin - parent.performance.timeOrigin);
    requestAnimationFrame(function look() {
      const turns = document.querySelectorAll('.turn');
      const last = turns[turns.length - 1]?.getBoundingClientRect();
      if (turns.length === ${MESSAGES} && last.bottom > 0 && last.top < innerHeight) {
        painted.port2.postMessage(undefined);
      } else {
        requestAnimationFrame(look);
      }
    });
  }, { capture: true, once: true });
}`;

async function resize(browser: Browser, window: BenchWindow, frame: Frame): Promise<Tasks> {
  const box = await window.page.locator('.part.sidebar').boundingBox();
  if (!box) {
    throw new Error('The side bar is closed.');
  }
  const { mouse } = window.page;
  const edge = { x: box.x + box.width, y: box.y + box.height / 2 };
  await mouse.move(edge.x, edge.y);
  await mouse.down();
  try {
    return await traceWebview(browser, window.page, async () => {
      for (const step of STEPS) {
        await mouse.move(edge.x + step, edge.y);
        await drawn(frame);
        await drawn(frame);
      }
      await quietMachine();
    });
  } finally {
    await mouse.up();
  }
}

async function showAgain(window: BenchWindow): Promise<number> {
  await window.hideView();
  await quietMachine();
  window.forgetMarks();
  await window.clickInActivityBar('Inkwell');
  const shown = await window.marked('content');
  return shown.at - (await window.marked('click')).at;
}

/** Resolves when the webview has drawn a frame. */
async function drawn(frame: Frame): Promise<void> {
  await frame.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
}

/** @param rounds with one sample each */
export function longConversationRows(rounds: readonly LongConversation[]): Row[] {
  const row = (measure: string, of: keyof LongConversation): Row => ({
    measure: `${MESSAGES} messages, ${measure}`,
    unit: 'ms',
    ours: rounds.map((round) => round[of]),
    figure: 'alone',
  });
  const bounded = (measure: string, of: keyof LongConversation, bound: number): Row => ({
    ...row(measure, of),
    bound,
    aim: bound / 2,
  });
  return [
    bounded('open, by the clock', 'open', 300),
    row('hide the view and show it again, by the clock', 'shownAgain'),
    bounded('type a letter, main thread', 'letter', 16),
    row('type a letter, longest task', 'longestForLetter'),
    bounded('resize, main thread', 'resize', 50),
    row('resize, longest task', 'longestForResize'),
  ];
}
