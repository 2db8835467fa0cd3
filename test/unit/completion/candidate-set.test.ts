import assert from 'node:assert/strict';
import { CandidateSet } from '../../../src/completion/candidate-set.ts';

const odds = (...tokens: [string, number][]): Record<string, unknown> => ({
  tokens: tokens.map(([token]) => token),
  token_logprobs: tokens.map(([, probability]) => Math.log(probability)),
  top_logprobs: tokens.map(([token, probability]) => ({ [token]: Math.log(probability) })),
});

/** The candidates as the page would have them: place, number and text. */
function shown(set: CandidateSet): (string | number)[][] {
  set.forgetShown();
  return set.changes().candidates.map(({ place, number, text }) => [place, number, text]);
}

describe('CandidateSet', () => {
  it('gives each choice to its place: choice i to place floor(i / n)', () => {
    const set = new CandidateSet(['a', 'b']);
    set.begin(2, false);
    for (const index of [3, 0, 2, 1]) {
      set.take({ index, text: `text ${index}`, finish_reason: 'stop' });
    }
    set.end(true);
    assert.deepEqual(shown(set), [
      [0, 1, 'text 0'],
      [0, 2, 'text 1'],
      [1, 1, 'text 2'],
      [1, 2, 'text 3'],
    ]);
  });

  it('leaves out choices that were not asked for', () => {
    const set = new CandidateSet(['a']);
    set.begin(2, false);
    for (const index of [2, -1, 0.5, Number.NaN, 1e12]) {
      set.take({ index, text: 'x' });
    }
    set.end(true);
    assert.deepEqual(shown(set), []);
  });

  it('tells the page only what is new', () => {
    const set = new CandidateSet(['']);
    set.begin(1, false);
    set.take({ index: 0, text: 'one', logprobs: odds(['one', 0.4]) });
    const [first] = set.changes().candidates;
    assert.deepEqual([first?.keepText, first?.text, first?.keepMarks, first?.marks.length], [0, 'one', 0, 1]);
    assert.deepEqual(set.changes(), { candidates: [], gone: [] });
    set.take({ index: 0, text: ' two', logprobs: odds([' two', 0.3]), finish_reason: 'length' });
    const [second] = set.changes().candidates;
    assert.deepEqual(
      [second?.keepText, second?.text, second?.keepMarks, second?.marks[0]?.start],
      [3, ' two', 1, 3],
    );
    assert.deepEqual([second?.state, second?.finish], ['whole', 'length']);
  });

  it('takes the marks back when tokens and text turn out not to fit', () => {
    const set = new CandidateSet(['']);
    set.begin(1, false);
    set.take({ index: 0, text: 'one', logprobs: odds(['one', 0.4]) });
    set.changes();
    set.take({ index: 0, text: ' two', logprobs: odds([' zwei', 0.3]) });
    const [change] = set.changes().candidates;
    assert.deepEqual([change?.keepMarks, change?.marks, change?.confidence], [0, [], null]);
    assert.equal(change?.text, ' two');
  });

  it('marks tokens of less than 0.7, and has the confidence of all', () => {
    const set = new CandidateSet(['']);
    set.begin(1, false);
    set.take({ index: 0, text: 'abc', logprobs: odds(['a', 0.7], ['b', 0.69], ['c', 1]) });
    const [change] = set.changes().candidates;
    assert.deepEqual(
      change?.marks.map(({ start, end }) => [start, end]),
      [[1, 2]],
    );
    assert.ok(Math.abs((change?.confidence ?? 0) - (0.7 * 0.69) ** (1 / 3)) < 1e-9);
    assert.equal(set.comingTokens, 3);
  });

  for (const [what, pieces] of [
    ['at once', ['say this']],
    ['in pieces', ['s', 'ay', ' t', 'his']],
  ] as const) {
    it(`takes a repeated prompt away that comes ${what}, with its tokens`, () => {
      const set = new CandidateSet(['say']);
      set.begin(1, true);
      for (const text of pieces) {
        set.take({ index: 0, text, logprobs: odds([text, 0.4]) });
      }
      set.end(true);
      const [change] = set.changes().candidates;
      assert.deepEqual([change?.text, change?.isEchoed], [' this', true]);
      assert.ok(change?.marks.every(({ start, end }) => start >= 0 && end <= 5));
    });
  }

  it('loses nothing of an answer that does not repeat its prompt, or not all of it', () => {
    const set = new CandidateSet(['say']);
    set.begin(4, true);
    set.take({ index: 0, text: 'saw it', finish_reason: 'stop' });
    set.take({ index: 1, text: 'sa', finish_reason: 'stop' });
    set.take({ index: 2, text: '', finish_reason: 'stop' });
    set.take({ index: 3, text: 'say', finish_reason: 'stop' });
    set.end(true);
    assert.deepEqual(shown(set), [
      [0, 1, 'saw it'],
      [0, 2, ''],
    ]);
  });

  it('counts those that say the same with the first of them, also of another answer', () => {
    const set = new CandidateSet(['a', 'b']);
    const answer = (...texts: string[]): void => {
      set.begin(2, false);
      for (const [index, text] of texts.entries()) {
        set.take({ index, text, finish_reason: 'stop' });
      }
      set.end(true);
    };
    answer('x', 'x', 'x', 'y');
    assert.deepEqual(set.changes().gone.length, 1);
    assert.deepEqual(shown(set), [
      [0, 1, 'x'],
      [1, 1, 'x'],
      [1, 2, 'y'],
    ]);
    answer('x', 'z', 'q', 'y');
    const { candidates, gone } = set.changes();
    assert.equal(gone.length, 2);
    assert.deepEqual(
      candidates.map(({ place, number, text, times }) => [place, number, text, times]),
      [
        [0, 1, '', 3],
        [0, 3, 'z', 1],
        [1, 2, '', 2],
        [1, 3, 'q', 1],
      ],
    );
    assert.equal(shown(set).length, 5);
  });

  it('keeps what came of an answer that broke off, and says which were not at their end', () => {
    const set = new CandidateSet(['a']);
    set.begin(3, false);
    set.take({ index: 0, text: 'done', finish_reason: 'stop' });
    set.take({ index: 1, text: 'do' });
    set.take({ index: 2, text: 'do' });
    set.end(false);
    assert.deepEqual(
      set.changes().candidates.map(({ text, state, finish }) => [text, state, finish]),
      [
        ['done', 'whole', 'stop'],
        ['do', 'broken', ''],
        ['do', 'broken', ''],
      ],
    );
  });
});
