import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import type { Colour } from './mask-images.ts';
import { gradient, png } from './mask-images.ts';
import { maskPages } from './mask-page.ts';
import type { ServedFile } from './served-file.ts';

const CLEAR: Colour = [0, 0, 0, 0];
const BLACK: Colour = [0, 0, 0, 255];

/** A PNG whose head says this, with nothing behind it that would hold it. */
function promising(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(gradient(1, 1).bytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(29, crc32(bytes.subarray(12, 29)));
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return ~crc >>> 0;
}

const file = (bytes: Uint8Array, contentType = 'image/png'): ServedFile => ({ bytes, contentType });
const text = (content: string, contentType: string) => file(new TextEncoder().encode(content), contentType);

describe('the mask editor with bad input', () => {
  const open = maskPages();

  const damaged = '“bad.png” cannot be shown: it is damaged, or of a kind that is not known here.';
  const tooLarge =
    '“bad.png” has more pixels than can be edited here. Scale it down in another program first.';
  const images: Record<string, [ServedFile, width: number, height: number, words: string]> = {
    nothing: [file(new Uint8Array()), 10, 10, damaged],
    'a page': [text('<html>', 'text/html'), 10, 10, damaged],
    'a false head': [file(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4])), 10, 10, damaged],
    'a bomb': [file(promising(30_000, 30_000)), 30_000, 30_000, tooLarge],
    'a bomb that was not announced': [file(promising(30_000, 30_000)), 100, 100, damaged],
    'more pixels than were announced': [file(greyPng(8000, 8000)), 100, 100, tooLarge],
    'a long line': [file(promising(1_000_000, 1)), 1_000_000, 1, tooLarge],
    'no width': [file(promising(0, 10)), 0, 10, '“bad.png” has no pixels.'],
  };
  for (const [name, [image, width, height, words]] of Object.entries(images)) {
    it(`says in words that an image cannot be shown: ${name}`, async () => {
      const page = await open();
      await page.begin(image, { image: { uri: '', name: 'bad.png', width, height } });
      await page.page.locator('.blank').filter({ hasText: words }).waitFor();
      assert.equal((await page.said()).includes(words), true);
      assert.equal(await page.button('Brush').count(), 0);
      assert.equal(await page.button('Edit Image').getAttribute('aria-disabled'), 'true');
      // It is off, but a click on it is not refused.
      await page.button('Edit Image').click({ force: true });
      await page.button('Cancel').click();
      assert.deepEqual(
        (await page.allPosted()).map(({ type }) => type),
        ['ready', 'cancel'],
      );
    });
  }

  it('runs nothing of an SVG, and shows it', async () => {
    const page = await open();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>globalThis.top.hacked = 1;</script>' +
      '<image href="https://evil.test/x.png"/><rect width="20" height="10" fill="red"/></svg>';
    await page.shown(text(svg, 'image/svg+xml'), {
      image: { uri: '', name: 'a.svg', width: 20, height: 10 },
    });
    assert.equal(await page.facts.textContent(), '20×10 · mask 0 %');
    assert.equal(await page.page.evaluate('globalThis.hacked'), undefined);
  });

  it('works with a single pixel', async () => {
    const page = await open();
    await page.shown(gradient(1, 1));
    await page.canvas.press('Space');
    await page.drawn();
    assert.equal(await page.facts.textContent(), '1×1 · mask 100 %');
    assert.deepEqual((await page.mask()).at(0, 0), CLEAR);
  });

  it('shows names and texts as they are', async () => {
    const page = await open();
    const hostile = '<img src=x onerror=alert(1)> {0} ${x} \u202e';
    await page.shown(gradient(20, 20), {
      image: { uri: '', name: hostile, width: 20, height: 20 },
      prompts: [hostile],
      findings: [{ text: hostile, level: 'warning', conversions: [] }],
    });
    await page.post({ type: 'error', text: hostile });
    await page.problem.filter({ hasText: hostile }).waitFor();
    assert.equal(await page.page.locator('h1').textContent(), `Edit Image: ${hostile}`);
    assert.equal(await page.page.locator('main img').count(), 0);
  });

  it('drops what it cannot understand, and goes on', async () => {
    const page = await open();
    await page.shown(gradient(20, 20));
    const wrong: unknown[] = [
      'nonsense',
      null,
      { type: 'unknown' },
      { type: 'init' },
      { type: 'busy', text: 3 },
      { type: 'busy', text: '', done: 2 },
      { type: 'maskFile', name: 'a', bytes: [1, 2, 3] },
    ];
    for (const message of wrong) {
      await page.postRaw(message);
    }
    await page.post({ type: 'busy', text: 'Sending…', done: 0.5 });
    await page.page.getByText('Sending…').first().waitFor();
    assert.equal(page.problems.length, wrong.length);
    assert.ok(page.problems.every((problem) => problem.startsWith('The page got what it cannot')));
    page.problems.length = 0;
  });
});

