import assert from 'node:assert/strict';
import { encode } from 'fast-png';
import { decodePng, encodePng, type Pixels } from '../../service/png.ts';
import type { ImageContents, ImageUrls } from './answers.ts';
import { assertRefused, useService } from './service-fixture.ts';

const generations = '/v1/images/generations';
const edits = '/v1/images/edits';
const variations = '/v1/images/variations';

/** A square picture, red in its left half and blue in its right, with the alpha of each half given. */
function halves(side: number, leftAlpha = 255, rightAlpha = 255): Pixels {
  const rgba = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      rgba.set(x < side / 2 ? [200, 30, 30, leftAlpha] : [30, 30, 200, rightAlpha], (y * side + x) * 4);
    }
  }
  return { width: side, height: side, rgba };
}

function png(pixels: Pixels, name = 'image.png'): File {
  return new File([new Uint8Array(encodePng(pixels))], name, { type: 'image/png' });
}

/** The same picture without an alpha channel. */
function opaque(side: number): File {
  const data = new Uint8Array(side * side * 3).fill(120);
  return new File([new Uint8Array(encode({ width: side, height: side, data, channels: 3 }))], 'opaque.png');
}

describe('sample service: images', () => {
  const fixture = useService();

  function pixelsOf(entry: { b64_json: string }) {
    return decodePng(Buffer.from(entry.b64_json, 'base64'));
  }

  const small = { size: '256x256', response_format: 'b64_json' };

  it('serves generated images to anyone who has the address', async () => {
    const { status, body } = await fixture.post<ImageUrls>(generations, {
      prompt: 'a red boat',
      n: 2,
      size: '512x512',
    });
    assert.equal(status, 200);
    assert.equal(typeof body.created, 'number');
    assert.equal(body.data.length, 2);
    for (const { url } of body.data) {
      const response = await fetch(url);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'image/png');
      const { width, height } = decodePng(new Uint8Array(await response.arrayBuffer()));
      assert.deepEqual([width, height], [512, 512]);
    }
    const download = fixture.service.requests.findLast((request) => request.path.startsWith('/files/'));
    assert.equal(download?.headers.authorization, undefined);
    assert.equal((await fetch(`${fixture.service.origin}/files/absent.png`)).status, 404);
  });

  it('records whether a key came with a download', async () => {
    const { body } = await fixture.post<ImageUrls>(generations, { prompt: 'x', size: '256x256' });
    await fetch(body.data[0].url, { headers: { authorization: 'Bearer leaked' } });
    assert.equal(fixture.service.requests.at(-1)?.headers.authorization, 'Bearer leaked');
  });

  it('draws 1024x1024 unless told otherwise, and each prompt in its own way', async () => {
    const draw = async (prompt: string) =>
      (await fixture.post<ImageContents>(generations, { prompt, response_format: 'b64_json' })).body.data[0];
    const sea = await draw('the sea at night');
    assert.equal(pixelsOf(sea).width, 1024);
    assert.deepEqual(await draw('the sea at night'), sea);
    assert.notDeepEqual(await draw('a green meadow'), sea);
  });

  const refusals: readonly (readonly [string, object, string, string])[] = [
    ['a missing prompt', { prompt: undefined }, 'prompt', 'missing_required_parameter'],
    ['a prompt of 1001 characters', { prompt: 'x'.repeat(1001) }, 'prompt', 'invalid_value'],
    ['n of 0', { n: 0 }, 'n', 'invalid_value'],
    ['n above 10', { n: 11 }, 'n', 'invalid_value'],
    ['another size', { size: '300x300' }, 'size', 'invalid_type'],
    ['another response_format', { response_format: 'png' }, 'response_format', 'invalid_type'],
    ['a model', { model: 'image-1' }, 'model', 'unknown_parameter'],
  ];
  for (const [what, changes, param, code] of refusals) {
    it(`refuses ${what}`, async () => {
      assertRefused(await fixture.post(generations, { prompt: 'x', ...changes }), param, code);
    });
  }

  it('accepts a prompt of 1000 characters, counted as characters', async () => {
    const { status } = await fixture.post(generations, { prompt: '🦊'.repeat(1000), size: '256x256' });
    assert.equal(status, 200);
  });

  it('edits where the mask is transparent and keeps every other pixel', async () => {
    const fields = { ...small, image: png(halves(256)), mask: png(halves(256, 255, 0)), prompt: 'a meadow' };
    const { status, body } = await fixture.upload<ImageContents>(edits, fields);
    assert.equal(status, 200, JSON.stringify(body));
    const { rgba } = pixelsOf(body.data[0]);
    const original = halves(256).rgba;
    let changed = 0;
    for (let at = 0; at < rgba.length; at += 4) {
      const same = [0, 1, 2, 3].every((channel) => rgba[at + channel] === original[at + channel]);
      if ((at / 4) % 256 < 128) {
        assert.ok(same, `pixel ${at / 4} was masked`);
      } else if (!same) {
        changed += 1;
      }
    }
    assert.ok(changed > 30_000, `${changed} pixels changed`);
  });

  it('edits the transparent part of an image without a mask', async () => {
    const fields = { ...small, image: png(halves(256, 0, 255)), prompt: 'a meadow', n: '2' };
    const { body } = await fixture.upload<ImageContents>(edits, fields);
    assert.equal(body.data.length, 2);
    const { rgba } = pixelsOf(body.data[0]);
    assert.equal(rgba[3], 255);
    assert.deepEqual([...rgba.subarray(-4)], [30, 30, 200, 255]);
    assert.notDeepEqual(body.data[1], body.data[0]);
  });

  it('varies an image by turning its colours', async () => {
    const { status, body } = await fixture.upload<ImageContents>(variations, {
      ...small,
      image: png(halves(64)),
      n: '3',
    });
    assert.equal(status, 200, JSON.stringify(body));
    const firsts = body.data.map((entry) => [...pixelsOf(entry).rgba.subarray(0, 3)].join());
    assert.equal(new Set(['200,30,30', ...firsts]).size, 4);
    assert.equal(pixelsOf(body.data[0]).width, 256);
  });

  describe('uploads it refuses', () => {
    const image = png(halves(64));
    const noise = Buffer.alloc(4 * 1024 * 1024);
    const cases: readonly (readonly [string, string, Record<string, string | File>, string, string])[] = [
      ['no image', edits, { prompt: 'x' }, 'image', 'missing_required_parameter'],
      ['an image that is text', edits, { image: 'picture', prompt: 'x' }, 'image', 'invalid_type'],
      ['no prompt', edits, { image }, 'prompt', 'missing_required_parameter'],
      [
        'a JPEG',
        edits,
        { image: new File([Buffer.from([0xff, 0xd8, 0xff])], 'a.png'), prompt: 'x' },
        'image',
        'invalid_image',
      ],
      ['4 MB', variations, { image: new File([noise], 'a.png') }, 'image', 'invalid_image'],
      [
        'an image that is not square',
        variations,
        { image: png({ ...halves(64), height: 32, rgba: new Uint8ClampedArray(64 * 32 * 4) }) },
        'image',
        'invalid_image',
      ],
      [
        'a mask of another size',
        edits,
        { image, mask: png(halves(32)), prompt: 'x' },
        'mask',
        'invalid_image',
      ],
      ['a mask without alpha', edits, { image, mask: opaque(64), prompt: 'x' }, 'mask', 'invalid_image'],
      ['neither a mask nor alpha', edits, { image: opaque(64), prompt: 'x' }, 'image', 'invalid_image'],
      ['n that is no number', variations, { image, n: 'many' }, 'n', 'invalid_value'],
      ['n above 10', variations, { image, n: '11' }, 'n', 'invalid_value'],
      ['a prompt for a variation', variations, { image, prompt: 'x' }, 'prompt', 'unknown_parameter'],
    ];
    for (const [what, path, fields, param, code] of cases) {
      it(what, async () => {
        assertRefused(await fixture.upload(path, fields), param, code);
      });
    }

    it('a body that is no form', async () => {
      assertRefused(await fixture.post(edits, { prompt: 'x' }), null, 'invalid_content_type');
    });
  });
});

