import assert from 'node:assert/strict';
import { checkFit, shorten } from '../../../src/completion/budget.ts';
import { loadTokenizer, mostTokens } from '../../../src/models/tokens.ts';

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

describe('checkFit', () => {
  it('fits when prompt, suffix and max_tokens are within the context length', async () => {
    assert.deepEqual(await checkFit([{ prompt: 'one', suffix: 'two' }], 100, 200), { kind: 'fits' });
  });

  it('counts when the length alone cannot tell, and only the tokens matter', async () => {
    const prompt = 'hello '.repeat(50);
    const tokens = (await loadTokenizer()).count(prompt);
    assert.ok(mostTokens(prompt) > tokens);
    assert.deepEqual(await checkFit([{ prompt }], 10, tokens + 10), { kind: 'fits' });
    assert.deepEqual(await checkFit([{ prompt }], 10, tokens + 9), { kind: 'lower', max_tokens: 9 });
    assert.deepEqual(await checkFit([{ prompt }], 10, tokens + 1), { kind: 'lower', max_tokens: 1 });
    assert.deepEqual(await checkFit([{ prompt }], 10, tokens), { kind: 'over', promptTokens: tokens });
  });

  it('takes the service’s own 16 where max_tokens is not set', async () => {
    const prompt = words(20);
    const tokens = (await loadTokenizer()).count(prompt);
    assert.deepEqual(await checkFit([{ prompt }], undefined, tokens + 16), { kind: 'fits' });
    assert.deepEqual(await checkFit([{ prompt }], undefined, tokens + 15), { kind: 'lower', max_tokens: 15 });
  });

  it('goes by the longest of several prompts', async () => {
    const long = words(50);
    const tokens = (await loadTokenizer()).count(long);
    const fit = await checkFit([{ prompt: 'a' }, { prompt: long }], 10, tokens + 4);
    assert.deepEqual(fit, { kind: 'lower', max_tokens: 4 });
  });

  it('counts text that looks like a special token as text', async () => {
    const tokenizer = await loadTokenizer();
    assert.ok(tokenizer.count('<|endoftext|>') > 1);
  });
});

describe('shorten', () => {
  it('keeps the end of a prompt', async () => {
    const prompt = words(300);
    const short = await shorten({ prompt }, 20, 100);
    const tokenizer = await loadTokenizer();
    assert.ok(prompt.endsWith(short.prompt));
    assert.equal(short.suffix, undefined);
    const count = tokenizer.count(short.prompt);
    assert.ok(count > 70 && count <= 81, `${count} tokens`);
  });

  it('keeps what is nearest on both sides, and gives one side what the other does not need', async () => {
    const tokenizer = await loadTokenizer();
    const both = await shorten({ prompt: words(300), suffix: words(300) }, 20, 100);
    assert.ok(words(300).endsWith(both.prompt) && words(300).startsWith(both.suffix ?? '-'));
    assert.ok(tokenizer.count(both.prompt) > 2 * tokenizer.count(both.suffix ?? ''));
    const shortSuffix = await shorten({ prompt: words(300), suffix: 'end' }, 20, 100);
    assert.equal(shortSuffix.suffix, 'end');
    assert.ok(tokenizer.count(shortSuffix.prompt) > 70);
    const shortPrompt = await shorten({ prompt: 'start', suffix: words(300) }, 20, 100);
    assert.equal(shortPrompt.prompt, 'start');
    assert.ok(tokenizer.count(shortPrompt.suffix ?? '') > 70);
  });

  it('leaves at least half of the context to the prompt', async () => {
    const short = await shorten({ prompt: words(300) }, 1000, 100);
    assert.ok((await loadTokenizer()).count(short.prompt) >= 45);
  });

  it('cuts no character in half', async () => {
    const short = await shorten({ prompt: '🧭🗺️🏝️'.repeat(200), suffix: '🧭🗺️🏝️'.repeat(200) }, 10, 61);
    assert.ok(!short.prompt.includes('\ufffd') && !short.suffix?.includes('\ufffd'));
    assert.ok(short.prompt.isWellFormed() && short.suffix?.isWellFormed());
  });
});
