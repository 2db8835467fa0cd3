import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Change, StreamedRanges } from '../../../src/completion/streamed-ranges.ts';

/** A document that applies changes as VS Code does: all in offsets before the change, at one place in order. */
function apply(text: string, changes: readonly Change[]): string {
  return [...changes]
    .reverse()
    .sort((a, b) => b.offset - a.offset)
    .reduce(
      (now, { offset, removed, text: added }) => now.slice(0, offset) + added + now.slice(offset + removed),
      text,
    );
}

describe('StreamedRanges', () => {
  const streamed = (start: number, length: number): StreamedRanges => {
    const ranges = new StreamedRanges([start]);
    ranges.inserted(['x'.repeat(length)]);
    return ranges;
  };

  const cases: [string, Change, boolean, { start: number; end: number }][] = [
    ['an insertion before moves it', { offset: 2, removed: 0, text: 'ab' }, true, { start: 12, end: 17 }],
    [
      'an insertion at its start moves it',
      { offset: 10, removed: 0, text: 'ab' },
      true,
      { start: 12, end: 17 },
    ],
    ['a deletion up to its start moves it', { offset: 8, removed: 2, text: '' }, true, { start: 8, end: 13 }],
    [
      'a replacement up to its start moves it',
      { offset: 8, removed: 2, text: 'abc' },
      true,
      { start: 11, end: 16 },
    ],
    ['an insertion behind leaves it', { offset: 16, removed: 0, text: 'ab' }, true, { start: 10, end: 15 }],
    ['a deletion from its end leaves it', { offset: 15, removed: 3, text: '' }, true, { start: 10, end: 15 }],
    [
      'an insertion at its end takes the place',
      { offset: 15, removed: 0, text: 'a' },
      false,
      { start: 10, end: 15 },
    ],
    [
      'a replacement from its end takes the place',
      { offset: 15, removed: 1, text: 'a' },
      false,
      { start: 10, end: 15 },
    ],
    ['an insertion inside stops', { offset: 12, removed: 0, text: 'a' }, false, { start: 10, end: 15 }],
    ['a deletion across its start stops', { offset: 8, removed: 3, text: '' }, false, { start: 10, end: 15 }],
    ['a deletion across its end stops', { offset: 14, removed: 3, text: '' }, false, { start: 10, end: 15 }],
    ['a deletion of all of it stops', { offset: 10, removed: 5, text: '' }, false, { start: 10, end: 15 }],
  ];
  for (const [name, change, goesOn, range] of cases) {
    it(name, () => {
      const ranges = streamed(10, 5);
      assert.equal(ranges.changed([change]), goesOn);
      assert.deepEqual(ranges.ranges[0], range);
    });
  }

  it('gives way to typing at a place where nothing is yet', () => {
    assert.equal(new StreamedRanges([10]).changed([{ offset: 10, removed: 0, text: 'a' }]), false);
  });

  it('moves the places behind one that text went into', () => {
    const ranges = new StreamedRanges([20, 5, 10]);
    ranges.inserted(['ccc', 'a', 'bb']);
    assert.deepEqual(ranges.ranges, [
      { start: 23, end: 26 },
      { start: 5, end: 6 },
      { start: 11, end: 13 },
    ]);
  });

  it('moves the places behind one whose text was replaced', () => {
    const ranges = new StreamedRanges([20, 5, 10]);
    ranges.inserted(['ccc', 'a', 'bb']);
    ranges.replaced(2, 0);
    assert.deepEqual(ranges.ranges, [
      { start: 21, end: 24 },
      { start: 5, end: 6 },
      { start: 11, end: 11 },
    ]);
    ranges.replaced(1, 4);
    assert.deepEqual(ranges.ranges, [
      { start: 24, end: 27 },
      { start: 5, end: 9 },
      { start: 14, end: 14 },
    ]);
  });

  it('tells a place inside from its borders', () => {
    const ranges = streamed(10, 5);
    assert.deepEqual(
      [9, 10, 11, 14, 15, 16].map((offset) => ranges.contains(offset)),
      [false, false, true, true, false, false],
    );
  });

  it('always knows where the streamed text is, whatever is edited around it', () => {
    const change = fc.record({ at: fc.nat(200), removed: fc.nat(10), text: fc.string({ maxLength: 5 }) });
    const step = fc.oneof(
      fc.record({ stream: fc.array(fc.stringMatching(/^[A-Z]{0,4}$/), { minLength: 3, maxLength: 3 }) }),
      fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 3 }) }),
    );
    fc.assert(
      fc.property(
        fc.string({ minLength: 3, maxLength: 100 }),
        fc.array(step, { maxLength: 20 }),
        (start, steps) => {
          let text = start.toLowerCase();
          const at = [0, Math.floor(text.length / 2), text.length];
          const ranges = new StreamedRanges([...new Set(at)]);
          const written = ranges.ranges.map(() => '');
          for (const next of steps) {
            if ('stream' in next) {
              const texts = written.map((_, index) => next.stream[index] ?? '');
              const insertions = ranges.ranges.map(({ end }, index) => ({
                offset: end,
                removed: 0,
                text: texts[index] ?? '',
              }));
              text = apply(text, insertions);
              ranges.inserted(texts);
              for (const [index, added] of texts.entries()) {
                written[index] += added;
              }
            } else {
              const changes = separate(next.changes, text.length);
              text = apply(text, changes);
              if (!ranges.changed(changes)) {
                return;
              }
            }
            for (const [index, range] of ranges.ranges.entries()) {
              assert.equal(text.slice(range.start, range.end), written[index]);
            }
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** As VS Code reports them: inside the document and neither overlapping nor touching. */
function separate(
  changes: readonly { at: number; removed: number; text: string }[],
  length: number,
): Change[] {
  const ordered = changes
    .map(({ at, removed, text }) => {
      const offset = at % (length + 1);
      return { offset, removed: Math.min(removed, length - offset), text: text.toLowerCase() };
    })
    .filter(({ removed, text }) => removed > 0 || text !== '')
    .sort((a, b) => a.offset - b.offset);
  return ordered.filter((change, index) => {
    const before = ordered.slice(0, index);
    return before.every(({ offset, removed }) => offset + removed < change.offset);
  });
}