describe('a mask file in the mask editor', () => {
  const open = maskPages();
  const opened = async () => {
    const page = await open();
    await page.shown(gradient(40, 30));
    return page;
  };

  it('is asked for, and what is transparent in it is the mask', async () => {
    const page = await opened();
    await page.button('Choose a Mask File…').click();
    await page.posted('chooseMaskFile');
    await page.button('Invert').click();
    const { bytes } = png(40, 30, (x, y) => (x < 10 && y < 20 ? CLEAR : x < 20 ? [0, 0, 0, 128] : BLACK));
    await page.post({ type: 'maskFile', name: 'mask.png', bytes });
    await page.facts.filter({ hasText: 'mask 17 %' }).waitFor();
    const mask = await page.mask();
    assert.deepEqual([mask.at(9, 19)[3], mask.at(10, 19)[3], mask.at(9, 20)[3]], [0, 255, 255]);
    await page.canvas.press('Control+z');
    await page.facts.filter({ hasText: 'mask 100 %' }).waitFor();
  });

  const wrong: Record<string, [bytes: Uint8Array, words: string]> = {
    'other dimensions': [
      png(30, 40, () => CLEAR).bytes,
      '“m.png” has 30×40 pixels, but the image 40×30. A mask needs the dimensions of its image.',
    ],
    'a bomb': [
      promising(30_000, 30_000),
      '“m.png” has 30000×30000 pixels, but the image 40×30. A mask needs the dimensions of its image.',
    ],
    'no PNG': [new TextEncoder().encode('GIF89a and more of it, to be long enough'), '“m.png” is no PNG.'],
    nothing: [new Uint8Array(), '“m.png” is no PNG.'],
    'a PNG that ends too early': [
      png(40, 30, () => CLEAR).bytes.subarray(0, 45),
      '“m.png” cannot be read: it is damaged.',
    ],
    'nothing transparent': [png(40, 30, () => BLACK).bytes, 'No pixel of “m.png” is wholly transparent.'],
  };
  for (const [name, [bytes, words]] of Object.entries(wrong)) {
    it(`leaves the mask alone, and says what is wrong: ${name}`, async () => {
      const page = await opened();
      await page.button('Rectangle').click();
      await page.drag([0, 0], [20, 30]);
      await page.post({ type: 'maskFile', name: 'm.png', bytes });
      await page.problem.filter({ hasText: words }).waitFor();
      assert.equal(await page.facts.textContent(), '40×30 · mask 50 %');
    });
  }

  it('with a palette is read as well', async () => {
    const page = await opened();
    const palette = palettePng(40, 30);
    await page.post({ type: 'maskFile', name: 'm.png', bytes: palette });
    await page.facts.filter({ hasText: 'mask 50 %' }).waitFor();
  });
});

/** A PNG of two colours, of which the first is transparent: the upper half. */
function palettePng(width: number, height: number): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), Buffer.alloc(width, y < height / 2 ? 0 : 1)]),
  );
  const palette = [chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255])), chunk('tRNS', Buffer.from([0]))];
  return new Uint8Array(pngOf(width, height, [8, 3, 0, 0, 0], Buffer.concat(rows), palette));
}

/** @param format depth, colour type, compression, filter and interlacing */
function pngOf(
  width: number,
  height: number,
  format: readonly number[],
  rows: Buffer,
  extra: readonly Buffer[] = [],
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(format, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...extra,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG that is black, of one bit a pixel. */
function greyPng(width: number, height: number): Uint8Array {
  return new Uint8Array(pngOf(width, height, [1, 0, 0, 0, 0], Buffer.alloc(height * (1 + width / 8))));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
