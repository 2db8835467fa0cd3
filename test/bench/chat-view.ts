import assert from 'node:assert/strict';
import type { CDPSession } from 'playwright-core';
import type { Turn } from '../../src/chat/shared/protocol.ts';
import { type ChatPage, openChatPage } from '../webview/chat-page.ts';
import { question, reply, stateMessage, viewState } from '../webview/chat-states.ts';
import { closeBrowser } from '../webview/shared-browser.ts';
import { median, type Row } from './row.ts';

const ROUNDS = 7;
const MESSAGES = 1000;
const LETTERS = 20;

/**
 * How long a conversation of a thousand messages keeps the chat view's main thread: to open it, to type a letter
 * into the composer, and to make the view narrower or wider. All messages are shown, none is folded away.
 */
export async function measureChatView(): Promise<Row[]> {
  const open: number[] = [];
  const letter: number[] = [];
  const resize: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await openChatPage({ state: viewState() });
      const session = await page.page.context().newCDPSession(page.page);
      await session.send('Performance.enable');
      open.push(await busy(session, page, () => page.post(stateMessage(conversation(round)))));
      // What does not work would be fast.
      assert.equal(await page.log.getByRole('article').count(), MESSAGES);

      await page.composer.focus();
      const letters: number[] = [];
      for (let i = 0; i < LETTERS; i++) {
        letters.push(await busy(session, page, () => page.page.keyboard.press('x')));
      }
      letter.push(median(letters));
      assert.equal(await page.composer.inputValue(), 'x'.repeat(LETTERS));

      const sizes: number[] = [];
      for (const width of [300, 420, 280, 500, 360]) {
        sizes.push(await busy(session, page, () => page.page.setViewportSize({ width, height: 640 })));
      }
      resize.push(median(sizes));
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  } finally {
    await closeBrowser();
  }
  const row = (measure: string, ours: number[], bound: number): Row => ({
    measure: `chat view, ${MESSAGES} messages: ${measure}`,
    unit: 'ms',
    ours,
    figure: 'alone',
    bound,
    aim: bound / 2,
  });
  return [row('open', open, 300), row('type a letter', letter, 16), row('resize', resize, 50)];
}

/** Milliseconds that the main thread is at work, until what was done is on the screen. */
async function busy(session: CDPSession, page: ChatPage, act: () => Promise<unknown>): Promise<number> {
  await page.drawn();
  const before = await taskDuration(session);
  await act();
  await page.drawn();
  return (await taskDuration(session)) - before;
}

async function taskDuration(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

function conversation(round: number) {
  const turns: Turn[] = Array.from({ length: MESSAGES }, (_, i) => {
    const id = `r${round}m${i}`;
    return i % 2 === 0
      ? question(id, `Why does step ${i} read the file twice, and how would you fix it?`)
      : reply(
          id,
          `It reads it **once** to learn the size:\n\n${code}\n\n- one\n- two\n\nThat is all of ${i}.`,
          {
            usage: { prompt: 400 + i, completion: 120 },
          },
        );
  });
  return viewState({ conversation: { id: `c${round}`, turns } });
}

const code =
  '```ts\nconst { size } = await stat(path);\nreturn size > MAX ? undefined : readFile(path);\n```';
