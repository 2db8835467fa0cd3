import assert from 'node:assert/strict';
import { ByteProgress } from '../../../src/images/byte-progress.ts';

describe('ByteProgress', () => {
  it('adds up files, and has a total once that of each is known', () => {
    const told: [number, number | undefined][] = [];
    const progress = new ByteProgress(3, (...now) => told.push(now));
    progress.tell(0, 10, 100);
    progress.tell(1, 5, undefined);
    progress.tell(2, 1, 1);
    progress.tell(1, 7, 50);
    progress.tell(1, 7, 50);
    progress.settle(0);
    assert.deepEqual(told, [
      [10, undefined],
      [15, undefined],
      [16, undefined],
      [18, 151],
      [18, 61],
    ]);
  });

  it('needs nobody to tell', () => {
    new ByteProgress(1, undefined).tell(0, 1, 1);
  });
});
