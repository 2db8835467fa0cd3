import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { decode } from 'fast-png';
import { type PngText, pngChunks, pngTexts, withPngTexts } from '../../../src/images/png-chunks.ts';
import { jpeg, PNG_SIGNATURE, png, pngChunk, pngHeader } from './image-bytes.ts';

/** By their types and what stands in them. */
function chunksOf(bytes: Uint8Array): [type: string, data: string][] {
  return [...pngChunks(bytes)].map(({ type, start, end }) => [
    type,
    Buffer.from(bytes.subarray(start, end)).toString('latin1'),
  ]);
}

function typesOf(bytes: Uint8Array): string[] {
  return chunksOf(bytes).map(([type]) => type);
}

function readBack(texts: readonly PngText[]): readonly PngText[] {
  return pngTexts(withPngTexts(png(), texts));
}

const one = (text: string): PngText[] => [{ keyword: 'Description', text }];

describe('withPngTexts', () => {
  it('puts them behind the header, Latin-1 as such and the rest as UTF-8', () => {
    const written = withPngTexts(png(), [
      { keyword: 'Software', text: 'Inkwell' },
      { keyword: 'Description', text: 'a café – at night 🌙' },
    ]);
    assert.deepEqual(chunksOf(written).slice(1, -2), [
      ['tEXt', 'Software\0Inkwell'],
      ['iTXt', `Description\0\0\0\0\0${Buffer.from('a café – at night 🌙').toString('latin1')}`],
    ]);
    assert.deepEqual(typesOf(written), ['IHDR', 'tEXt', 'iTXt', 'IDAT', 'IEND']);
  });

  it('makes a PNG that another decoder takes, with the same pixels and texts', () => {
    const written = withPngTexts(png(), one('a café'));
    const { data, text } = decode(written, { checkCrc: true });
    assert.deepEqual(data, decode(png()).data);
    assert.deepEqual({ ...text }, { Description: 'a café' });
  });

  it('takes the place of texts under the same keywords, and of those alone', () => {
    const before = png({}, [
      pngChunk('tEXt', 'Description\0old'),
      pngChunk('gAMA', Buffer.alloc(4)),
      pngChunk('tEXt', 'Comment\0kept'),
      pngChunk('iTXt', 'Description\0\0\0\0\0also old'),
    ]);
    assert.deepEqual(chunksOf(withPngTexts(before, one('new'))).slice(1, -2), [
      ['tEXt', 'Description\0new'],
      ['gAMA', '\0\0\0\0'],
      ['tEXt', 'Comment\0kept'],
    ]);
    assert.deepEqual(
      withPngTexts(withPngTexts(before, one('other')), one('new')),
      withPngTexts(before, one('new')),
    );
  });

  it('keeps what follows the end', () => {
    const written = withPngTexts(Buffer.concat([png(), Buffer.from('tail')]), one('a'));
    assert.equal(Buffer.from(written).toString('latin1', written.length - 4), 'tail');
  });

  const notLatin = png();
  notLatin[notLatin.length - 20] = (notLatin.at(-20) ?? 0) ^ 1;
  const leftAlone: [what: string, bytes: Uint8Array][] = [
    ['nothing', Buffer.alloc(0)],
    ['a JPEG', jpeg()],
    ['a PNG that is cut', png().subarray(0, -1)],
    ['a PNG without its end', png().subarray(0, -12)],
    ['a PNG with a chunk that is not intact', notLatin],
    [
      'a PNG that begins with another chunk',
      Buffer.concat([PNG_SIGNATURE, pngChunk('gAMA'), pngHeader(), pngChunk('IEND')]),
    ],
  ];
  for (const [what, bytes] of leftAlone) {
    it(`leaves ${what} as it is`, () => assert.equal(withPngTexts(bytes, one('a')), bytes));
  }

  it('refuses a keyword that is none', () => {
    for (const keyword of ['', ' a', 'a ', 'a  b', 'a\0b', 'ключ', 'x'.repeat(80)]) {
      assert.throws(() => withPngTexts(png(), [{ keyword, text: 'a' }]), RangeError, keyword);
    }
  });
});

