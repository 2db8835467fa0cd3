import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chunksOf } from '../../../src/search/chunks.ts';
import { batchesOf, indexedFile, MissingTexts, planFiles } from '../../../src/search/embed-plan.ts';

async function collect<T>(from: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of from) {
    all.push(each);
  }
  return all;
}

describe('embed-plan', () => {
  it('tells changed files by size and time, and those that are gone', () => {
    const file = (path: string, size: number, modified: number) => ({ path, size, modified });
    const known = new Map(
      [
        file('same', 1, 1),
        file('longer', 1, 1),
        file('later', 1, 1),
        file('gone', 1, 1),
        file('unsure', 1, -1),
      ].map(({ path, ...state }) => [path, { ...state, chunks: [] }]),
    );
    const plan = planFiles(known, [
      file('same', 1, 1),
      file('longer', 2, 1),
      file('later', 1, 2),
      file('new', 1, 1),
      file('unsure', 1, 5),
    ]);
    assert.deepEqual(
      plan.changed.map(({ path }) => path),
      ['longer', 'later', 'new', 'unsure'],
    );
    assert.equal(plan.unchanged, 1);
    assert.deepEqual(plan.removed, ['gone']);
  });

  it('does not rely on the time of a file that was changed just before it was read', () => {
    const seen = { path: 'a', size: 3, modified: 10_000 };
    assert.equal(indexedFile(seen, [], 11_000).modified, -1);
    assert.equal(indexedFile(seen, [], 9000).modified, -1, 'nor one of the future');
    assert.equal(indexedFile(seen, [], 12_000).modified, 10_000);
  });

  it('asks for each text once, and for none that has a vector, wherever it has moved', () => {
    const [one, two] = ['first text', 'second text'].map((text) => chunksOf(text));
    assert.ok(one && two);
    const missing = new MissingTexts(
      (hash) => hash === two[0]?.hash,
      (text) => text.length,
    );
    assert.deepEqual(
      missing.of([...one, ...two, ...one]).map(({ text, tokens }) => [text, tokens]),
      [['first text', 10]],
    );
    assert.deepEqual(missing.of(chunksOf('\n\nfirst text\r\n')), []);
  });

  it('puts into a batch what it takes, in order', async () => {
    const limits = { mostTexts: 4, mostTokens: 100 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(150), { maxLength: 40 }), async (sizes) => {
        const texts = sizes.map((tokens, index) => ({ hash: String(index), text: 'x', tokens }));
        const batches = await collect(batchesOf(texts, limits));
        assert.deepEqual(batches.flat(), texts);
        for (const [index, batch] of batches.entries()) {
          const tokens = batch.reduce((sum, text) => sum + text.tokens, 0);
          assert.ok(batch.length > 0 && batch.length <= 4 && (tokens <= 100 || batch.length === 1));
          const next = batches[index + 1]?.[0];
          assert.ok(!next || batch.length === 4 || tokens + next.tokens > 100, 'as full as can be');
        }
      }),
    );
  });
});
