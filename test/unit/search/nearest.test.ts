import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hashOf } from '../../../src/search/chunks.ts';
import { IndexError } from '../../../src/search/index-error.ts';
import { nearest } from '../../../src/search/nearest.ts';
import { quantised } from '../../../src/search/quantised.ts';
import { VectorBlocks } from '../../../src/search/vector-blocks.ts';
import { encodeRecord } from '../../../src/search/vector-records.ts';
import { vectorOf } from './index-fixture.ts';

function blocksOf(vectors: readonly (readonly number[])[]): VectorBlocks {
  const blocks = new VectorBlocks(vectors[0]?.length ?? 1);
  for (const [index, vector] of vectors.entries()) {
    blocks.push(encodeRecord(hashOf(String(index)), quantised(vector)));
  }
  return blocks;
}

function all(blocks: VectorBlocks): Uint32Array {
  return Uint32Array.from({ length: blocks.length }, (_, slot) => slot);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const product = a.reduce((sum, each, index) => sum + each * (b[index] ?? 0), 0);
  return product / Math.hypot(...a) / Math.hypot(...b);
}

describe('nearest', () => {
  it('agrees with exact cosines, whatever the dimension', async () => {
    for (const dimension of [1, 2, 3, 5, 63, 384, 1536, 3073, 65_536]) {
      const vectors = Array.from({ length: 12 }, (_, index) => vectorOf(`v${index}`, dimension));
      const query = vectorOf('query', dimension);
      const blocks = blocksOf(vectors);
      let before = Number.POSITIVE_INFINITY;
      let count = 0;
      for (const { index: slot, score } of await nearest(blocks, all(blocks), query)) {
        const exact = cosine(vectors[slot] ?? [], query);
        // Of few components, each is worth more.
        assert.ok(
          Math.abs(score - exact) < (dimension > 300 ? 0.001 : 0.01),
          `${dimension}: ${score}, not ${exact}`,
        );
        assert.ok(score <= before);
        before = score;
        count += 1;
      }
      assert.equal(count, vectors.length);
    }
  });

  it('does not overflow where all components are the largest', async () => {
    for (const dimension of [8192, 65_536]) {
      const blocks = blocksOf([new Array(dimension).fill(1), new Array(dimension).fill(-1)]);
      const found = [...(await nearest(blocks, all(blocks), new Array(dimension).fill(9)))];
      assert.deepEqual(
        found.map(({ index: slot, score }) => [slot, score.toFixed(4)]),
        [
          [0, '1.0000'],
          [1, '-1.0000'],
        ],
      );
    }
  });

  it('finds the vector itself before all others, across blocks', async () => {
    const vectors = Array.from({ length: 300 }, (_, index) => vectorOf(`v${index}`, 40_000));
    const blocks = blocksOf(vectors);
    assert.ok(blocks.length > 2 * blocks.perBlock);
    for (const slot of [0, blocks.perBlock - 1, blocks.perBlock, 299]) {
      const [first] = [...(await nearest(blocks, all(blocks), vectors[slot] ?? [], { least: 0.5 }))];
      assert.equal(first?.index, slot);
    }
  }).timeout(20_000);

  it('gives the first of equally near ones first, and none below what is wanted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom([1, 0], [0, 1], [-1, 0], [1, 1]), { minLength: 1, maxLength: 40 }),
        async (vectors) => {
          const blocks = blocksOf(vectors);
          const found = [...(await nearest(blocks, all(blocks), [1, 0], { least: 0.5 }))];
          const rank = ([x, y]: readonly number[]): number => (y === 0 ? 0 : 1) + (x === 1 ? 0 : 9);
          const expected = [...vectors.keys()]
            .filter((slot) => rank(vectors[slot] ?? []) < 2 && vectors[slot]?.[0] === 1)
            .sort((a, b) => rank(vectors[a] ?? []) - rank(vectors[b] ?? []) || a - b);
          assert.deepEqual(
            found.map(({ index }) => index),
            expected,
          );
        },
      ),
    );
  });

  it('lets others have their turn, and ends when it is cancelled', async () => {
    const vectors = Array.from({ length: 2000 }, (_, index) => vectorOf(`v${index % 50}`, 8));
    const blocks = blocksOf(vectors);
    const many = new Uint32Array(3_000_000).map((_, index) => index % 2000);
    const controller = new AbortController();
    let turns = 0;
    const other = (): void => {
      turns += 1;
      if (turns === 3) {
        controller.abort();
      } else {
        setImmediate(other);
      }
    };
    setImmediate(other);
    await assert.rejects(nearest(blocks, many, vectorOf('q', 8), { signal: controller.signal }), {
      name: 'AbortError',
    });
    assert.equal(turns, 3);
  });

  it('refuses to search for what has no direction', async () => {
    const blocks = blocksOf([[1, 0]]);
    for (const query of [[0, 0], [Number.NaN, 1], []]) {
      await assert.rejects(nearest(blocks, all(blocks), query), (error) => IndexError.is(error, 'vector'));
    }
  });
});
