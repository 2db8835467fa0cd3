import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterChange, type PlaceRange } from '../../../src/moderation/moved-ranges.ts';
import { placesIn } from '../../../src/moderation/passages.ts';

const range = (...[a, b, c, d]: [number, number, number, number]): PlaceRange => ({
  start: { line: a, character: b },
  end: { line: c, character: d },
});
const flagged = range(5, 2, 6, 8);

describe('afterChange', () => {
  const moves: readonly (readonly [string, PlaceRange, string, number | undefined])[] = [
    ['a line is put in above', range(2, 0, 2, 0), 'new\n', 6],
    ['lines are put in above, with other ends', range(4, 3, 4, 3), 'a\r\nb\rc', 7],
    ['a line is broken off right before it', range(5, 0, 5, 0), '\n', 6],
    ['lines above are deleted', range(2, 0, 4, 0), '', 3],
    ['the lines right above are deleted', range(3, 0, 5, 0), '', 3],
    ['something above is typed over', range(4, 1, 4, 3), 'x', 5],
    ['something below is typed', range(7, 0, 7, 0), 'x', 5],
    ['a line is broken off right behind it', range(6, 8, 6, 8), '\n  ', 5],
    ['something is typed in its first line', range(5, 0, 5, 0), 'x', undefined],
    ['something is typed in its last line', range(6, 9, 6, 9), 'x', undefined],
    ['its first line is joined to the one above', range(4, 7, 5, 0), '', undefined],
    ['its last line is joined to the one below', range(6, 8, 7, 0), '', undefined],
    ['it is broken', range(6, 0, 6, 0), '\n', undefined],
    ['all is replaced', range(0, 0, 9, 0), 'x\n', undefined],
  ];
  for (const [what, changed, text, line] of moves) {
    it(`${line === undefined ? 'loses' : 'keeps'} it when ${what}`, () => {
      assert.deepEqual(
        afterChange(flagged, { range: changed, text }),
        line === undefined ? undefined : range(line, 2, line + 1, 8),
      );
    });
  }

  it('never leads to another text', () => {
    const words = fc.constantFrom('a', 'bc', ' ', '\n', '\r\n');
    const texts = fc.array(words, { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, texts, fc.nat(), fc.nat(), (before, after, from, length) => {
        const mark = 'MARK\nMORE';
        const text = `${before}\n${mark}\n${after}`;
        // No change begins or ends between the two letters of a line's end.
        const whole = (offset: number): number =>
          /^\r\n/.test(text.slice(offset - 1, offset + 1)) ? offset + 1 : offset;
        const start = whole(from % text.length);
        const end = whole(Math.min(start + (length % 10), text.length));
        const put = before.replaceAll('\r', '');
        const changed = text.slice(0, start) + put + text.slice(end);
        const at = text.indexOf(mark);
        const placeOf = placesIn(text);
        const moved = afterChange(
          { start: placeOf(at), end: placeOf(at + mark.length) },
          { range: { start: placeOf(start), end: placeOf(end) }, text: put },
        );
        if (moved) {
          const lines = changed.split(/\r\n|\r|\n/);
          assert.equal(lines[moved.start.line]?.slice(moved.start.character), 'MARK');
          assert.equal(lines[moved.end.line]?.slice(0, moved.end.character), 'MORE');
        }
      }),
    );
  });
});
