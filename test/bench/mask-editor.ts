import assert from 'node:assert/strict';
import { largeImage } from '../webview/mask-images.ts';
import { type MaskPage, openMaskPage } from '../webview/mask-page.ts';
import { closeBrowser } from '../webview/shared-browser.ts';
import { quantile, type Row } from './row.ts';

const ROUNDS = 3;
const EDGE = 4096;
const MOVES = 120;

/** Adds up what the page's own code takes in each frame: all that pointer moves and drawing cause. */
const MEASURE = `
  globalThis.frames = [];
  let spent = 0;
  const timed = (run) => (...all) => {
    const start = performance.now();
    try { return run(...all); } finally { spent += performance.now() - start; }
  };
  const request = requestAnimationFrame;
  globalThis.requestAnimationFrame = (run) => request(timed(run));
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, run, options) {
    return add.call(this, type, type.startsWith('pointer') ? timed(run) : run, options);
  };
  const frame = () => { frames.push(spent); spent = 0; request(frame); };
  request(frame);`;

/** What a person waits for in the mask editor with a large image: the brush in each frame, and the mask at the end. */
export async function measureMaskEditor(): Promise<Row[]> {
  const small: number[] = [];
  const whole: number[] = [];
  const close: number[] = [];
  const written: number[] = [];
  const image = largeImage(EDGE);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await openMaskPage();
      await page.page.addInitScript(MEASURE);
      await page.page.reload();
      await page.posted('ready');
      await page.shown(image);
      small.push(await stroke(page, '0', 50));
      whole.push(await stroke(page, '0', 100));
      close.push(await stroke(page, '1', 100));
      const start = performance.now();
      await page.submitted();
      written.push(performance.now() - start);
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  } finally {
    await closeBrowser();
  }
  const row = (measure: string, ours: number[], bound: number): Row => ({
    measure: `mask editor, ${EDGE}×${EDGE}: ${measure}`,
    unit: 'ms',
    ours,
    figure: 'alone',
    bound,
    aim: bound / 2,
  });
  return [
    row('a frame of a stroke of 32 px, 95th percentile', small, 16),
    row('a frame of a stroke of 1024 px, 95th percentile', whole, 16),
    row('the same at full size', close, 16),
    row('write the mask', written, 2000),
  ];
}

/** The 95th percentile of a frame's work, of those in which there was some. */
async function stroke(page: MaskPage, zoom: string, size: number): Promise<number> {
  await page.canvas.press(zoom);
  await page.page.getByRole('slider').fill(String(size));
  await page.drawn();
  await page.page.evaluate('frames.length = 0');
  const box = await page.canvas.boundingBox();
  assert.ok(box);
  const { mouse } = page.page;
  await mouse.move(box.x + 20, box.y + 20);
  await mouse.down();
  for (let move = 0; move < MOVES; move++) {
    await mouse.move(
      box.x + box.width * (0.5 + 0.3 * Math.cos(move / 8)),
      box.y + box.height * (0.5 + 0.3 * Math.sin(move / 8)),
    );
  }
  await mouse.up();
  await page.drawn();
  const frames = (await page.page.evaluate('frames')) as number[];
  return quantile(
    frames.filter((spent) => spent > 0.2),
    0.95,
  );
}
