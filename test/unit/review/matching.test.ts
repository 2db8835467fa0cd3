import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedRuns, Effort } from '../../../src/review/matching.ts';
import type { Run } from '../../../src/review/runs.ts';

/** Length of the longest common subsequence, by the table of the textbook. */
function mostKept(from: readonly string[], to: readonly string[]): number {
  let row = new Array<number>(to.length + 1).fill(0);
  for (const token of from) {
    const next = [0];
    for (const [index, other] of to.entries()) {
      const longer = Math.max(next[index] ?? 0, row[index + 1] ?? 0);
      next.push(token === other ? (row[index] ?? 0) + 1 : longer);
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Checks that what is not in the runs is the same in both, and returns how much that is. */
function kept(from: readonly string[], to: readonly string[], runs: readonly Run[]): number {
  let at = 0;
  let toAt = 0;
  let count = 0;
  const end = { start: from.length, end: from.length, toStart: to.length, toEnd: to.length };
  for (const [index, run] of [...runs, end].entries()) {
    assert.ok(index === 0 || index === runs.length || run.start > at, 'runs do not touch');
    assert.deepEqual(from.slice(at, run.start), to.slice(toAt, run.toStart));
    count += run.start - at;
    at = run.end;
    toAt = run.toEnd;
  }
  return count;
}

const run = (start: number, end: number, toStart: number, toEnd: number): Run => ({
  start,
  end,
  toStart,
  toEnd,
});

describe('changedRuns', () => {
  const runs = (from: string, to: string, effort?: Effort): Run[] => changedRuns([...from], [...to], effort);

  const cases: [string, string, string, Run[]][] = [
    ['finds nothing in equal texts', 'abc', 'abc', []],
    ['finds nothing in two empty ones', '', '', []],
    ['finds all of it where one is empty', '', 'abc', [run(0, 0, 0, 3)]],
    ['finds what was put in', 'abc', 'abxc', [run(2, 2, 2, 3)]],
    ['finds what was taken out', 'abxc', 'abc', [run(2, 3, 2, 2)]],
    ['finds what was replaced, apart from one another', 'abcde', 'xbcyz', [run(0, 1, 0, 1), run(3, 5, 3, 5)]],
    ['takes the last of equal ones as added', 'xaab', 'xaaab', [run(3, 3, 3, 4)]],
    ['takes the last of equal ones as removed', 'xaaab', 'xaab', [run(3, 4, 3, 3)]],
    [
      'takes the last of equal ones whatever else has changed',
      'xaaby',
      'zaaabq',
      [run(0, 1, 0, 1), run(3, 3, 3, 4), run(4, 5, 5, 6)],
    ],
  ];
  for (const [name, from, to, expected] of cases) {
    it(name, () => assert.deepEqual(runs(from, to), expected));
  }

  it('keeps as much as can be kept, and leaves nothing out', () => {
    const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', '__proto__'), { maxLength: 24 });
    fc.assert(
      fc.property(tokens, tokens, (from, to) => {
        assert.equal(kept(from, to, changedRuns(from, to)), mostKept(from, to));
      }),
      { numRuns: 1500 },
    );
  });

  it('finds the same run again at the same place, whatever else has changed', () => {
    const tokens = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 });
    fc.assert(
      fc.property(tokens, tokens, tokens, fc.boolean(), (before, more, after, isFirst) => {
        // One change, alone and beside another that has nothing to do with it.
        const from = [...before, ...after];
        const to = [...before, ...more, ...after];
        const alone = changedRuns(from, to);
        const beside = isFirst
          ? changedRuns(['1', '|', ...from], ['2', '|', ...to])
          : changedRuns([...from, '|', '1'], [...to, '|', '2']);
        assert.equal(beside.length, alone.length + 1);
        const shift = isFirst ? 2 : 0;
        const same = isFirst ? beside.slice(1) : beside.slice(0, -1);
        assert.deepEqual(
          same.map((found) => found.end - shift),
          alone.map((found) => found.end),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('goes by what is there once, where it may not compare more', () => {
    assert.deepEqual(runs('1ab2ba3', '4ab2bb5', new Effort(0)), [run(0, 1, 0, 1), run(5, 7, 5, 7)]);
    assert.deepEqual(runs('1ababa3', '4babab5', new Effort(0)), [run(0, 7, 0, 7)]);
  });

  it('compares what is between those, where that is little enough', () => {
    const [from, to] = [[...'ab1ab2ab3ab4'], [...'ba1ba2ba3ba4']];
    assert.equal(kept(from, to, changedRuns(from, to, new Effort(18))), mostKept(from, to));
    assert.equal(kept(from, to, changedRuns(from, to, new Effort(3))), 4);
  });

  it('counts what it has compared, also in vain', () => {
    const inVain = new Effort(18);
    runs('aaabbb1', 'bbbaaa2', inVain);
    assert.equal(inVain.longestEdit(0), 2);
    const effort = new Effort(18);
    runs('ab1', 'ba2', effort);
    runs('ab1', 'ba2', effort);
    assert.equal(effort.longestEdit(0), 3);
  });

  it('is right however little it may compare', () => {
    const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 24 });
    fc.assert(
      fc.property(tokens, tokens, fc.nat(60), (from, to, steps) => {
        kept(from, to, changedRuns(from, to, new Effort(steps)));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the order where lines that are there once have moved', () => {
    assert.deepEqual(runs('1abcd2', '3dabc4', new Effort(0)), [run(0, 1, 0, 2), run(4, 6, 5, 6)]);
  });
});

describe('Effort', () => {
  it('leaves half of itself after each search that came to nothing', () => {
    const effort = new Effort(800);
    let steps = 0;
    const longest: number[] = [];
    for (let search = 0; search < 50; search++) {
      const length = effort.longestEdit(10);
      longest.push(length);
      effort.spend(length);
      steps += length ** 2 / 2;
    }
    assert.deepEqual(longest.slice(0, 3), [28, 20, 14]);
    assert.equal(longest.at(-1), 0);
    assert.ok(steps <= 800);
  });

  it('looks for shorter edits in longer texts', () => {
    const effort = new Effort(1000);
    assert.equal(effort.longestEdit(100), 31);
    assert.equal(effort.longestEdit(10_000), 6);
    assert.equal(effort.longestEdit(1_000_000), 0);
  });
});
