import assert from 'node:assert/strict';
import fc from 'fast-check';
import { confidenceIn, TokenPlaces } from '../../../src/completion/token-odds.ts';

/** What most services send. */
function lists(tokens: readonly string[], probability = 0.5): Record<string, unknown> {
  return { tokens, token_logprobs: tokens.map(() => Math.log(probability)), top_logprobs: null };
}

/** Where each token was found. */
function places(parts: readonly (readonly [text: string, logprobs: unknown])[]): [number, number][] | 'lost' {
  const all = new TokenPlaces();
  for (const [text, logprobs] of parts) {
    all.push(text, logprobs);
  }
  all.end();
  return all.isLost ? 'lost' : all.found.map(({ start, end }) => [start, end]);
}

describe('TokenPlaces', () => {
  it('finds each token in the text', () => {
    assert.deepEqual(places([['one two', lists(['one', ' two'])]]), [
      [0, 3],
      [3, 7],
    ]);
  });

  it('finds them however text and tokens are cut, and whichever comes first (property)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1 }),
        fc.nat(9),
        (tokens, seed) => {
          const text = tokens.join('');
          const cut = Math.min(seed, text.length);
          const early = Math.min(seed % 3, tokens.length);
          const found = places([
            [text.slice(0, cut), lists(tokens.slice(0, early))],
            [text.slice(cut), lists(tokens.slice(early))],
            ['', null],
          ]);
          let at = 0;
          assert.deepEqual(
            found,
            tokens.map((token) => {
              at += token.length;
              return [at - token.length, at];
            }),
          );
        },
      ),
    );
  });

  it('takes a last token that a stop sequence has cut, and leaves out those behind it', () => {
    assert.deepEqual(places([['one t', lists(['one', ' two', ' three'])]]), [
      [0, 3],
      [3, 5],
    ]);
    assert.deepEqual(places([['one', lists(['one', '<|endoftext|>'])]]), [[0, 3]]);
  });

  for (const [what, logprobs] of [
    ['other tokens', lists(['uno', ' dos'])],
    ['bytes', lists(['bytes:\\xe2\\x80', 'x'])],
    ['too few tokens', lists(['one'])],
    ['none at all', undefined],
    ['no object', 'high'],
    ['a list', []],
    ['tokens without probabilities', { tokens: ['one', ' two'] }],
    ['fewer probabilities than tokens', { tokens: ['one', ' two'], token_logprobs: [0] }],
    ['a token that is no text', { tokens: ['one', 2], token_logprobs: [0, 0] }],
    ['a probability that is none', { tokens: ['one', ' two'], token_logprobs: [0, 'NaN'] }],
    ['NaN', { tokens: ['one', ' two'], token_logprobs: [0, Number.NaN] }],
    ['more than certainty', { tokens: ['one', ' two'], token_logprobs: [0, 3] }],
    ['fewer alternatives than tokens', { ...lists(['one', ' two']), top_logprobs: [{}] }],
    ['alternatives that are none', { ...lists(['one', ' two']), top_logprobs: [{}, 5] }],
    ['alternatives that are no list', { ...lists(['one', ' two']), top_logprobs: {} }],
    ['a chat’s with a token that is none', { content: [{ token: 'one', logprob: 0 }, 5] }],
  ] as const) {
    it(`knows nothing by ${what}`, () => {
      assert.equal(places([['one two', logprobs]]), 'lost');
    });
  }

  it('says nothing more of a text once something did not fit', () => {
    assert.equal(
      places([
        ['one', lists(['uno'])],
        [' two', lists([' two'])],
      ]),
      'lost',
    );
  });

  it('reads probabilities and alternatives, the likeliest first, and not too many', () => {
    const all = new TokenPlaces();
    const top = Object.fromEntries([0.1, 0.4, 0.2].map((odds) => [`t${odds}`, Math.log(odds)]));
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`t${i}`, -i]));
    all.push('onetwo three', {
      tokens: ['one', 'two', ' three'],
      token_logprobs: [null, Math.log(0.25), 0.001],
      top_logprobs: [null, { ...top, bad: 'x' }, { ...many, ['long'.repeat(100)]: 0 }],
    });
    const [first, second, third] = all.found;
    assert.equal(first?.probability, undefined);
    assert.deepEqual(first?.alternatives, []);
    assert.ok(Math.abs((second?.probability ?? 0) - 0.25) < 1e-9);
    assert.deepEqual(
      second?.alternatives.map(({ text, probability }) => [text, Math.round(probability * 100)]),
      [
        ['t0.4', 40],
        ['t0.2', 20],
        ['t0.1', 10],
      ],
    );
    assert.equal(third?.probability, 1);
    assert.equal(third?.alternatives.length, 6);
    assert.ok(third?.alternatives.every(({ text }) => text.length <= 60));
  });

  it('reads what llama.cpp sends', () => {
    const all = new TokenPlaces();
    const top_logprobs = [{ token: ' two', logprob: -1 }, { token: ' to', logprob: -0.5 }, null];
    all.push('one two', {
      content: [
        { token: 'one', logprob: 0, top_logprobs: [] },
        { token: ' two', logprob: -1, top_logprobs },
      ],
    });
    assert.deepEqual(
      all.found.map(({ start, alternatives }) => [start, alternatives.map(({ text }) => text)]),
      [
        [0, []],
        [3, [' to', ' two']],
      ],
    );
  });
});

describe('confidenceIn', () => {
  it('is the geometric mean of what is known', () => {
    const of = (...odds: (number | undefined)[]) =>
      confidenceIn(odds.map((probability) => ({ probability })));
    assert.equal(of(), undefined);
    assert.equal(of(undefined), undefined);
    assert.ok(Math.abs((of(1, 0.25, undefined) ?? 0) - 0.5) < 1e-9);
    assert.equal(of(1, 0), 0);
  });
});
