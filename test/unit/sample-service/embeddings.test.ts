import assert from 'node:assert/strict';
import type { Embeddings } from './answers.ts';
import { assertRefused, useService } from './service-fixture.ts';

const path = '/v1/embeddings';

describe('sample service: embeddings', () => {
  const fixture = useService();

  async function embed(input: string | string[]): Promise<Embeddings> {
    const { status, body } = await fixture.post<Embeddings>(path, { model: 'embed-1', input });
    assert.equal(status, 200);
    return body;
  }

  const product = (a: number[], b: number[]) =>
    a.reduce((sum, each, index) => sum + each * (b[index] ?? 0), 0);

  it('gives 1536 floats of unit length and a usage of two numbers', async () => {
    const body = await embed('The quick brown fox');
    assert.equal(body.object, 'list');
    assert.equal(body.model, 'embed-1');
    const [entry] = body.data;
    assert.equal(entry.object, 'embedding');
    assert.equal(entry.index, 0);
    assert.equal(entry.embedding.length, 1536);
    assert.ok(Math.abs(product(entry.embedding, entry.embedding) - 1) < 1e-9);
    assert.deepEqual(body.usage, { prompt_tokens: 4, total_tokens: 4 });
  });

  it('puts similar texts close together, alike each time', async () => {
    const { data } = await embed([
      'opening a file in Node',
      'how to open files with Node',
      'the weather in Lisbon is sunny',
      'opening a file in Node',
    ]);
    const [a = [], b = [], c = [], d = []] = data.map((entry) => entry.embedding);
    assert.deepEqual(
      data.map((entry) => entry.index),
      [0, 1, 2, 3],
    );
    assert.deepEqual(a, d);
    assert.ok(product(a, b) > 2 * product(a, c), `${product(a, b)} against ${product(a, c)}`);
  });

  it('embeds any text', async () => {
    for (const input of ['\n', '🦊', '...', '漢字']) {
      const [entry] = (await embed(input)).data;
      assert.ok(Math.abs(product(entry.embedding, entry.embedding) - 1) < 1e-9, input);
    }
  });

  const refusals: readonly (readonly [string, object, string, string])[] = [
    ['a missing input', { input: undefined }, 'input', 'missing_required_parameter'],
    ['an empty input', { input: '' }, 'input', 'invalid_value'],
    ['an empty list', { input: [] }, 'input', 'invalid_value'],
    ['encoding_format', { encoding_format: 'float' }, 'encoding_format', 'unknown_parameter'],
    [
      'an input of over 8192 tokens',
      { input: ['a', 'word '.repeat(8300)] },
      'input',
      'context_length_exceeded',
    ],
  ];
  for (const [what, changes, param, code] of refusals) {
    it(`refuses ${what}`, async () => {
      assertRefused(await fixture.post(path, { model: 'embed-1', input: 'a', ...changes }), param, code);
    });
  }
});
