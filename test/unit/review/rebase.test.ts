import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineRuns } from '../../../src/review/line-runs.ts';
import { type Conflict, rebase } from '../../../src/review/rebase.ts';

/** What the three texts say where there is a conflict. */
function said({ base, current, proposal }: Conflict, texts: readonly [string, string, string]): string[] {
  return [base, current, proposal].map(({ start, end }, index) => (texts[index] ?? '').slice(start, end));
}

/** Lines for a text written as one word: `abc` has three. */
const lines = (letters: string): string => [...letters].map((letter) => `line ${letter}\n`).join('');

/** The lines of a text; the end of one with a final line break is none. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

describe('rebase', () => {
  // Base, current, proposal, and what comes of it: one letter is one line.
  const merged: [string, string, string, string, string][] = [
    ['carries changes of other lines over', 'abcde', 'aBcde', 'abcDe', 'aBcDe'],
    ['carries over what is put in elsewhere', 'abcd', 'axbcd', 'abcyd', 'axbcyd'],
    ['carries over what is taken out elsewhere', 'abcd', 'bcd', 'abc', 'bc'],
    ['has no conflict where neighbouring lines are changed', 'abcd', 'aBcd', 'abCd', 'aBCd'],
    ['has none where one changes the line above new ones', 'abc', 'aBc', 'abxyc', 'aBxyc'],
    ['has none where one changes the line below new ones', 'abc', 'abC', 'abxyc', 'abxyC'],
    ['has none where one adds lines above a changed line', 'abc', 'axybc', 'aBc', 'axyBc'],
    ['has none where one adds lines below a changed line', 'abc', 'abxyc', 'aBc', 'aBxyc'],
    ['has none where one adds lines above lines taken out', 'abcd', 'axbcd', 'ad', 'axd'],
    ['has none where neighbouring lines are taken out', 'abcd', 'acd', 'abd', 'ad'],
    ['counts once what both changed', 'abcd', 'aXcd', 'aXcD', 'aXcD'],
    ['counts once what both put in', 'abcd', 'abxycd', 'abxycD', 'abxycD'],
    ['counts once what both took out', 'abcde', 'ade', 'adE', 'adE'],
    ['counts once the same line put in among equal ones', 'aaabc', 'aaaabc', 'aaaabC', 'aaaabC'],
    ['leaves an emptied text empty', 'abc', '', 'abc', ''],
    ['empties a text', 'abc', 'abc', '', ''],
    ['adds lines to a text emptied meanwhile, where it changes none', 'ab', '', 'abx', 'x'],
  ];
  for (const [name, base, current, proposal, expected] of merged) {
    it(name, () => {
      for (const wins of [undefined, 'current', 'proposal'] as const) {
        const there = rebase(lines(base), lines(proposal), lines(current), wins);
        assert.deepEqual(there, { text: lines(expected), base: lines(current), conflicts: [] });
        const back = rebase(lines(base), lines(current), lines(proposal), wins);
        assert.deepEqual(back, { text: lines(expected), base: lines(proposal), conflicts: [] });
      }
    });
  }

  // Base, current, proposal, what comes of it when either wins, and what each says in the conflict.
  const disputed: [string, string, string, string, string, string, [string, string, string][]][] = [
    ['raises one where both changed a line', 'abc', 'aXc', 'aYc', 'aXc', 'aYc', [['b', 'X', 'Y']]],
    ['raises one where both put in lines', 'ab', 'axb', 'ayb', 'axb', 'ayb', [['', 'x', 'y']]],
    [
      'raises one where one took out what the other changed',
      'abc',
      'ac',
      'aYc',
      'ac',
      'aYc',
      [['b', '', 'Y']],
    ],
    [
      'raises one where one put lines into what the other took out',
      'abc',
      'abxc',
      'a',
      'abxc',
      'a',
      [['bc', 'bxc', '']],
    ],
    [
      'raises one where the order of new lines is not known',
      'abc',
      'aBxc',
      'abyC',
      'aBxc',
      'abyC',
      [['bc', 'Bxc', 'byC']],
    ],
    [
      'raises one for all changes that are linked',
      'abcdef',
      'aXXdYYf',
      'abPPPf',
      'aXXdYYf',
      'abPPPf',
      [['bcde', 'XXdYY', 'bPPP']],
    ],
    [
      'raises one for each place',
      'abcd',
      'XbcX',
      'YbcY',
      'XbcX',
      'YbcY',
      [
        ['a', 'X', 'Y'],
        ['d', 'X', 'Y'],
      ],
    ],
    ['carries over the rest', 'abcdef', 'XbcDef', 'YbcdeF', 'XbcDeF', 'YbcDeF', [['a', 'X', 'Y']]],
    ['raises one where both filled an empty text', '', 'x', 'y', 'x', 'y', [['', 'x', 'y']]],
    ['raises one where both replaced all', 'abc', 'xyz', 'pq', 'xyz', 'pq', [['abc', 'xyz', 'pq']]],
  ];
  for (const [name, base, current, proposal, ours, theirs, conflicts] of disputed) {
    it(name, () => {
      const texts: [string, string, string] = [lines(base), lines(current), lines(proposal)];
      const [from, now, proposed] = texts;
      const kept = rebase(from, proposed, now);
      assert.equal(kept.text, lines(ours));
      assert.deepEqual(kept, rebase(from, proposed, now, 'current'));
      const taken = rebase(from, proposed, now, 'proposal');
      assert.equal(taken.text, lines(theirs));
      assert.deepEqual(taken.conflicts, kept.conflicts);
      assert.deepEqual(
        kept.conflicts.map((conflict) => said(conflict, texts)),
        conflicts.map((sides) => sides.map(lines)),
      );
    });
  }

  // Texts as they are.
  const texts: [string, string, string, string, string][] = [
    ['carries a final line break over', 'a\nb', 'a\nb\n', 'A\nb', 'A\nb\n'],
    [
      'has no conflict between a final line break and a change of the last line',
      'a\nb',
      'a\nb\n',
      'a\nB',
      'a\nB\n',
    ],
    ['has none between a final line break and a new last line', 'a\nb', 'a\nb\n', 'a\nb\nc', 'a\nb\nc\n'],
    [
      'has none where the final line break goes and the last line changes',
      'a\nb\n',
      'a\nb',
      'a\nB\n',
      'a\nB',
    ],
    ['adds a final line break that both added once', 'a\nb', 'a\nb\n', 'a\nb\n', 'a\nb\n'],
    ['removes a final line break that both removed', 'a\nb\n', 'A\nb', 'a\nb', 'A\nb'],
    [
      'keeps a new blank line at the end, though the final line break goes',
      'a\nb\n',
      'a\nb',
      'a\nb\n\n',
      'a\nb\n\n',
    ],
    ['keeps blank lines at the end apart from the final line break', 'a\n', 'a\n\n', 'A\n', 'A\n\n'],
    ['fills an empty text', '', '', 'a\nb', 'a\nb'],
    ['agrees on a text filled with and without a final line break', '', 'a\n', 'a', 'a\n'],
    ['takes a CRLF for a part of its line', 'a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC', 'A\r\nb\r\nC'],
    ['takes a lone CR for a part of its line', 'a\rb\nc', 'a\rB\nc', 'a\rb\nC', 'a\rB\nC'],
    ['carries lines of surrogate pairs over', '😀\nx\n😁', '😂\nx\n😁', '😀\nx\n😃', '😂\nx\n😃'],
  ];
  for (const [name, base, current, proposal, expected] of texts) {
    it(name, () => {
      assert.deepEqual(rebase(base, proposal, current), { text: expected, base: current, conflicts: [] });
      assert.deepEqual(rebase(base, current, proposal), { text: expected, base: proposal, conflicts: [] });
    });
  }

  it('tells where a conflict is in each text', () => {
    const conflict = (base: string, current: string, proposal: string): unknown =>
      rebase(base, proposal, current).conflicts;
    assert.deepEqual(conflict('a\nb\nc', 'aa\nX\nc', 'a\nYY\nc'), [
      { base: { start: 0, end: 4 }, current: { start: 0, end: 5 }, proposal: { start: 0, end: 5 } },
    ]);
    assert.deepEqual(conflict('a\nb', 'a\nb\nX', 'a\nb\nYY\n'), [
      { base: { start: 3, end: 3 }, current: { start: 4, end: 5 }, proposal: { start: 4, end: 7 } },
    ]);
  });

  it('takes for one what the diff editor shows as one', () => {
    const proposal = '1\n2\n3\n}\n4\n5\n6\n';
    const base = 'a\nb\nc\n}\nd\ne\nf\n';
    const current = 'a\nb\nc\n}\nnew\nd\ne\nf\n';
    assert.equal(rebase(base, proposal, current).conflicts.length, 1);
  });

  it('carries changes over in long texts', () => {
    const base = Array.from({ length: 150_000 }, (_, index) => `line ${index}`);
    const current = base.map((line, index) => (index % 1000 === 3 ? `${line} typed` : line));
    const proposal = base.map((line, index) => (index % 1000 === 7 ? `${line} proposed` : line));
    const both = base.map((line, index) => (index % 1000 === 3 ? `${line} typed` : (proposal[index] ?? '')));
    const { text, conflicts } = rebase(base.join('\n'), proposal.join('\n'), current.join('\n'));
    assert.deepEqual(conflicts, []);
    assert.ok(text === both.join('\n'));
  });

  describe('whatever is changed', () => {
    const change = fc.record({
      at: fc.nat(12),
      removed: fc.nat(3),
      added: fc.array(fc.nat(5), { maxLength: 3 }),
    });
    const document = fc.array(fc.nat(5), { maxLength: 12 });
    const edits = fc.array(change, { maxLength: 3 });
    /** Few different lines, so that many are equal. */
    const text = (numbers: readonly number[], isEnded: boolean): string =>
      numbers.map((number) => ['', '}', 'first', 'second', 'third', '  first'][number] ?? '').join('\n') +
      (isEnded ? '\n' : '');
    const edited = (
      from: readonly number[],
      changes: (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
    ): number[] =>
      changes.reduce<number[]>(
        (now, { at, removed, added }) => now.toSpliced(at, removed, ...added),
        [...from],
      );
    const three = fc
      .tuple(document, edits, edits, fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()))
      .map(([from, ours, theirs, [a, b, c]]): [string, string, string] => [
        text(from, a),
        text(edited(from, ours), b),
        text(edited(from, theirs), c),
      ]);

    it('gives the proposal, if nothing was changed meanwhile', () => {
      fc.assert(
        fc.property(three, ([base, , proposal]) => {
          assert.deepEqual(rebase(base, proposal, base), { text: proposal, base, conflicts: [] });
        }),
        { numRuns: 500 },
      );
    });

    it('gives the current text, if nothing was proposed, or the same', () => {
      fc.assert(
        fc.property(three, ([base, current]) => {
          assert.deepEqual(rebase(base, base, current), { text: current, base: current, conflicts: [] });
          assert.deepEqual(rebase(base, current, current), { text: current, base: current, conflicts: [] });
        }),
        { numRuns: 500 },
      );
    });

    it('treats both sides alike', () => {
      fc.assert(
        fc.property(three, ([base, current, proposal]) => {
          const there = rebase(base, proposal, current);
          const back = rebase(base, current, proposal, 'proposal');
          assert.equal(there.text, back.text);
          assert.deepEqual(
            there.conflicts,
            back.conflicts.map((found) => ({ ...found, current: found.proposal, proposal: found.current })),
          );
        }),
        { numRuns: 1000 },
      );
    });

    it('says the same when it is asked again of what it gave without a conflict', () => {
      fc.assert(
        fc.property(three, ([base, current, proposal]) => {
          const first = rebase(base, proposal, current, 'proposal');
          // In conflicts, equal lines may be told apart in another way the next time.
          if (first.conflicts.length === 0) {
            assert.deepEqual(rebase(first.base, first.text, current, 'proposal'), first);
          }
        }),
        { numRuns: 1000 },
      );
    });

    it('has what each side has written, or raises a conflict', () => {
      let merges = 0;
      fc.assert(
        fc.property(three, ([base, current, proposal]) => {
          const { text: result, conflicts } = rebase(base, proposal, current);
          if (conflicts.length > 0) {
            return;
          }
          merges++;
          for (const side of [current, proposal]) {
            const written = linesOf(side);
            for (const run of lineRuns(linesOf(base), written)) {
              const wanted = written.slice(run.toStart, run.toEnd);
              assert.ok(`\n${result}\n`.includes(`\n${asText(wanted)}`));
            }
          }
        }),
        { numRuns: 1000 },
      );
      assert.ok(merges > 200);
    });

    it('raises conflicts in order, of whole lines, that are not the same', () => {
      fc.assert(
        fc.property(three, (all) => {
          const [base, current, proposal] = all;
          const ends = [-1, -1, -1];
          for (const conflict of rebase(base, proposal, current).conflicts) {
            const ranges = [conflict.base, conflict.current, conflict.proposal];
            for (const [side, { start, end }] of ranges.entries()) {
              const whole = all[side] ?? '';
              assert.ok(start >= (ends[side] ?? 0) && end >= start && end <= whole.length);
              for (const place of [start, end]) {
                assert.ok(place === 0 || place === whole.length || whole[place - 1] === '\n');
              }
              ends[side] = end;
            }
            const [, ours, theirs] = said(conflict, all);
            assert.notEqual(ours, theirs);
          }
        }),
        { numRuns: 1000 },
      );
    });

    it('lets the winner stand in the conflicts, and nothing else differ', () => {
      let disputes = 0;
      fc.assert(
        fc.property(three, (all) => {
          const [base, current, proposal] = all.map((one) => (one.endsWith('\n') ? one : `${one}\n`));
          assert.ok(base !== undefined && current !== undefined && proposal !== undefined);
          const ours = rebase(base, proposal, current, 'current');
          const theirs = rebase(base, proposal, current, 'proposal');
          const sides = ours.conflicts.map((conflict) => said(conflict, [base, current, proposal]));
          disputes += sides.length;
          assert.ok(isDifferentOnlyIn(sides, ours.text, theirs.text));
        }),
        { numRuns: 700 },
      );
      assert.ok(disputes > 100);
    });
  });

  it('is what a reference makes of the edits that were made, or a conflict where that has one', () => {
    const counts = { merged: 0, disputed: 0, steady: 0 };
    fc.assert(
      fc.property(fc.array(slot, { minLength: 1, maxLength: 9 }), (slots) => {
        const expected = reference(slots);
        const [base, current, proposal] = [
          written(slots, 'base'),
          written(slots, 'ours'),
          written(slots, 'theirs'),
        ];
        const kept = rebase(base, proposal, current, 'current');
        const taken = rebase(base, proposal, current, 'proposal');
        assert.equal(kept.conflicts.length, expected.conflicts);
        assert.equal(kept.text, expected.ours);
        assert.equal(taken.text, expected.theirs);
        assert.equal(taken.base, expected.base);
        // Rebased, it is asked again whenever the text changes. What came next to each other may then count as one, and
        // be in conflict with what is near, or no longer; but nothing of either side is lost.
        const again = rebase(taken.base, taken.text, current, 'proposal');
        const before = linesOf(base);
        const put = linesOf(taken.text + (again.conflicts.length > 0 ? '' : current));
        const after = linesOf(again.text);
        assert.ok(put.every((one) => before.includes(one) || after.includes(one)));
        counts.steady += again.text === taken.text ? 1 : 0;
        counts[expected.conflicts > 0 ? 'disputed' : 'merged']++;
      }),
      { numRuns: 3000 },
    );
    assert.ok(counts.merged > 500 && counts.disputed > 500 && counts.steady > 2950);
  });
});