describe('sample service: PNG', () => {
  it('reads every kind of pixel alike', () => {
    const kinds: readonly (readonly [string, Parameters<typeof encode>[0], number[], boolean])[] = [
      ['gray', { width: 1, height: 1, channels: 1, data: new Uint8Array([7]) }, [7, 7, 7, 255], false],
      [
        'gray with alpha',
        { width: 1, height: 1, channels: 2, data: new Uint8Array([7, 9]) },
        [7, 7, 7, 9],
        true,
      ],
      ['RGB', { width: 1, height: 1, channels: 3, data: new Uint8Array([1, 2, 3]) }, [1, 2, 3, 255], false],
      ['RGBA', { width: 1, height: 1, channels: 4, data: new Uint8Array([1, 2, 3, 4]) }, [1, 2, 3, 4], true],
      [
        '16 bits',
        { width: 1, height: 1, channels: 3, depth: 16, data: new Uint16Array([257, 514, 65535]) },
        [1, 2, 255, 255],
        false,
      ],
    ];
    for (const [kind, image, pixel, hasAlpha] of kinds) {
      const decoded = decodePng(encode(image));
      assert.deepEqual([...decoded.rgba], pixel, kind);
      assert.equal(decoded.hasAlpha, hasAlpha, kind);
    }
  });

  it('reads pixels that share a byte, and palettes with transparency', () => {
    // Made by hand: 3 x 1 pixels of 2 bits (indices 0, 1, 2), a palette of three colours, the second half transparent.
    const bytes = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAgMAAABmjvwnAAAACVBMVEUKFB4oMjxGUFoWrIR0AAAAAnRSTlP/gAgPs2oAAAAKSURBVHicY5AAAAAaABktiPQ2AAAAAElFTkSuQmCC',
      'base64',
    );
    const decoded = decodePng(bytes);
    assert.deepEqual([...decoded.rgba], [10, 20, 30, 255, 40, 50, 60, 128, 70, 80, 90, 255]);
    assert.equal(decoded.hasAlpha, true);
  });
});
