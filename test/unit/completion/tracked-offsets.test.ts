import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TrackedOffsets } from '../../../src/completion/tracked-offsets.ts';

/** A document of which places are tracked, `|` in its text. */
class Tracked {
  readonly offsets: TrackedOffsets;
  text: string;

  constructor(marked: string) {
    const places = [...marked.matchAll(/\|/g)].map(({ index }, count) => index - count);
    this.text = marked.replaceAll('|', '');
    this.offsets = new TrackedOffsets(places);
  }

  edit(offset: number, removed: number, text: string): void {
    this.offsets.changed([{ offset, removed, text }]);
    this.text = this.text.slice(0, offset) + text + this.text.slice(offset + removed);
  }

  fill(place: number, text: string): void {
    const { start = 0, end = 0 } = this.offsets.at(place) ?? {};
    this.offsets.filled(place, text.length);
    this.text = this.text.slice(0, start) + text + this.text.slice(end);
  }

  /** What stands at a place, and what stands before it. */
  at(place: number): [before: string, there: string] {
    const { start = 0, end = 0 } = this.offsets.at(place) ?? {};
    return [this.text.slice(0, start), this.text.slice(start, end)];
  }
}

describe('TrackedOffsets', () => {
  for (const [what, offset, removed, text, before] of [
    ['typed before', 0, 0, 'x', 'xone'],
    ['typed behind', 5, 0, 'x', 'one'],
    ['typed right there', 3, 0, 'x', 'onex'],
    ['removed before', 0, 2, '', 'e'],
    ['removed up to it', 1, 2, '', 'o'],
    ['removed behind', 3, 4, '', 'one'],
    ['replaced around it', 1, 4, 'XY', 'oXY'],
  ] as const) {
    it(`follows what is ${what}`, () => {
      const document = new Tracked('one| two');
      document.edit(offset, removed, text);
      assert.deepEqual(document.at(0), [before, '']);
    });
  }

  it('has one text in the place of another, and moves what is behind', () => {
    const document = new Tracked('a|b|c');
    document.fill(0, 'first');
    document.fill(1, 'second');
    document.fill(0, '1');
    assert.equal(document.text, 'a1bsecondc');
    assert.deepEqual(document.at(0), ['a', '1']);
    assert.deepEqual(document.at(1), ['a1b', 'second']);
  });

  for (const [what, offset, removed, text, there, before] of [
    ['typed before', 1, 0, 'x', 'new', 'ax'],
    ['typed behind', 4, 0, 'x', 'new', 'a'],
    ['typed in it', 2, 0, 'x', '', 'anxew'],
    ['taken away', 1, 3, '', '', 'a'],
    ['cut', 3, 2, '', '', 'ane'],
    ['written over with more', 0, 5, 'other', '', 'other'],
  ] as const) {
    it(`knows its text when something is ${what}`, () => {
      const document = new Tracked('a|b');
      document.fill(0, 'new');
      document.edit(offset, removed, text);
      assert.deepEqual(document.at(0), [before, there]);
      assert.equal(document.offsets.isFilled(0), there !== '');
    });
  }

  it('takes several changes of one moment in any order', () => {
    for (const order of [1, -1]) {
      const offsets = new TrackedOffsets([2, 6]);
      const changes = [
        { offset: 0, removed: 1, text: '' },
        { offset: 4, removed: 0, text: 'xyz' },
      ];
      offsets.changed(order === 1 ? changes : changes.toReversed());
      assert.deepEqual([offsets.at(0)?.start, offsets.at(1)?.start], [1, 8]);
    }
  });

  it('stays in the document whatever is edited (property)', () => {
    const edit = fc.record({
      at: fc.nat(40),
      removed: fc.nat(10),
      text: fc.string({ maxLength: 5 }),
      fills: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit), (edits) => {
        const document = new Tracked('one| two| three');
        for (const { at, removed, text, fills } of edits) {
          if (fills) {
            document.fill(at % 2, text);
          } else {
            const offset = Math.min(at, document.text.length);
            document.edit(offset, Math.min(removed, document.text.length - offset), text);
          }
          for (const place of [0, 1]) {
            const { start = -1, end = -1 } = document.offsets.at(place) ?? {};
            assert.ok(0 <= start && start <= end && end <= document.text.length);
          }
        }
      }),
    );
  });
});
