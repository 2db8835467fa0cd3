import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encode } from 'fast-png';
import { type ImageFacts, lookAtImage } from '../../../src/images/image-facts.ts';
import * as make from './image-bytes.ts';

const PALETTE = make.pngChunk('PLTE', Buffer.alloc(6));

function factsOf(bytes: Uint8Array): ImageFacts {
  const looked = lookAtImage(bytes);
  assert.equal(looked.kind, 'image', JSON.stringify(looked));
  assert.ok(looked.kind === 'image');
  return looked.facts;
}

describe('lookAtImage', () => {
  const plain = { hasAlpha: false, isAnimated: false, bitDepth: 8, isWhole: true };
  const images: [what: string, bytes: Uint8Array, facts: ImageFacts][] = [
    [
      'a PNG with alpha',
      make.png({ width: 3, height: 5 }),
      { ...plain, type: 'png', width: 3, height: 5, hasAlpha: true, colours: 'rgb' },
    ],
    [
      'a PNG of 16 bits',
      make.png({ bitDepth: 16, colourType: 2 }),
      { ...plain, type: 'png', width: 2, height: 2, bitDepth: 16, colours: 'rgb' },
    ],
    [
      'a grey PNG with alpha',
      make.png({ colourType: 4 }),
      { ...plain, type: 'png', width: 2, height: 2, hasAlpha: true, colours: 'grey' },
    ],
    [
      'a grey PNG of one bit, one shade of which is transparent',
      make.png({ colourType: 0, bitDepth: 1 }, [make.pngChunk('tRNS', Buffer.alloc(2))]),
      { ...plain, type: 'png', width: 2, height: 2, hasAlpha: true, bitDepth: 1, colours: 'grey' },
    ],
    [
      'a PNG with a palette',
      make.png({ colourType: 3, bitDepth: 4 }, [PALETTE]),
      { ...plain, type: 'png', width: 2, height: 2, bitDepth: 4, colours: 'palette' },
    ],
    [
      'a PNG with a palette that has alpha',
      make.png({ colourType: 3 }, [PALETTE, make.pngChunk('tRNS', Buffer.alloc(1))]),
      { ...plain, type: 'png', width: 2, height: 2, hasAlpha: true, colours: 'palette' },
    ],
    [
      'an animated PNG',
      make.png({}, [make.pngChunk('acTL', Buffer.alloc(8))]),
      { ...plain, type: 'png', width: 2, height: 2, hasAlpha: true, isAnimated: true, colours: 'rgb' },
    ],
    [
      'a PNG that promises 30,000 times 30,000 pixels',
      make.png({ width: 30_000, height: 30_000 }),
      { ...plain, type: 'png', width: 30_000, height: 30_000, hasAlpha: true, colours: 'rgb' },
    ],
    ['a JPEG', make.jpeg(), { ...plain, type: 'jpeg', width: 4, height: 3, colours: 'rgb' }],
    [
      'a grey, progressive JPEG of 12 bits',
      make.jpeg({ width: 5000, components: 1, progressive: true, precision: 12 }),
      { ...plain, type: 'jpeg', width: 5000, height: 3, bitDepth: 12, colours: 'grey' },
    ],
    [
      'a CMYK JPEG',
      make.jpeg({ components: 4 }),
      { ...plain, type: 'jpeg', width: 4, height: 3, colours: 'cmyk' },
    ],
    [
      'a JPEG, not the smaller one inside it',
      make.jpeg({ width: 400 }, make.jpeg({ width: 40, height: 30 })),
      { ...plain, type: 'jpeg', width: 400, height: 3, colours: 'rgb' },
    ],
    [
      'a lossy WebP',
      make.lossyWebp(640, 480),
      { ...plain, type: 'webp', width: 640, height: 480, colours: 'rgb' },
    ],
    [
      'a lossless WebP with alpha',
      make.losslessWebp(16384, 9999, true),
      { ...plain, type: 'webp', width: 16384, height: 9999, hasAlpha: true, colours: 'rgb' },
    ],
    [
      'a lossless WebP without alpha',
      make.losslessWebp(1, 1, false),
      { ...plain, type: 'webp', width: 1, height: 1, colours: 'rgb' },
    ],
    [
      'an animated WebP',
      make.extendedWebp(70_000, 3, { isAnimated: true, hasAlpha: true }),
      { ...plain, type: 'webp', width: 70_000, height: 3, hasAlpha: true, isAnimated: true, colours: 'rgb' },
    ],
    [
      'an extended WebP that stands still',
      make.extendedWebp(20, 30),
      { ...plain, type: 'webp', width: 20, height: 30, colours: 'rgb' },
    ],
    [
      'a GIF',
      make.gif(9, 8),
      { ...plain, type: 'gif', width: 9, height: 8, bitDepth: 2, colours: 'palette' },
    ],
    [
      'an animated GIF with a colour that is none',
      make.gif(9, 8, { frames: 3, transparent: true }),
      {
        type: 'gif',
        width: 9,
        height: 8,
        hasAlpha: true,
        isAnimated: true,
        bitDepth: 2,
        colours: 'palette',
        isWhole: true,
      },
    ],
  ];
  for (const [what, bytes, facts] of images) {
    it(`knows ${what}`, () => assert.deepEqual(factsOf(bytes), facts));

    it(`knows that ${what} is cut, wherever it is, or that it is none`, () => {
      for (let length = 0; length < bytes.length; length += 1) {
        const looked = lookAtImage(bytes.subarray(0, length));
        assert.ok(looked.kind !== 'image' || !looked.facts.isWhole, `${length} of ${bytes.length}`);
      }
    });
  }

  it('knows what another encoder has made', () => {
    const { type, width, height, hasAlpha, bitDepth, isWhole } = factsOf(
      encode({ width: 7, height: 3, data: new Uint16Array(7 * 3 * 3), channels: 3, depth: 16 }),
    );
    assert.deepEqual(
      { type, width, height, hasAlpha, bitDepth, isWhole },
      { type: 'png', width: 7, height: 3, hasAlpha: false, bitDepth: 16, isWhole: true },
    );
  });

  it('looks at a part of a larger buffer as at bytes of their own', () => {
    const bytes = make.jpeg();
    const larger = Buffer.concat([make.png(), bytes, make.png()]);
    const start = make.png().length;
    assert.deepEqual(factsOf(larger.subarray(start, start + bytes.length)), factsOf(bytes));
  });

  const falseHeader = make.png();
  falseHeader[20] = 0x7f;
  const damaged: [what: string, bytes: Uint8Array, type: string][] = [
    ['a PNG with a false header', falseHeader, 'png'],
    ['a PNG of no width', make.png({ width: 0 }), 'png'],
    ['a PNG too wide for its format', make.png({ width: 2 ** 31 }), 'png'],
    ['a PNG of a depth that its colours do not have', make.png({ bitDepth: 4 }), 'png'],
    ['a PNG of unknown colours', make.png({ colourType: 5 }), 'png'],
    ['a PNG of an unknown compression', make.png({ rest: [1, 0, 0] }), 'png'],
    ['a PNG of an unknown order of rows', make.png({ rest: [0, 0, 2] }), 'png'],
    ['a PNG with too short a header', make.png({ rest: [0] }), 'png'],
    ['a PNG without its palette', make.png({ colourType: 3 }), 'png'],
    [
      'a PNG without pixels',
      Buffer.concat([make.PNG_SIGNATURE, make.pngHeader(), make.pngChunk('IEND')]),
      'png',
    ],
    ['the beginning of a PNG with a JPEG after it', Buffer.concat([make.PNG_SIGNATURE, make.jpeg()]), 'png'],
    ['a JPEG of no height', make.jpeg({ height: 0 }), 'jpeg'],
    ['a JPEG of two components', make.jpeg({ components: 2 }), 'jpeg'],
    ['a JPEG that ends at once', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'jpeg'],
    ['a JPEG with a segment of no length', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xd9]), 'jpeg'],
    ['a lossy WebP of no width', make.lossyWebp(0, 3), 'webp'],
    ['a WebP without a known part', Buffer.from('RIFF\x10\0\0\0WEBPABCD\x04\0\0\0abcd'), 'webp'],
    ['a GIF of no width', make.gif(0, 1), 'gif'],
    ['a GIF without images', make.gif(1, 1, { frames: 0 }), 'gif'],
  ];
  for (const [what, bytes, type] of damaged) {
    it(`takes ${what} for damaged`, () => assert.deepEqual(lookAtImage(bytes), { kind: 'damaged', type }));
  }

  it('takes an extended WebP without pixels for cut', () => {
    assert.equal(factsOf(make.extendedWebp(2, 2, { isEmpty: true })).isWhole, false);
  });

  const foreign: [bytes: Uint8Array | string, content: string][] = [
    ['', 'empty'],
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'svg'],
    ['\ufeff \n<?xml version="1.0"?>\n<!-- <html> -->\n<svg>', 'svg'],
    ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a" [<!ENTITY a "b">]><SVG width="1">', 'svg'],
    ['<!doctype html><title>Log in</title>', 'html'],
    ['\n<!-- hello -->\n<HTML lang="en">', 'html'],
    ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'xml'],
    ['{"error": "expired"}', 'json'],
    ['Not found', 'text'],
    [Buffer.from('ä'.repeat(5000)), 'text'],
    [Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1'), 'bmp'],
    [Buffer.from('II*\0\x08\0\0\0', 'latin1'), 'tiff'],
    [Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1'), 'avif'],
    [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'heic'],
    ['%PDF-1.7', 'pdf'],
    [Buffer.from('PK\x03\x04', 'latin1'), 'zip'],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'unknown'],
    [Buffer.alloc(100), 'unknown'],
    [Buffer.from('RIFF\0\0\0\0WAVE'), 'unknown'],
    [Buffer.from([0xff, 0xd8]), 'unknown'],
  ];
  for (const [bytes, content] of foreign) {
    it(`takes ${JSON.stringify(String(bytes).slice(0, 60))} for ${content}`, () =>
      assert.deepEqual(lookAtImage(Buffer.from(bytes)), { kind: 'foreign', content }));
  }

  it('takes any bytes for something, in any state of disorder', () => {
    const samples = images.map(([, bytes]) => bytes);
    const disordered = fc
      .tuple(
        fc.constantFrom(...samples),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
        fc.nat(400),
      )
      .map(([bytes, changes, length]) => {
        const copy = Buffer.from(bytes).subarray(0, length);
        for (const [at, value] of changes) {
          copy[at % Math.max(1, copy.length)] = value;
        }
        return copy;
      });
    fc.assert(
      fc.property(fc.oneof(disordered, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const looked = lookAtImage(bytes);
        if (looked.kind === 'image') {
          assert.ok(looked.facts.width > 0 && looked.facts.height > 0);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
