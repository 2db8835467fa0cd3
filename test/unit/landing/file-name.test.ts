import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fileStemFrom } from '../../../src/landing/file-name.ts';

const stem = (text: string): string => fileStemFrom(text, 'image');

describe('fileStemFrom', () => {
  const stems: [text: string, stem: string][] = [
    ['A lighthouse at dusk, oil on canvas', 'a-lighthouse-at-dusk-oil-on-canvas'],
    ['  two\t\nlines\u2028 ', 'two-lines'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..', 'image'],
    ['. . .hidden. ', 'hidden'],
    ['--force', 'force'],
    ['CON', 'image-con'],
    ['NUL.txt', 'nul-txt'],
    ['nul', 'image-nul'],
    ['LPT9', 'image-lpt9'],
    ['Com¹', 'image-com¹'],
    ['console', 'console'],
    ['', 'image'],
    ['🧭🌊', 'image'],
    ['🧭 A trip 👩‍👩‍👧', 'a-trip'],
    ['the cat’s hat', 'the-cats-hat'],
    ['NUL\0byte\u0007bell', 'nul-byte-bell'],
    ['right\u202egpj.to left', 'rightgpj-to-left'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['\ud83e lone \udd2f', 'lone'],
    ['e\u0301TE\u0301', 'été'],
    ['\u0301mark', 'mark'],
    ['İstanbul', 'i\u0307stanbul'],
    ['灯台と海', '灯台と海'],
    ['Маяк у моря', 'маяк-у-моря'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['100% v1.2', '100-v1-2'],
  ];
  for (const [text, expected] of stems) {
    it(`makes ${JSON.stringify(expected)} of ${JSON.stringify(text)}`, () =>
      assert.equal(stem(text), expected));
  }

  it('cuts between words, and a long word between characters as people count them', () => {
    assert.equal(stem('lantern '.repeat(40)), 'lantern'.concat('-lantern'.repeat(11)));
    assert.equal(stem('x'.repeat(300)), 'x'.repeat(100));
    assert.equal(stem(`a ${'x'.repeat(300)}`), `a-${'x'.repeat(98)}`);
    // Three bytes each.
    assert.equal(stem('灯'.repeat(300)), '灯'.repeat(33));
    assert.equal(stem('g\u0308'.repeat(300)), 'g\u0308'.repeat(33));
    assert.equal(stem(`a${'\u0301'.repeat(3000)}`), 'image');
  });

  it('takes what is asked for where nothing of the text can be used', () => {
    assert.equal(fileStemFrom('…', 'transcript'), 'transcript');
  });

  it('is good on any file system, whatever the text, with a number and an ending', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({
        unit: fc.constantFrom(
          '.',
          ' ',
          '/',
          'C',
          'O',
          'N',
          '\0',
          '🧭',
          '\u0301',
          '~',
          '-',
          '\ud800',
          'İ',
          'ß',
        ),
        maxLength: 400,
      }),
    );
    fc.assert(
      fc.property(text, (any) => {
        const made = stem(any);
        assert.match(made, /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u);
        assert.ok(Buffer.byteLength(`${made}-10000.jpg`) <= 143, made);
        assert.ok(made.isWellFormed());
        assert.equal(made.normalize(), made);
        assert.equal(made.toLowerCase().normalize(), made);
        assert.doesNotMatch(made, /^(con|prn|aux|nul|com\d|lpt\d)$/i);
        assert.equal(stem(made), made);
      }),
      { numRuns: 500 },
    );
  });
});
