import assert from 'node:assert/strict';
import type { ImageFacts } from '../../../src/images/image-facts.ts';
import { findingsOn, type Upload, type UploadedImage } from '../../../src/images/preflight.ts';

const FOUR_MB = 4 * 1024 * 1024;

function image(facts: Partial<ImageFacts> = {}, bytes = FOUR_MB - 1): UploadedImage {
  const usual: ImageFacts = {
    type: 'png',
    width: 512,
    height: 512,
    hasAlpha: true,
    isAnimated: false,
    bitDepth: 8,
    colours: 'rgb',
    isWhole: true,
  };
  return { facts: { ...usual, ...facts }, bytes };
}

/** The kinds in their order, a rule with a mark. */
function kinds(upload: Upload): string[] {
  return findingsOn(upload).map(({ kind, isRule }) => (isRule ? `${kind}!` : kind));
}

const variation = (facts: Partial<ImageFacts>, bytes?: number): Upload => ({
  operation: 'variation',
  image: image(facts, bytes),
});
const masked = (facts: Partial<ImageFacts>, bytes?: number): Upload => ({
  operation: 'edit',
  image: image({ hasAlpha: false }),
  mask: image(facts, bytes),
});

describe('findingsOn', () => {
  const uploads: [what: string, upload: Upload, kinds: string[]][] = [
    ['a square PNG under 4 MB', variation({}), []],
    ['one without alpha, for variations', variation({ hasAlpha: false }), []],
    ['one with 16 bits and a palette', variation({ bitDepth: 16, colours: 'palette' }), []],
    ['an image of 4 MB', variation({}, FOUR_MB), ['imageTooLarge']],
    ['a JPEG', variation({ type: 'jpeg', hasAlpha: false, colours: 'cmyk' }), ['imageNotPng']],
    ['an animated PNG', variation({ isAnimated: true }), ['imageAnimated']],
    ['an oblong image', variation({ width: 513 }), ['imageNotSquare']],
    ['a bomb', variation({ width: 30_000, height: 30_000 }), ['imageTooManyPixels']],
    ['an image that is cut', variation({ isWhole: false }), ['imageDamaged']],
    [
      'all of it at once',
      variation({ type: 'webp', isAnimated: true, width: 600 }, FOUR_MB),
      ['imageNotPng', 'imageAnimated', 'imageNotSquare', 'imageTooLarge'],
    ],
    ['an edit without a mask', { operation: 'edit', image: image() }, []],
    [
      'an edit without a mask of an image without alpha',
      { operation: 'edit', image: image({ hasAlpha: false }) },
      ['imageWithoutAlpha'],
    ],
    ['a mask', masked({}), []],
    ['a mask of 4 MB', masked({}, FOUR_MB), ['maskTooLarge!']],
    ['a mask that is a WebP', masked({ type: 'webp' }), ['maskNotPng!']],
    ['a mask of another height', masked({ height: 511 }), ['maskOfOtherSize!']],
    ['a mask without alpha', masked({ hasAlpha: false }), ['maskWithoutAlpha']],
    ['a mask that is cut', masked({ isWhole: false }), ['maskDamaged']],
    [
      'rules before what may pass',
      {
        operation: 'edit',
        image: image({ width: 100 }),
        mask: image({ type: 'jpeg', hasAlpha: false, isWhole: false }),
      },
      ['maskNotPng!', 'maskOfOtherSize!', 'maskDamaged', 'maskWithoutAlpha', 'imageNotSquare'],
    ],
  ];
  for (const [what, upload, expected] of uploads) {
    it(`finds ${expected.length === 0 ? 'nothing' : expected.join(', ')} in ${what}`, () =>
      assert.deepEqual(kinds(upload), expected));
  }

  it('names what would help', () => {
    const conversions = (upload: Upload): unknown[] =>
      findingsOn(upload).map((finding) => finding.conversions);
    assert.deepEqual(conversions(variation({ type: 'jpeg', width: 1 }, FOUR_MB)), [
      ['toPng'],
      ['pad', 'crop', 'scale'],
      ['scale'],
    ]);
    assert.deepEqual(conversions(variation({ width: 30_000, height: 30_000 })), [[]]);
    assert.deepEqual(conversions(masked({ type: 'gif', width: 3 }, FOUR_MB)), [
      ['toPng'],
      ['toPng'],
      ['scale'],
    ]);
    assert.deepEqual(conversions(masked({ type: 'jpeg', hasAlpha: false })), [[], []]);
  });
});