/** Whether two texts are the same but for one pair after the other, each in its own. */
function isDifferentOnlyIn(pairs: readonly (readonly string[])[], a: string, b: string): boolean {
  const [first, ...rest] = pairs;
  if (!first) {
    return a === b;
  }
  const [, ours = '', theirs = ''] = first;
  for (let at = 0; a.slice(0, at) === b.slice(0, at) && at <= a.length; at++) {
    const fits = a.startsWith(ours, at) && b.startsWith(theirs, at);
    if (fits && isDifferentOnlyIn(rest, a.slice(at + ours.length), b.slice(at + theirs.length))) {
      return true;
    }
  }
  return false;
}

// A document whose edits are known: no diff has to find them. A slot is a line, or a place between two lines where both
// sides may put some; all lines are different, and say what they are.

type Edit = 'none' | 'own' | 'same' | 'removed';

interface Slot {
  readonly inserted: { readonly ours: number; readonly theirs: number; readonly isSame: boolean };
  readonly line: { readonly ours: Edit; readonly theirs: Edit };
}

const few = fc.constantFrom(0, 0, 0, 0, 1, 2);
const edit = fc.constantFrom<Edit>('none', 'none', 'none', 'own', 'same', 'removed');
const slot: fc.Arbitrary<Slot> = fc.record({
  inserted: fc.record({ ours: few, theirs: few, isSame: fc.boolean() }),
  line: fc.record({ ours: edit, theirs: edit }),
});

