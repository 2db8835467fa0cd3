import assert from 'node:assert/strict';
import { QueryVectors } from '../../../src/search/query-vectors.ts';
import { ServiceError } from '../../../src/service/errors.ts';

describe('QueryVectors', () => {
  const { signal } = new AbortController();
  const of = { service: 's', model: 'm' };

  function service(embedding: (input: string) => number[] = (input) => [input.length, 1]) {
    const asked: string[] = [];
    return {
      asked,
      createEmbeddings: async ({ input }: { input: string | string[] }) => {
        const text = String(input);
        asked.push(text);
        const data = [{ object: null, index: 0, embedding: embedding(text) }];
        return { object: null, model: null, usage: null, data };
      },
    };
  }

  it('asks once for a text, a service and a model', async () => {
    const queries = new QueryVectors();
    const client = service();
    assert.deepEqual(await queries.of('one', of, client, signal), [3, 1]);
    assert.deepEqual(await queries.of('one', of, client, signal), [3, 1]);
    await queries.of('one', { ...of, model: 'other' }, client, signal);
    await queries.of('one', { ...of, service: 'other' }, client, signal);
    assert.deepEqual(client.asked, ['one', 'one', 'one']);
  });

  it('keeps those that were asked for last', async () => {
    const queries = new QueryVectors();
    const client = service();
    for (let number = 0; number < 100; number += 1) {
      await queries.of(`text ${number}`, of, client, signal);
    }
    await queries.of('text 0', of, client, signal);
    await queries.of('one more', of, client, signal);
    assert.equal(client.asked.length, 101);
    await queries.of('text 0', of, client, signal);
    assert.equal(client.asked.length, 101);
    await queries.of('text 1', of, client, signal);
    assert.equal(client.asked.length, 102);
  });

  it('asks anew for what is to be forgotten', async () => {
    const queries = new QueryVectors();
    const client = service();
    await queries.of('one', of, client, signal);
    queries.forget('one', { ...of, model: 'other' });
    await queries.of('one', of, client, signal);
    assert.equal(client.asked.length, 1);
    queries.forget('one', of);
    await queries.of('one', of, client, signal);
    assert.equal(client.asked.length, 2);
  });

  for (const [what, vector] of [
    ['no number', [1, Number.NaN]],
    ['no direction', [0, 0]],
    ['nothing', []],
  ] as const) {
    it(`refuses a vector with ${what}, and does not keep it`, async () => {
      const queries = new QueryVectors();
      let answer: number[] = [...vector];
      const client = service(() => answer);
      await assert.rejects(queries.of('one', of, client, signal), (error) =>
        ServiceError.is(error, 'invalidResponse'),
      );
      answer = [1, 2];
      assert.deepEqual(await queries.of('one', of, client, signal), [1, 2]);
    });
  }

  it('sends no half of a character', async () => {
    const client = service();
    await new QueryVectors().of('a\ud83c', of, client, signal);
    assert.deepEqual(client.asked, ['a\ufffd']);
  });
});
