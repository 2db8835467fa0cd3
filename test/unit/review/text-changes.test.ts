import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  applyChanges,
  countHunks,
  MOST_CHANGES,
  type TextChange,
  textChanges,
} from '../../../src/review/text-changes.ts';

/** Where the changes stand in the text that they make. */
function placesAfter(changes: readonly TextChange[]): { start: number; end: number }[] {
  let ahead = 0;
  return changes.map(({ start, end, text }) => {
    const after = { start: start + ahead, end: start + ahead + text.length };
    ahead += text.length - (end - start);
    return after;
  });
}

/** Checks what holds for the changes of any two texts, and returns them. */
function checked(from: string, to: string): TextChange[] {
  const changes = textChanges(from, to);
  assert.equal(applyChanges(from, changes), to);
  let at = -1;
  for (const { start, end, text } of changes) {
    assert.ok(start > at, 'in order, not touching');
    assert.ok(end > start || text !== '', 'not empty');
    at = end;
  }
  return changes;
}

const change = (start: number, end: number, text: string): TextChange => ({ start, end, text });

describe('textChanges', () => {
  const cases: [string, string, string, TextChange[]][] = [
    ['has nothing to do for equal texts', 'a\nb', 'a\nb', []],
    ['has nothing to do for empty texts', '', '', []],
    ['fills an empty text', '', 'a\nb\n', [change(0, 0, 'a\nb\n')]],
    ['empties a text', 'a\nb\n', '', [change(0, 4, '')]],
    ['adds a line break at the end', 'a\nb', 'a\nb\n', [change(3, 3, '\n')]],
    ['removes the line break at the end', 'a\nb\n', 'a\nb', [change(3, 4, '')]],
    ['adds a last line', 'a\nb', 'a\nb\nc', [change(3, 3, '\nc')]],
    ['adds a line before the last line break', 'a\nb\n', 'a\nb\nc\n', [change(4, 4, 'c\n')]],
    ['removes the last line', 'a\nb\nc', 'a\nb', [change(3, 5, '')]],
    ['removes the first line', 'a\nb\nc', 'b\nc', [change(0, 2, '')]],
    ['adds a line in the middle', 'a\nc\n', 'a\nb\nc\n', [change(2, 2, 'b\n')]],
    ['replaces all of it', 'old', '新', [change(0, 3, '新')]],
    ['changes a word', 'let colour = 1;', 'let color = 1;', [change(8, 9, '')]],
    [
      'changes words apart from one another',
      'const a = call(first, second);',
      'const b = call(first, third);',
      [change(6, 7, 'b'), change(22, 27, 'thir')],
    ],
    ['does not keep what stays by chance', 'f(a, b)', 'f(x, y)', [change(2, 6, 'x, y')]],
    [
      'changes each line by itself where as many come as go',
      'one\ntwo\nthree\n',
      'ones\ntwos\nthree\n',
      [change(3, 3, 's'), change(7, 7, 's')],
    ],
    [
      'indents each line by itself',
      'if\nfirst\nsecond\nend',
      'if\n  first\n  second\nend',
      [change(3, 3, '  '), change(9, 9, '  ')],
    ],
    [
      'keeps the words of lines that become more',
      'call(first, second)',
      'call(\n  first,\n  second\n)',
      [change(5, 5, '\n  '), change(11, 11, '\n '), change(18, 18, '\n')],
    ],
    ['changes CRLF into LF without tearing it', 'a\r\nb', 'a\nb', [change(1, 3, '\n')]],
    ['changes LF into CRLF', 'a\nb', 'a\r\nb', [change(1, 2, '\r\n')]],
    ['changes a lone CR', 'a\rb', 'a\nb', [change(1, 2, '\n')]],
    ['does not tear surrogate pairs with an equal first half', 'x😀y', 'x😁y', [change(1, 3, '😁')]],
    ['does not tear surrogate pairs with an equal second half', 'x😀y', 'x🐀y', [change(1, 3, '🐀')]],
    ['does not tear a letter from its mark', 'cafe\u0301!', 'cafe\u0300!', [change(3, 5, 'e\u0300')]],
    ['does not put a mark alone', 'cafe!', 'cafe\u0301!', [change(3, 4, 'e\u0301')]],
    ['does not tear a family', 'x👨‍👩‍👧y', 'x👨‍👩‍👦y', [change(1, 9, '👨‍👩‍👦')]],
    ['does not pair half flags', '🇩🇪🇫🇷', '🇩🇰🇫🇷', [change(0, 4, '🇩🇰')]],
    ['leaves lone surrogates as they are', 'a\ud83d b', 'a\ud83d c', [change(3, 4, 'c')]],
  ];
  for (const [name, from, to, expected] of cases) {
    it(name, () => assert.deepEqual(checked(from, to), expected));
  }

  it('changes long lines each by itself, but not word by word', () => {
    const from = `${'one '.repeat(1000)}middle ${'two '.repeat(1000)}\n`;
    assert.deepEqual(checked(`${from}${from}`, `${from.replace('\n', 'x\n')}y${from}`), [
      change(from.length - 1, from.length - 1, 'x'),
      change(from.length, from.length, 'y'),
    ]);
    const [first, ...rest] = checked(from, `x${from.replace('middle', 'centre')}`);
    assert.deepEqual([first?.start, rest], [0, []]);
  });

  it('replaces as a whole what has as many lines, but too many of them', () => {
    const numbers = Array.from({ length: MOST_CHANGES + 1 }, (_, index) => index);
    const from = numbers.map((number) => `one ${number} of these`).join('\n');
    const to = numbers.map((number) => `another ${number} of those`).join('\n');
    assert.equal(checked(from, to).length, 1);
  });

  it('does not tear code points where there is no whole character near', () => {
    const marks = `a${'\u0301'.repeat(100)}`;
    // Two marks of musical notes, which differ in their second half.
    const [only] = checked(`${marks}\u{1d165}`, `${marks}\u{1d167}`);
    assert.deepEqual(only, change(marks.length, marks.length + 2, '\u{1d167}'));
  });

  it('makes one text of the other, whatever they are', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\r',
        ' ',
        '\t',
        'a',
        'ab',
        '(',
        '\ud83d',
        '\ude00',
        '😀',
        '🇩🇪',
        '👨‍👩‍👧',
      ),
      fc.constantFrom('e\u0301', '\u0301', '한', '\u1112', '\u1161', '\0', 'word', 'other word'),
    );
    const pieces = fc.array(piece, { maxLength: 30 });
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const isBorder = (text: string, at: number): boolean =>
      at === text.length || graphemes.segment(text).containing(at)?.index === at;
    fc.assert(
      fc.property(pieces, pieces, fc.nat(30), fc.nat(30), (start, inserted, at, removed) => {
        const from = start.join('');
        for (const to of [inserted.join(''), start.toSpliced(at, removed, ...inserted).join('')]) {
          const changes = checked(from, to);
          const after = placesAfter(changes);
          for (const [index, found] of changes.entries()) {
            const place = after[index];
            assert.ok(place);
            // Within what is looked at around a cut, whole characters stay whole.
            if (from.length < 60 && to.length < 60) {
              assert.ok(isBorder(from, found.start) && isBorder(from, found.end));
              assert.ok(isBorder(to, place.start) && isBorder(to, place.end));
            }
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('begins and ends with what differs', () => {
    const lines = fc.array(fc.constantFrom('a', 'b b', 'c(d)', '', '}', '  a'), { maxLength: 20 });
    fc.assert(
      fc.property(lines, lines, fc.nat(20), fc.nat(5), (start, inserted, at, removed) => {
        const from = start.join('\n');
        for (const to of [inserted.join('\n'), start.toSpliced(at, removed, ...inserted).join('\n')]) {
          for (const { start: first, end, text } of checked(from, to)) {
            if (first < end && text !== '') {
              assert.notEqual(from[first], text[0]);
              assert.notEqual(from[end - 1], text.at(-1));
            }
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('touches only the changed lines of a long text', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `  line(${index % 50}, ${index});`);
    const changed = lines.map((line, index) => (index % 100 === 7 ? `${line} // changed` : line));
    const changes = checked(lines.join('\n'), changed.join('\n'));
    assert.equal(changes.length, 200);
    assert.deepEqual(new Set(changes.map(({ text }) => text)), new Set([' // changed']));
  });

  it('is not confused by many equal lines', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => ['{', '}', '', '  x();'][index % 4] ?? '');
    const changed = lines.flatMap((line, index) => (index % 1000 === 7 ? [line, '}', 'new();', ''] : [line]));
    const changes = checked(lines.join('\n'), changed.join('\n'));
    assert.equal(changes.length, 20);
    assert.ok(changes.every(({ text, start, end }) => start === end && text.length < 12));
  });

  it('makes no more changes than VS Code makes one by one, and joins the nearest', () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `${index}\n${'same '.repeat(index % 3)}\n`);
    const to = lines.map((line) => `x${line}`).join('');
    const changes = checked(lines.join(''), to);
    assert.equal(changes.length, MOST_CHANGES);
    const widths = changes.slice(1).map(({ start }, index) => start - (changes[index]?.end ?? 0));
    assert.ok(Math.min(...widths) >= 'same same '.length);
  });

  describe('gives up in time', () => {
    // Each of these takes minutes, or all memory, if every line or unit is compared to every other.
    const texts: [string, string, string][] = [
      [
        'on 10 MB without a line in common',
        Array.from({ length: 200_000 }, (_, index) => `this is one line of a text ${index}`).join('\n'),
        Array.from({ length: 190_000 }, (_, index) => `that is another line, quite different ${index}`).join(
          '\n',
        ),
      ],
      [
        'on lines in the opposite order',
        Array.from({ length: 30_000 }, (_, index) => `${index}`).join('\n'),
        Array.from({ length: 30_000 }, (_, index) => `${30_000 - index}`).join('\n'),
      ],
      [
        'on equal lines, more or fewer of them',
        `a\n${'same\n'.repeat(20_000)}b`,
        `c\n${'same\n'.repeat(30_000)}d`,
      ],
      [
        'on few lines in two random orders',
        Array.from({ length: 30_000 }, (_, index) => `${(index * index) % 13}`).join('\n'),
        Array.from({ length: 30_000 }, (_, index) => `${(index * index * 7 + index) % 17}`).join('\n'),
      ],
      ['on one line of 5 MB', 'ab cd '.repeat(800_000), `x${'cd ab '.repeat(800_000)}y`],
      [
        'on a letter with a million marks',
        `a${'\u0301'.repeat(1_000_000)}`,
        `a${'\u0301'.repeat(1_000_001)}`,
      ],
    ];
    for (const [name, from, to] of texts) {
      it(name, () => {
        const changes = checked(from, to);
        assert.ok(changes.length > 0 && changes.length <= MOST_CHANGES);
      });
    }
  });
});

describe('applyChanges', () => {
  it('makes all changes in offsets before the first', () => {
    assert.equal(
      applyChanges('abcdef', [change(0, 0, 'x'), change(2, 4, ''), change(6, 6, 'yz')]),
      'xabefyz',
    );
  });
});

describe('countHunks', () => {
  const cases: [string, string, string, number][] = [
    ['counts none in equal texts', 'a\nb\n', 'a\nb\n', 0],
    ['counts neighbouring lines once', 'a\nb\nc\nd', 'a\nB\nC\nd', 1],
    ['counts two words of a line once', 'one two three', 'ONE two THREE', 1],
    ['counts what an unchanged line divides twice', 'a\nb\nc', 'A\nb\nC', 2],
    ['counts a final line break', 'a', 'a\n', 1],
    ['counts a text put into an empty one', '', 'a\nb\n', 1],
    ['counts long runs with a brace between them once', '1\n2\n3\n}\n4', 'a\nb\nc\n}\nd', 1],
    ['does not count blanks before the brace', '1\n2\n3\n      }\n4', 'a\nb\nc\n      }\nd', 1],
    ['counts short runs with a brace between them twice', '1\n2\n}\n4', 'a\nb\n}\nd', 2],
    ['counts long runs with words between them twice', '1\n2\n3\nreturn;\n4', 'a\nb\nc\nreturn;\nd', 2],
  ];
  for (const [name, from, to, expected] of cases) {
    it(name, () => assert.equal(countHunks(from, to), expected));
  }
});