describe('pngTexts', () => {
  it('reads back any text, as far as it is one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const expected = text.toWellFormed().replace(/\r\n?/g, '\n').replaceAll('\0', '');
        assert.deepEqual(readBack(one(text)), one(expected));
      }),
      { numRuns: 500 },
    );
    assert.deepEqual(readBack(one('lone \ud83e, NUL \0, \r\n and \r')), one('lone \ufffd, NUL , \n and \n'));
  });

  it('reads a prompt of any length that is written', () => {
    assert.equal(readBack(one('prompt '.repeat(700)))[0]?.text.length, 4900);
  });

  it('reads what is compressed', () => {
    const bytes = png({}, [
      pngChunk('zTXt', Buffer.concat([Buffer.from('parameters\0\0'), deflateSync('Steps: 20')])),
      pngChunk(
        'iTXt',
        Buffer.concat([Buffer.from('Title\0\x01\0de\0Titel\0'), deflateSync('Leuchtfeuer 🌊')]),
      ),
    ]);
    assert.deepEqual(pngTexts(bytes), [
      { keyword: 'parameters', text: 'Steps: 20' },
      { keyword: 'Title', text: 'Leuchtfeuer 🌊' },
    ]);
  });

  it('reads behind the pixels too', () => {
    const bytes = Buffer.concat([
      png().subarray(0, -12),
      pngChunk('tEXt', 'Comment\0last'),
      pngChunk('IEND'),
    ]);
    assert.deepEqual(pngTexts(bytes), [{ keyword: 'Comment', text: 'last' }]);
  });

  it('leaves out what is not as it has to be, and reads on', () => {
    const broken = pngChunk('tEXt', 'Comment\0broken');
    broken[20] = (broken[20] ?? 0) ^ 1;
    const bytes = png({}, [
      broken,
      pngChunk('tEXt', 'no end of the keyword'),
      pngChunk('tEXt', '\0no keyword'),
      pngChunk('tEXt', `${'x'.repeat(80)}\0too long a keyword`),
      pngChunk('zTXt', 'Comment\0\x01an unknown compression'),
      pngChunk('zTXt', 'Comment\0\0not compressed'),
      pngChunk('iTXt', 'Comment\0\x02\0\0\0an unknown flag'),
      pngChunk('iTXt', 'Comment\0\0\0no end of the language'),
      pngChunk('iTXt', 'Comment'),
      pngChunk('tEXt', 'Comment\0good'),
    ]);
    assert.deepEqual(pngTexts(bytes), [{ keyword: 'Comment', text: 'good' }]);
  });

  it('reads of a PNG that is cut what is whole', () => {
    const bytes = png({}, [pngChunk('tEXt', 'Comment\0whole'), pngChunk('tEXt', 'Title\0cut')]);
    assert.deepEqual(pngTexts(bytes.subarray(0, bytes.indexOf('cut') + 1)), [
      { keyword: 'Comment', text: 'whole' },
    ]);
    assert.deepEqual(pngTexts(jpeg()), []);
  });

  it('reads no more than a bound, in all', () => {
    const first = pngChunk('tEXt', 'First\0text');
    const half = pngChunk('tEXt', `Half\0${'x'.repeat(600_000)}`);
    assert.deepEqual(
      pngTexts(png({}, [first, half, half])).map(({ keyword }) => keyword),
      ['First', 'Half'],
    );
    assert.equal(
      pngTexts(
        png(
          {},
          Array.from({ length: 1500 }, () => first),
        ),
      ).length,
      1000,
    );
  });

  it('unpacks no bomb, and nothing after one', () => {
    const bomb = (type: string, head: string): Buffer =>
      pngChunk(type, Buffer.concat([Buffer.from(head), deflateSync(Buffer.alloc(50_000_000))]));
    const good = pngChunk('tEXt', 'Comment\0good');
    for (const bytes of [
      png({}, [good, bomb('zTXt', 'Bomb\0\0'), good]),
      png({}, [good, bomb('iTXt', 'Bomb\0\x01\0\0\0'), good]),
    ]) {
      assert.deepEqual(pngTexts(bytes), [{ keyword: 'Comment', text: 'good' }]);
    }
    const half = pngChunk('zTXt', Buffer.concat([Buffer.from('Half\0\0'), deflateSync('x'.repeat(600_000))]));
    assert.equal(pngTexts(png({}, [half, half, half])).length, 1);
  });
});
