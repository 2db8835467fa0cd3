import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TranscriptSegmentShown } from '../../../src/audio/shared/transcript-protocol.ts';
import { changeBetween } from '../../../src/audio/transcript-changes.ts';

const shown = (text: string): TranscriptSegmentShown => ({ start: 0, end: 1, text, isEditable: true });

describe('changeBetween', () => {
  it('tells what lies between what stays', () => {
    const from = ['a', 'b', 'c', 'd'].map(shown);
    assert.deepEqual(changeBetween(from, ['a', 'x', 'y', 'd'].map(shown)), {
      at: 1,
      removed: 2,
      segments: ['x', 'y'].map(shown),
    });
    assert.deepEqual(changeBetween(from, from), { at: 4, removed: 0, segments: [] });
    assert.deepEqual(changeBetween(from, []), { at: 0, removed: 4, segments: [] });
    assert.deepEqual(changeBetween([], from), { at: 0, removed: 0, segments: from });
  });

  it('tells of other times, and of a text that can be edited now', () => {
    const [one, other] = [shown('a'), { ...shown('a'), start: 0.5 }];
    assert.equal(changeBetween([one], [other]).removed, 1);
    assert.equal(changeBetween([one], [{ ...one, isEditable: false }]).removed, 1);
  });

  it('leads from any list to any other', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c').map(shown));
    fc.assert(
      fc.property(list, list, (from, to) => {
        const { at, removed, segments } = changeBetween(from, to);
        assert.deepEqual(from.toSpliced(at, removed, ...segments), to);
      }),
    );
  });
});
