import assert from 'node:assert/strict';
import { type Run, settled } from '../../../src/review/runs.ts';

const run = (start: number, end: number, toStart: number, toEnd: number): Run => ({
  start,
  end,
  toStart,
  toEnd,
});

describe('settled', () => {
  const cases: [string, string, string, Run[], Run[]][] = [
    ['moves what was added behind equal tokens', 'aab', 'aaab', [run(0, 0, 0, 1)], [run(2, 2, 2, 3)]],
    ['moves what was removed behind equal tokens', 'aaab', 'aab', [run(0, 1, 0, 0)], [run(2, 3, 2, 2)]],
    ['leaves what was replaced', 'aab', 'cab', [run(0, 1, 0, 1)], [run(0, 1, 0, 1)]],
    [
      'joins what comes to stand before the next',
      'ab',
      'aac',
      [run(0, 0, 0, 1), run(1, 2, 2, 3)],
      [run(1, 2, 1, 3)],
    ],
    [
      'joins two additions that can be one',
      'a',
      'baa',
      [run(0, 0, 0, 1), run(1, 1, 2, 3)],
      [run(0, 0, 0, 2)],
    ],
    ['joins two removals that can be one', 'baa', 'a', [run(0, 1, 0, 0), run(2, 3, 1, 1)], [run(0, 2, 0, 0)]],
    [
      'does not join an addition to a removal',
      'xaa',
      'aaa',
      [run(0, 1, 0, 0), run(3, 3, 2, 3)],
      [run(0, 1, 0, 0), run(3, 3, 2, 3)],
    ],
  ];
  for (const [name, from, to, runs, expected] of cases) {
    it(name, () => assert.deepEqual(settled([...from], [...to], runs), expected));
  }
});
