import assert from 'node:assert/strict';
import type { CDPSession } from 'playwright-core';
import { readWritten, segmentEdits } from '../../src/audio/transcript-text.ts';
import { until } from '../until.ts';
import { closeBrowser } from '../webview/shared-browser.ts';
import { openTranscriptPage, type TranscriptPage } from '../webview/transcript-page.ts';
import { median, quantile, type Row } from './row.ts';

const ROUNDS = 5;
const SEGMENTS = 5000;
/** Of scrolling: what a wheel turns by in a frame. */
const FRAMES = 240;
const STEP = 150;

/**
 * How long a transcript of five thousand segments keeps the page's main thread: to open it, in each frame of scrolling and
 * of playing, and to show a change; and the host, to read the file and to find the place of an edit in it.
 */
export async function measureTranscript(): Promise<Row[]> {
  const open: number[] = [];
  const first: number[] = [];
  const scroll: number[] = [];
  const mark: number[] = [];
  const change: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await openTranscriptPage();
      const session = await page.page.context().newCDPSession(page.page);
      await session.send('Performance.enable');
      const before = await taskDuration(session);
      await page.beginMany(SEGMENTS);
      await page.drawn();
      first.push((await taskDuration(session)) - before);
      await until('all are there', async () => (await page.page.locator('.segment').count()) === SEGMENTS);
      await page.drawn();
      open.push((await taskDuration(session)) - before);

      const frames: number[] = [];
      for (let frame = 0; frame < FRAMES; frame++) {
        frames.push(
          await busy(session, page, () =>
            page.page.evaluate(`document.querySelector('.scroller').scrollTop = ${(frame + 1) * STEP}`),
          ),
        );
      }
      scroll.push(quantile(frames, 0.95));
      // What does not work would be fast.
      assert.ok(await page.row(Math.floor((FRAMES * STEP) / 29.5)).isVisible());

      const marks: number[] = [];
      await page.post({ type: 'audio', audio: { uri: 'https://files.test/talk.wav', name: 'talk.wav' } });
      await until('the recording is known', async () => (await page.sound<number>('readyState')) > 0);
      for (const seconds of [5, 9, 13, 17, 21, 25]) {
        marks.push(await busy(session, page, () => page.page.evaluate(`sounds[0].currentTime = ${seconds}`)));
      }
      mark.push(median(marks));
      assert.equal(await page.current.locator('.text').textContent(), 'Words of segment 6.');

      const changes: number[] = [];
      for (const index of [10, 2500, 4990]) {
        const changed = { start: 4 * index, end: 4 * index + 4, text: 'Changed', isEditable: true };
        changes.push(await busy(session, page, () => page.change(index, 1, [changed])));
      }
      change.push(median(changes));
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  } finally {
    await closeBrowser();
  }
  const row = (measure: string, ours: number[], bound: number): Row => ({
    measure: `transcript, ${SEGMENTS} segments: ${measure}`,
    unit: 'ms',
    ours,
    figure: 'alone',
    bound,
    aim: bound / 2,
  });
  return [
    row('the first of them', first, 250),
    row('open', open, 500),
    row('a frame of scrolling, 95th percentile', scroll, 16),
    row('mark another one', mark, 16),
    row('show a change', change, 50),
    ...inHost().map(({ measure, ours, bound }) => row(measure, ours, bound)),
  ];
}

function inHost(): { measure: string; ours: number[]; bound: number }[] {
  const segments = Array.from({ length: SEGMENTS }, (_, id) => ({
    id,
    start: 4 * id,
    end: 4 * id + 4,
    text: ` Words of segment ${id} that somebody has said.`,
    tokens: [50364, 1374, 264, 700, 551],
    avg_logprob: -0.3,
  }));
  const text = segments.map((segment) => segment.text).join('');
  const json = JSON.stringify({ text: text.trim(), segments }, null, 2);
  const file = readWritten(json);
  const read: number[] = [];
  const edit: number[] = [];
  for (let round = 0; round < 15; round++) {
    read.push(processorTime(() => readWritten(json)));
    edit.push(processorTime(() => segmentEdits(file, SEGMENTS - 1, 'Changed')));
  }
  return [
    { measure: `host: read the file (${(json.length / 2 ** 20).toFixed(1)} MB)`, ours: read, bound: 50 },
    { measure: 'host: find the places of an edit', ours: edit, bound: 10 },
  ];
}

function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  return process.cpuUsage(before).user / 1000;
}

/** Milliseconds that the main thread is at work, until what was done is on the screen. */
async function busy(session: CDPSession, page: TranscriptPage, act: () => Promise<unknown>): Promise<number> {
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
