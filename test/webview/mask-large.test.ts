import assert from 'node:assert/strict';
import { largeImage } from './mask-images.ts';
import { maskPages, transparentIn } from './mask-page.ts';

describe('the mask editor with a large image', () => {
  const open = maskPages();

  it('gives a mask of 4096 × 4096 pixels that is far below 4 MB', async () => {
    const page = await open();
    await page.shown(largeImage(4096));
    await page.button('Rectangle').click();
    const { mouse } = page.page;
    const [from, to] = [await page.onPage(-50, -50), await page.onPage(2048, 4200)];
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y);
    await mouse.up();
    await page.facts.filter({ hasText: '4096×4096 · mask 50 %' }).waitFor();
    await page.button('Undo').click();
    await page.button('Redo').click();
    const { mask, image } = await page.submitted();
    assert.equal(image, undefined);
    assert.ok(mask.length < 2 ** 20, `${mask.length} bytes`);
    const columns = transparentIn(mask) / 4096;
    assert.ok(Math.abs(columns - 2048) <= 8, `${columns} columns`);
    // 16 million pixels take seconds on a busy machine.
  }).timeout(60_000);
});
