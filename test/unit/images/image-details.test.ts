import assert from 'node:assert/strict';
import { type ImageOrigin, imageDetails, withOrigin } from '../../../src/images/image-details.ts';
import { pngTexts } from '../../../src/images/png-chunks.ts';
import { jpeg, png, pngChunk } from './image-bytes.ts';

const ORIGIN: ImageOrigin = {
  prompt: 'A lighthouse 🌊\nat dusk',
  model: 'image-1',
  size: '512x512',
  date: new Date('2026-11-21T16:30:00.250Z'),
};

describe('withOrigin', () => {
  it('keeps where an image comes from, under keywords that other viewers know', () => {
    assert.deepEqual(
      new Map(pngTexts(withOrigin(png(), ORIGIN)).map(({ keyword, text }) => [keyword, text])),
      new Map([
        ['Description', 'A lighthouse 🌊\nat dusk'],
        ['Software', 'Inkwell'],
        ['Creation Time', '2026-11-21T16:30:00.250Z'],
        ['Source', 'image-1'],
        ['Inkwell Size', '512x512'],
      ]),
    );
  });

  it('leaves out what is not known, and other images as they are', () => {
    const { prompt, date } = ORIGIN;
    assert.equal(pngTexts(withOrigin(png(), { prompt, date })).length, 3);
    const other = jpeg();
    assert.equal(withOrigin(other, ORIGIN), other);
  });

  it('keeps no prompt without end', () => {
    const [description] = pngTexts(withOrigin(png(), { ...ORIGIN, prompt: 'x'.repeat(500_000) }));
    assert.equal(description?.text.length, 100_000);
  });
});

describe('imageDetails', () => {
  it('reads back what was kept', () => {
    const image = withOrigin(png({ width: 3 }), ORIGIN);
    const details = imageDetails(image);
    assert.deepEqual(details?.origin, ORIGIN);
    assert.deepEqual(
      [details.description, details.facts.type, details.facts.width, details.bytes],
      [undefined, 'png', 3, image.length],
    );
  });

  it('takes the words of another program for a description, and its source for nothing', () => {
    const image = png({}, [pngChunk('tEXt', 'Description\0Holidays'), pngChunk('tEXt', 'Source\0A camera')]);
    const { origin, description } = imageDetails(image) ?? {};
    assert.deepEqual([origin, description], [undefined, 'Holidays']);
  });

  it('shows nothing that hides or turns around what follows', () => {
    const image = withOrigin(png(), {
      ...ORIGIN,
      prompt: 'a\u202eb\u0007c\td\u2066\u009be\r\nf',
      model: '\u200f \u0001',
    });
    const { origin } = imageDetails(image) ?? {};
    assert.deepEqual([origin?.prompt, origin?.model], ['abc\tde\nf', undefined]);
  });

  it('leaves out what cannot be read', () => {
    const image = png({}, [
      pngChunk('tEXt', 'Software\0Inkwell'),
      pngChunk('tEXt', 'Creation Time\0yesterday'),
    ]);
    assert.deepEqual(imageDetails(image)?.origin, {});
  });

  it('has the facts of other images, and nothing of what is none', () => {
    assert.equal(imageDetails(jpeg())?.facts.type, 'jpeg');
    assert.equal(imageDetails(jpeg())?.origin, undefined);
    assert.equal(imageDetails(Buffer.from('<svg></svg>')), undefined);
    assert.equal(imageDetails(png().subarray(0, 20)), undefined);
  });
});
