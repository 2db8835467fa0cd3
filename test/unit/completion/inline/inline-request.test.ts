import assert from 'node:assert/strict';
import type { InlinePlace } from '../../../../src/completion/inline/inline-context.ts';
import {
  budgetWithin,
  inlineParameters,
  inlineRequest,
  withCandidates,
} from '../../../../src/completion/inline/inline-request.ts';
import { loadTokenizer } from '../../../../src/models/tokens.ts';

const budget = { prefix: 30, suffix: 10 };

function at(prefix: string, suffix: string): InlinePlace {
  return { offset: prefix.length, prefix, suffix, isWhole: true };
}

describe('inlineParameters', () => {
  it('leaves out what says how an answer comes', () => {
    const set = { stream: true, echo: true, logprobs: 5, best_of: 9, n: 2, top_p: 0.5, stop: ['a'] };
    assert.deepEqual(inlineParameters(set), { n: 2, top_p: 0.5, stop: ['a'] });
  });

  it('has several candidates for who asks, unless the setting says how many', () => {
    assert.deepEqual(withCandidates({}, false), {});
    assert.deepEqual(withCandidates({ max_tokens: 4 }, true), { max_tokens: 4, n: 3 });
    assert.deepEqual(withCandidates({ n: 2 }, true), { n: 2 });
    assert.deepEqual(withCandidates({ n: 2 }, false), { n: 2 });
  });
});

describe('budgetWithin', () => {
  it('fits the context length, with room for the answer', () => {
    assert.deepEqual(budgetWithin({ prefix: 1500, suffix: 500 }, 4096, { max_tokens: 64 }), {
      prefix: 1500,
      suffix: 500,
    });
    const { prefix, suffix } = budgetWithin({ prefix: 3000, suffix: 1000 }, 2048, { max_tokens: 64 });
    assert.ok(prefix + suffix + 64 < 2048 && prefix + suffix > 1500);
    assert.ok(Math.abs(prefix / suffix - 3) < 0.1);
  });

  it('leaves something of an answer as long as the context', () => {
    assert.deepEqual(budgetWithin({ prefix: 3, suffix: 1 }, 100, { max_tokens: 5000 }), {
      prefix: 0,
      suffix: 0,
    });
  });
});

describe('inlineRequest', () => {
  const of = (place: InlinePlace, load = loadTokenizer) =>
    inlineRequest({ model: 'm', parameters: { max_tokens: 4 }, budget }, place, load);

  it('sends a short document whole, and counts nothing for that', async () => {
    const load = () => Promise.reject(new Error('loaded'));
    assert.deepEqual(await of(at('const a', ' = 1;'), load), {
      model: 'm',
      prompt: 'const a',
      suffix: ' = 1;',
      max_tokens: 4,
    });
    await assert.rejects(of(at('const a'.repeat(99), ' = 1;'), load), /loaded/);
  });

  it('sends no more than the budget of a long one, the nearest', async () => {
    const { prompt, suffix } = await of(at('const a = 1;\n'.repeat(99), 'done();\n'.repeat(99)));
    const tokenizer = await loadTokenizer();
    assert.ok(typeof prompt === 'string' && suffix);
    assert.ok(tokenizer.count(prompt) <= budget.prefix && tokenizer.count(suffix) <= budget.suffix);
    assert.ok(prompt.endsWith('const a = 1;\n') && suffix.startsWith('done();\n'));
  });

  it('leaves out what is empty', async () => {
    assert.deepEqual(await of(at('', '')), { model: 'm', max_tokens: 4 });
    assert.deepEqual(await of(at('a', '')), { model: 'm', prompt: 'a', max_tokens: 4 });
  });
});
