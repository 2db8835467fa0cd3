import assert from 'node:assert/strict';
import type { Finding } from '../../src/images/shared/mask-protocol.ts';
import { type Colour, gradient, png } from './mask-images.ts';
import { type MaskPage, maskPages, pixels, transparentIn } from './mask-page.ts';

const notSquare: Finding = {
  text: 'The image is not square.',
  level: 'refused',
  conversions: [{ kind: 'pad' }, { kind: 'crop' }],
};
const large: Finding = {
  text: 'The image is large.',
  level: 'warning',
  conversions: [
    { kind: 'scale', edge: 512 },
    { kind: 'scale', edge: 256 },
  ],
};
const notPng: Finding = { text: 'The image is no PNG.', level: 'refused', conversions: [{ kind: 'png' }] };

const RED: Colour = [255, 0, 0, 255];
const BLUE: Colour = [0, 0, 255, 255];

/** Red on the left, blue on the right. */
const twoHalves = (width: number, height: number) => png(width, height, (x) => (x < width / 2 ? RED : BLUE));

describe('conversions in the mask editor', () => {
  const open = maskPages();
  const opened = async (findings: Finding[], width = 400, height = 200): Promise<MaskPage> => {
    const page = await open();
    await page.shown(twoHalves(width, height), { findings });
    return page;
  };
  const paint = async (page: MaskPage, from: readonly [number, number], to: readonly [number, number]) => {
    await page.button('Rectangle').click();
    await page.drag(from, to);
  };

  it('sends the image as it is where nothing was converted', async () => {
    const page = await opened([large]);
    await paint(page, [0, 0], [10, 10]);
    assert.equal((await page.submitted()).image, undefined);
  });

  it('refuses to send what the service would refuse, until it is converted', async () => {
    const page = await opened([notSquare]);
    await paint(page, [0, 0], [10, 10]);
    await page.button('Edit Image').click();
    await page.problem.filter({ hasText: 'The service would refuse this image.' }).waitFor();
    assert.deepEqual(await page.postedOf('submit'), []);
    await page.button('Pad to a Square').click();
    await page.submitted();
    assert.equal(await page.page.getByText(notSquare.text).count(), 0);
  });

  it('pads by transparent edges, and the mask goes along', async () => {
    const page = await opened([notSquare]);
    await paint(page, [100, 50], [150, 60]);
    await page.button('Pad to a Square').click();
    await page.drawn();
    const { image, mask } = await page.submitted();
    assert.ok(image);
    const [padded, painted] = [pixels(image), pixels(mask)];
    assert.deepEqual([padded.width, padded.height], [400, 400]);
    assert.deepEqual([painted.width, painted.height], [400, 400]);
    assert.deepEqual(padded.at(0, 99), [0, 0, 0, 0]);
    assert.deepEqual(padded.at(0, 100), RED);
    assert.deepEqual(padded.at(399, 299), BLUE);
    assert.deepEqual(padded.at(399, 300), [0, 0, 0, 0]);
    assert.deepEqual(painted.at(100, 150)[3], 0);
    assert.deepEqual(painted.at(149, 159)[3], 0);
    assert.equal(transparentIn(mask), 50 * 10);
    assert.equal(await page.facts.textContent(), '400×400 · mask < 1 %');
  });

  it('crops to the square that was moved by pointer and keys', async () => {
    const page = await opened([notSquare]);
    await paint(page, [190, 50], [210, 60]);
    await page.button('Crop to a Square…').click();
    await page.drag([200, 100], [240, 130]);
    await page.canvas.press('Alt+ArrowRight');
    assert.equal((await page.said()).at(-1), 'Square at 141, 0');
    await page.canvas.press('Enter');
    await page.drawn();
    const { image, mask } = await page.submitted();
    assert.ok(image);
    const cropped = pixels(image);
    assert.deepEqual([cropped.width, cropped.height], [200, 200]);
    assert.deepEqual(cropped.at(58, 0), RED);
    assert.deepEqual(cropped.at(59, 0), BLUE);
    assert.deepEqual(pixels(mask).at(49, 50)[3], 0);
    assert.deepEqual(pixels(mask).at(48, 50)[3], 255);
    assert.equal(transparentIn(mask), 20 * 10);
  });

  it('leaves all as it was when cropping is given up', async () => {
    const page = await opened([notSquare]);
    await page.button('Crop to a Square…').click();
    await page.canvas.press('ArrowLeft');
    await page.canvas.press('Escape');
    await page.button('Crop to a Square…').waitFor();
    assert.equal(await page.facts.textContent(), '400×200 · mask 0 %');
    assert.equal(await page.button('Brush').getAttribute('aria-pressed'), 'true');
  });

  it('scales down, and what was painted stays where it is in the image', async () => {
    const page = await opened([large], 1024, 512);
    await paint(page, [512, 0], [1024, 512]);
    await page.button('Scale Down to 256 Pixels').click();
    await page.drawn();
    const { image, mask } = await page.submitted();
    assert.ok(image);
    const [scaled, painted] = [pixels(image), pixels(mask)];
    assert.deepEqual([scaled.width, scaled.height, painted.width, painted.height], [256, 128, 256, 128]);
    assert.deepEqual([scaled.at(10, 10), scaled.at(250, 10)], [RED, BLUE]);
    assert.deepEqual([painted.at(127, 0)[3], painted.at(128, 0)[3]], [255, 0]);
    assert.equal(transparentIn(mask), 128 * 128);
  });

  it('undoes conversions in turn with what was painted', async () => {
    const page = await opened([notSquare, large], 1000, 500);
    await paint(page, [0, 0], [500, 500]);
    await page.button('Pad to a Square').click();
    await page.button('Scale Down to 512 Pixels').click();
    await page.button('Invert').click();
    await page.drawn();
    assert.equal(await page.facts.textContent(), '512×512 · mask 75 %');
    for (const facts of [
      '512×512 · mask 25 %',
      '1000×1000 · mask 25 %',
      '1000×500 · mask 50 %',
      '1000×500 · mask 0 %',
    ]) {
      await page.canvas.press('Control+z');
      await page.drawn();
      assert.equal(await page.facts.textContent(), facts);
    }
    await page.button('Pad to a Square').waitFor();
    for (let step = 0; step < 4; step++) {
      await page.canvas.press('Control+Shift+Z');
    }
    await page.drawn();
    assert.equal(await page.facts.textContent(), '512×512 · mask 75 %');
    const { image } = await page.submitted();
    assert.ok(image);
    assert.deepEqual(pixels(image).at(0, 256), RED);
  });

  it('makes a PNG of what is none', async () => {
    const page = await open();
    const jpeg = (await page.page.evaluate(`(async () => {
      const canvas = new OffscreenCanvas(64, 64);
      canvas.getContext('2d').fillRect(0, 0, 64, 64);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())];
    })()`)) as number[];
    await page.shown(
      { bytes: Uint8Array.from(jpeg), contentType: 'image/jpeg' },
      { image: { uri: '', name: 'boat.jpg', width: 64, height: 64 }, findings: [notPng] },
    );
    await paint(page, [0, 0], [10, 10]);
    await page.button('Convert to PNG').click();
    const { image } = await page.submitted();
    assert.ok(image);
    assert.deepEqual(pixels(image).at(5, 5).slice(0, 3), [0, 0, 0]);
  });

  it('has to be converted when it is shown in other dimensions than its file tells', async () => {
    const page = await open();
    await page.shown(gradient(40, 30), { image: { uri: '', name: 'turned.png', width: 30, height: 40 } });
    await page.button('Invert').click();
    await page.button('Edit Image').click();
    await page.problem.filter({ hasText: 'The service would refuse' }).waitFor();
    await page.button('Convert to PNG').click();
    const { image } = await page.submitted();
    assert.ok(image);
    assert.deepEqual([pixels(image).width, pixels(image).height], [40, 30]);
  });

  it('takes the transparency of the image for the mask, where it is whole', async () => {
    const page = await open();
    await page.shown(png(64, 64, (x) => (x < 10 ? [9, 9, 9, 0] : x < 20 ? [9, 9, 9, 1] : RED)));
    await page.button('Use the Image’s Transparency').click();
    await page.drawn();
    assert.equal((await page.said()).at(-1), '16 % of the image is painted');
    const mask = await page.mask();
    assert.deepEqual([mask.at(9, 0)[3], mask.at(10, 0)[3]], [0, 255]);
    await page.canvas.press('Control+z');
    await page.drawn();
    assert.equal(await page.facts.textContent(), '64×64 · mask 0 %');
  });

  it('does not offer the transparency of an image that can have none, but that of edges it was given', async () => {
    const page = await open();
    await page.shown(
      png(40, 21, () => RED),
      {
        image: { uri: '', name: 'boat.jpg', width: 40, height: 21, hasAlpha: false },
        findings: [{ text: 'It is not square.', level: 'refused', conversions: [{ kind: 'pad' }] }],
      },
    );
    const take = page.button('Use the Image’s Transparency');
    assert.equal(await take.getAttribute('aria-disabled'), 'true');
    await take.click({ force: true });
    await page.drawn();
    assert.equal(await page.problem.textContent(), '');
    await page.button('Pad to a Square').click();
    await page.drawn();
    assert.equal(await take.getAttribute('aria-disabled'), 'false');
    await take.click();
    await page.facts.filter({ hasText: '40×40 · mask 48 %' }).waitFor();
  });

  it('says so when the image has none', async () => {
    const page = await opened([]);
    await page.button('Use the Image’s Transparency').click();
    await page.problem.filter({ hasText: 'No pixel of the image is wholly transparent.' }).waitFor();
  });
});
