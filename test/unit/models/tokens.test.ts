import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { countsExactly, loadTokenizer, mostTokens, type Tokenizer } from '../../../src/models/tokens.ts';

const prose = 'The lamp was lit, and turned; nobody came up the stair. '.repeat(200);

describe('Tokenizer', () => {
  let tokenizer: Tokenizer;

  before(async () => {
    tokenizer = await loadTokenizer();
  });

  it('counts short text as the encoding does', () => {
    for (const text of ['', 'a', 'Hello there', 'naïve café', '🧭🗺️', 'def add(a, b):\n    return a + b\n']) {
      assert.equal(tokenizer.count(text), encode(text).length, text);
    }
  });

  it('counts long text within a hundredth of it, and never too few', () => {
    const exact = encode(prose).length;
    const count = tokenizer.count(prose);
    assert.ok(count >= exact && count <= exact * 1.01, `${count} against ${exact}`);
  });

  it('counts a million letters without a break', () => {
    // The encoder alone would be at it for hours: that this ends within the time of a test is the point.
    assert.ok(tokenizer.count('x'.repeat(1_000_000)) > 100_000);
    assert.ok(tokenizer.count(' '.repeat(1_000_000)) > 1000);
  });

  it('estimates what is beyond the limit', () => {
    const exact = tokenizer.count(prose);
    const estimate = tokenizer.count(prose, 100);
    assert.ok(Math.abs(estimate - exact) < exact * 0.1, `${estimate} against ${exact}`);
  });

  it('keeps as much as fits, from either side, and no half character', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom(prose, '🧭'.repeat(500)),
    );
    fc.assert(
      fc.property(text, fc.nat(300), (whole, tokens) => {
        const start = tokenizer.keepStart(whole, tokens);
        const end = tokenizer.keepEnd(whole, tokens);
        assert.ok(whole.startsWith(start) && whole.endsWith(end));
        assert.ok(start.isWellFormed() && end.isWellFormed());
        assert.ok(tokenizer.count(start) <= tokens && tokenizer.count(end) <= tokens + 2);
        if (tokenizer.count(whole) <= tokens) {
          assert.equal(start, whole);
        }
      }),
      { numRuns: 200 },
    );
    assert.ok(tokenizer.count(tokenizer.keepEnd(prose, 100)) > 90);
    assert.ok(tokenizer.count(tokenizer.keepStart(prose, 100)) > 90);
    assert.equal(tokenizer.keepEnd(prose, 0), '');
    assert.equal(tokenizer.keepStart(prose, 0), '');
  });
});

describe('mostTokens', () => {
  it('is never less than the tokens there are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        assert.ok(encode(text, { disallowedSpecial: new Set() }).length <= mostTokens(text));
      }),
    );
  });
});

describe('countsExactly', () => {
  it('knows the models of the same encoding, in their variants', () => {
    for (const model of ['gpt-4', 'gpt-4-32k-0613', 'gpt-4-turbo', 'gpt-3.5-turbo-16k', 'openai/gpt-4']) {
      assert.ok(countsExactly(model), model);
    }
  });

  it('takes the count for any other model for an estimate', () => {
    for (const model of ['gpt-4o', 'gpt-4.1', 'gpt-5', 'chat-1', 'llama-3', 'my-gpt-4', '']) {
      assert.ok(!countsExactly(model), model);
    }
  });
});