/** One place of the document: what each of the three has there. */
interface Place {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

function places(slots: readonly Slot[]): Place[] {
  return slots.flatMap(({ inserted, line }, index) => {
    const put = (who: string, count: number): string[] =>
      Array.from({ length: count }, (_, number) => `put before ${index} by ${who}, ${number}`);
    const made = (who: string, as: Edit): string[] => {
      const texts = {
        none: [`this is line ${index}`],
        own: [`line ${index} as changed by ${who}`],
        same: [`line ${index} as changed by both`],
        removed: [],
      };
      return texts[as];
    };
    return [
      {
        base: [],
        ours: put(inserted.isSame ? 'both' : 'us', inserted.ours),
        theirs: put(inserted.isSame ? 'both' : 'them', inserted.theirs),
      },
      { base: made('', 'none'), ours: made('us', line.ours), theirs: made('them', line.theirs) },
    ];
  });
}

const asText = (from: readonly string[]): string => from.map((line) => `${line}\n`).join('');

function written(slots: readonly Slot[], side: keyof Place): string {
  return asText(places(slots).flatMap((place) => place[side]));
}

/** By the definition, slowly: runs of changed places of either side; those that clash are put together until none do. */
function reference(slots: readonly Slot[]): {
  ours: string;
  theirs: string;
  base: string;
  conflicts: number;
} {
  const all = places(slots);
  const groups = [...runsOf(all, 'ours'), ...runsOf(all, 'theirs')].map((one) => [one]);
  const linked = (): [number, number] | undefined => {
    for (const [index, group] of groups.entries()) {
      const other = groups.findIndex(
        (found, at) => at > index && found.some((a) => group.some((b) => clashes(all, a, b))),
      );
      if (other >= 0) {
        return [index, other];
      }
    }
    return undefined;
  };
  for (let pair = linked(); pair; pair = linked()) {
    const [index, other] = pair;
    groups[index]?.push(...(groups[other] ?? []));
    groups.splice(other, 1);
  }
  const spans = groups
    .map((group) => ({
      group,
      from: Math.min(...group.map(lineBefore)),
      to: Math.max(...group.map(lineAfter)),
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const result = { ours: '', theirs: '', base: '', conflicts: 0 };
  let at = 0;
  const end = { group: [], from: slots.length, to: slots.length };
  for (const { group, from, to } of [...spans, end]) {
    const untouched = asText(
      all.filter((_, place) => place >= 2 * at && place < 2 * from).flatMap(({ base }) => base),
    );
    // What is put at the borders belongs to this group only if one of its runs has it.
    const made = (side: 'ours' | 'theirs'): string =>
      asText(
        all.flatMap((place, index) => {
          const isIn = group.some((run) => run.side === side && run.first <= index && index <= run.last);
          return isIn ? place[side] : index >= 2 * from && index < 2 * to ? place.base : [];
        }),
      );
    const base = asText(all.slice(2 * from, 2 * to).flatMap((place) => place.base));
    const [ours, theirs] = [made('ours'), made('theirs')];
    const isConflict = ours !== base && theirs !== base && ours !== theirs;
    result.conflicts += isConflict ? 1 : 0;
    result.ours += untouched + (ours !== base ? ours : theirs);
    result.theirs += untouched + (theirs !== base ? theirs : ours);
    result.base += untouched + (isConflict ? base : ours);
    at = to;
  }
  return result;
}

interface PlaceRun {
  readonly side: 'ours' | 'theirs';
  readonly first: number;
  readonly last: number;
}

// Even places are between lines, odd ones are lines.
const lineBefore = ({ first }: PlaceRun): number => Math.floor(first / 2);
const lineAfter = ({ last }: PlaceRun): number => Math.ceil(last / 2);

/** Runs of changed places; places between lines where nothing is put do not divide changed lines. */
function runsOf(all: readonly Place[], side: 'ours' | 'theirs'): PlaceRun[] {
  const runs: PlaceRun[] = [];
  for (const [index, place] of all.entries()) {
    if (place[side].join() === place.base.join()) {
      continue;
    }
    const last = runs.at(-1);
    if (last && lineAfter(last) === Math.floor(index / 2)) {
      runs[runs.length - 1] = { ...last, last: index };
    } else {
      runs.push({ side, first: index, last: index });
    }
  }
  return runs;
}

function clashes(all: readonly Place[], a: PlaceRun, b: PlaceRun): boolean {
  if (a.side === b.side) {
    return false;
  }
  const grown = ({ side, first, last }: PlaceRun): boolean => {
    const part = all.slice(first, last + 1);
    return part.flatMap((place) => place[side]).length > part.flatMap((place) => place.base).length;
  };
  if (lineAfter(a) === lineBefore(b) || lineAfter(b) === lineBefore(a)) {
    return grown(a) && grown(b);
  }
  return lineBefore(a) < lineAfter(b) && lineBefore(b) < lineAfter(a);
}
