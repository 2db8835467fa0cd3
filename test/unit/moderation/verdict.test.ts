import assert from 'node:assert/strict';
import { CATEGORIES, flaggedIn, together, verdictOf } from '../../../src/moderation/verdict.ts';
import { parseAnswer } from '../../../src/service/parse-answer.ts';
import { moderationResult } from '../../../src/service/response-schema.ts';

/** What is made of a result as it comes by the wire. */
function verdict(result: string) {
  const answer = parseAnswer(moderationResult, JSON.parse(`{"results": [${result}]}`));
  const [first] = answer.results;
  assert.ok(first);
  return verdictOf(first);
}

const of = (name: string, { categories }: ReturnType<typeof verdict>) =>
  categories.find((category) => category.name === name);

describe('a verdict', () => {
  it('has the seven categories, and says of none what was not said', () => {
    const { isFlagged, categories } = verdict('{"flagged": false, "categories": {"hate": false}}');
    assert.equal(isFlagged, false);
    assert.deepEqual(
      categories.map(({ name }) => name),
      [...CATEGORIES],
    );
    assert.deepEqual(
      categories.slice(0, 2).map(({ isFlagged: flag, score }) => [flag, score]),
      [
        [false, undefined],
        [undefined, undefined],
      ],
    );
  });

  it('has what other categories there are behind them, once each', () => {
    const { categories } = verdict(
      '{"flagged": true, "categories": {"illicit": true}, "category_scores": {"illicit": 0.5, "odd": 1}}',
    );
    assert.deepEqual(
      categories.slice(7).map(({ name, isFlagged, score }) => [name, isFlagged, score]),
      [
        ['illicit', true, 0.5],
        ['odd', undefined, 1],
      ],
    );
  });

  it('has no score that is no number to compare by', () => {
    const given = verdict(
      '{"flagged": false, "categories": {}, "category_scores": {"hate": 1e999, "sexual": null, "violence": 0.2}}',
    );
    assert.deepEqual(
      ['hate', 'sexual', 'violence', 'self-harm'].map((name) => of(name, given)?.score),
      [undefined, undefined, 0.2, undefined],
    );
    // Not by JSON, yet by whoever else makes one.
    const made = verdictOf({ flagged: false, categories: {}, category_scores: { hate: Number.NaN } });
    assert.equal(of('hate', made)?.score, undefined);
  });

  it('is not misled by names that every object has', () => {
    const given = verdict('{"flagged": false, "categories": {"toString": true, "valueOf": false}}');
    assert.equal(of('toString', given)?.isFlagged, true);
    assert.equal(of('toString', given)?.score, undefined);
    assert.equal(of('valueOf', given)?.isFlagged, false);
  });

  for (const [says, result] of [
    ['the whole is', '{"flagged": true, "categories": {"violence": false}}'],
    ['a category is', '{"flagged": false, "categories": {"violence": true}}'],
    ['a category is, and nothing is said of the whole', '{"categories": {"violence": true}}'],
  ] as const) {
    it(`is flagged where ${says}`, () => assert.equal(verdict(result).isFlagged, true));
  }

  it('is not flagged by a score alone, whose threshold is the service’s', () => {
    const high = '{"flagged": false, "categories": {"hate": false}, "category_scores": {"hate": 0.99}}';
    assert.equal(verdict(high).isFlagged, false);
    assert.equal(verdict('{"flagged": null, "categories": {}}').isFlagged, false);
  });

  it('looks at no more categories than a service has in earnest', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`c${index}`, false]));
    const { categories } = verdict(JSON.stringify({ flagged: false, categories: many }));
    assert.equal(categories.length, 100);
  });
});

describe('verdicts together', () => {
  const [calm, violent, both] = [
    verdict('{"flagged": false, "categories": {"violence": false}, "category_scores": {"violence": 0.4}}'),
    verdict('{"flagged": true, "categories": {"violence": true}, "category_scores": {"violence": 0.3}}'),
    verdict(
      '{"flagged": true, "categories": {"hate": true, "violence": true, "sexual": true}, "category_scores": {"hate": 0.7, "violence": 0.9}}',
    ),
  ];

  it('are flagged where one is, with the highest score of each', () => {
    for (const order of [
      [calm, violent],
      [violent, calm],
    ]) {
      const all = together(order);
      assert.equal(all.isFlagged, true);
      assert.deepEqual(of('violence', all), { name: 'violence', isFlagged: true, score: 0.4 });
      assert.deepEqual(of('hate', all), { name: 'hate', isFlagged: undefined, score: undefined });
    }
    assert.deepEqual(together([]), { isFlagged: false, categories: [] });
  });

  it('name what is flagged, the likeliest first and what has no score last', () => {
    assert.deepEqual(
      flaggedIn(both).map(({ name }) => name),
      ['violence', 'hate', 'sexual'],
    );
    assert.deepEqual(flaggedIn(calm), []);
  });
});
