import assert from 'node:assert/strict';
import ranks from 'gpt-tokenizer/bpeRanks/cl100k_base';
import { packRanks, unpackRanks } from '../../../src/models/rank-pairs.ts';

describe('The ranks of a tokenizer', () => {
  it('are the same once they were packed', () => {
    assert.ok(ranks.length > 100_000);
    const unpacked = unpackRanks(packRanks(ranks));
    // What differs is found without comparing by words.
    assert.deepEqual(
      unpacked.findIndex((token, rank) => String(token) !== String(ranks[rank])),
      -1,
    );
    assert.deepEqual(
      unpacked.findIndex((token, rank) => typeof token !== typeof ranks[rank]),
      -1,
    );
    assert.equal(unpacked.length, ranks.length);
  });

  it('keep bytes that are no text by themselves', () => {
    const small = ['a', [0xc3], [0xa4], 'ä', [0x61, 0xc3], 'aa'];
    assert.deepEqual(unpackRanks(packRanks(small)), small);
  });

  it('are refused where one is not made of those before it', () => {
    assert.throws(() => packRanks(['a', 'b', 'abc']), RangeError);
    assert.throws(() => packRanks(['a', '']), RangeError);
  });
});
