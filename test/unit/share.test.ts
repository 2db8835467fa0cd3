import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shareOf } from '../share.ts';

describe('shareOf', () => {
  it('has each file in one share, and shares of about one size', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 4 }), (given, count) => {
        const files = given.map((size, index) => ({ file: `f${String(index).padStart(2, '0')}`, size }));
        const shares = Array.from({ length: count }, (_, at) => shareOf(files, `${at + 1}/${count}`));
        assert.deepEqual(
          shares
            .flat()
            .map(({ file }) => file)
            .sort(),
          files.map(({ file }) => file),
        );
        const sums = shares.map((share) => share.reduce((sum, { size }) => sum + size, 0));
        assert.ok(Math.max(...sums) - Math.min(...sums) <= 1000);
      }),
    );
  });

  it('keeps the order of names', () => {
    const files = ['b', 'a', 'c'].map((file, index) => ({ file, size: 10 - index }));
    assert.deepEqual(
      shareOf(files, '1/1').map(({ file }) => file),
      ['a', 'b', 'c'],
    );
  });
});
