import assert from 'node:assert/strict';
import type { Moderation } from './answers.ts';
import { assertRefused, useService } from './service-fixture.ts';

const path = '/v1/moderations';
const categories = [
  'hate',
  'hate/threatening',
  'self-harm',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];

describe('sample service: moderations', () => {
  const fixture = useService();

  async function moderate(input: string | string[]): Promise<Moderation> {
    const { status, body } = await fixture.post<Moderation>(path, { input });
    assert.equal(status, 200);
    return body;
  }

  it('answers with the seven categories, none flagged in harmless text', async () => {
    const body = await moderate('A walk in the park.');
    assert.match(body.id, /^modr-/);
    assert.equal(body.model, 'moderate-1');
    const [result] = body.results;
    assert.equal(result.flagged, false);
    assert.deepEqual(Object.keys(result.categories), categories);
    assert.deepEqual(Object.keys(result.category_scores), categories);
    assert.ok(Object.values(result.categories).every((flag) => flag === false));
    assert.ok(Object.values(result.category_scores).every((score) => score > 0 && score < 0.1));
  });

  const flagged: readonly (readonly [string, string])[] = [
    ['hate', 'I despise them.'],
    ['hate/threatening', 'I hate them and will attack them.'],
    ['self-harm', 'I want to hurt myself.'],
    ['sexual', 'An erotic story.'],
    ['sexual/minors', 'A minor in a sexual story.'],
    ['violence', 'He was stabbed.'],
    ['violence/graphic', 'There was blood everywhere.'],
  ];
  for (const [category, input] of flagged) {
    it(`flags ${category}`, async () => {
      const [result] = (await moderate(input)).results;
      assert.equal(result.flagged, true);
      assert.equal(result.categories[category], true);
      const score = result.category_scores[category] ?? 0;
      assert.ok(score > 0.5 && score <= 1);
    });
  }

  it('takes several inputs', async () => {
    const { results } = await moderate(['Fine.', 'I will kill you.']);
    assert.deepEqual(
      results.map((result) => result.flagged),
      [false, true],
    );
  });

  it('refuses a missing input, an unknown parameter and a model of another kind', async () => {
    assertRefused(await fixture.post(path, {}), 'input', 'missing_required_parameter');
    assertRefused(await fixture.post(path, { input: 'a', n: 1 }), 'n', 'unknown_parameter');
    assert.equal((await fixture.post(path, { input: 'a', model: 'chat-1' })).status, 404);
    assert.equal((await fixture.post(path, { input: 'a', model: 'moderate-1' })).status, 200);
  });
});
