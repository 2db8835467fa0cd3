import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  LONGEST_PASSAGE,
  linesOf,
  type Passage,
  passagesOf,
  placesIn,
} from '../../../src/moderation/passages.ts';

const texts = (text: string, passages: readonly Passage[]): string[] =>
  passages.map(({ start, end }) => text.slice(start, end));
const paragraph = (letter: string, length: number): string => letter.repeat(length);

describe('passagesOf', () => {
  it('has short paragraphs together, without the blanks around', () => {
    assert.deepEqual(
      texts('\n  One.\n\nTwo,\r\n  and more.  \n\n', passagesOf('\n  One.\n\nTwo,\r\n  and more.  \n\n')),
      ['One.\n\nTwo,\r\n  and more.'],
    );
    assert.deepEqual(passagesOf(' \n\t\r\n'), []);
    assert.deepEqual(passagesOf(''), []);
  });

  it('tears no paragraph that fits into one', () => {
    const text = `${paragraph('a', 600)}\n\n${paragraph('b', 600)}\n${paragraph('c', 300)}\n\nend`;
    assert.deepEqual(texts(text, passagesOf(text)), [
      paragraph('a', 600),
      `${paragraph('b', 600)}\n${paragraph('c', 300)}\n\nend`,
    ]);
  });

  it('cuts a long paragraph between lines, and a long line between words', () => {
    const lines = `${paragraph('a', 700)}\n${paragraph('b', 700)}`;
    assert.deepEqual(texts(lines, passagesOf(lines)), lines.split('\n'));
    const words = 'word '.repeat(500).trim();
    const cut = texts(words, passagesOf(words));
    assert.equal(cut.join(' '), words);
    assert.ok(cut.every((part) => part.length > 800 || part === cut.at(-1)));
  });

  it('cuts no character in half', () => {
    for (const character of ['😀', '👩‍👩‍👧', 'é']) {
      const line = `x${character.repeat(800)}`;
      for (const part of texts(line, passagesOf(line)).slice(1)) {
        assert.ok(part.startsWith(character), JSON.stringify(part.slice(0, 10)));
      }
    }
  });

  it('has nothing of what stands outside a part', () => {
    const text = 'before\nchosen one\n\nchosen two\nafter';
    const start = text.indexOf('sen one');
    const end = text.indexOf(' two');
    assert.deepEqual(texts(text, passagesOf(text, { start, end })), ['sen one\n\nchosen']);
  });

  it('misses nothing, whatever the text', () => {
    const pieces = fc.constantFrom(
      '\n',
      '\r\n',
      '\r',
      ' ',
      '\n\n',
      '😀',
      'é',
      'word',
      'x'.repeat(990),
      '\u2028',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const passage of passagesOf(text)) {
          assert.equal(text.slice(end, passage.start).trim(), '');
          assert.ok(passage.end - passage.start <= LONGEST_PASSAGE && passage.end > passage.start);
          const lines = linesOf(text, passage);
          assert.equal(lines[0]?.start, passage.start);
          assert.equal(lines.at(-1)?.end, passage.end);
          ({ end } = passage);
        }
        assert.equal(text.slice(end).trim(), '');
      }),
    );
  });

  it('does not take for ever with a text of a megabyte', () => {
    const counts = [
      'a\n\n'.repeat(300_000),
      'x'.repeat(1_000_000),
      '\r'.repeat(1_000_000),
      ' '.repeat(1_000_000),
    ].map((text) => passagesOf(text).length);
    assert.deepEqual(counts, [899, 1000, 0, 0]);
  });
});

describe('placesIn', () => {
  it('counts lines as VS Code does', () => {
    const text = 'a\nbc\r\nd\re\u2028f';
    const at = placesIn(text);
    assert.deepEqual(
      ['a', 'c', 'd', 'e', 'f'].map((letter) => Object.values(at(text.indexOf(letter)))),
      [
        [0, 0],
        [1, 1],
        [2, 0],
        [3, 0],
        [3, 2],
      ],
    );
  });
});
