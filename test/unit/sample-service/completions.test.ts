import assert from 'node:assert/strict';
import type { TextChoice, TextCompletion } from './answers.ts';
import { assertRefused, useService } from './service-fixture.ts';

const path = '/v1/completions';
const simple = { model: 'complete-1', prompt: 'The lighthouse stood on a rock. ', max_tokens: 200 };

describe('sample service: completions', () => {
  const fixture = useService();

  async function complete(changes: object = {}): Promise<TextCompletion> {
    const { status, body } = await fixture.post<TextCompletion>(path, { ...simple, ...changes });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  it('answers with a text completion object', async () => {
    const body = await complete();
    assert.match(body.id, /^cmpl-/);
    assert.equal(body.object, 'text_completion');
    assert.ok(Math.abs(body.created - Date.now() / 1000) < 60);
    assert.equal(body.model, 'complete-1');
    const [choice] = body.choices;
    assert.deepEqual(Object.keys(choice), ['text', 'index', 'logprobs', 'finish_reason']);
    assert.equal(choice.index, 0);
    assert.equal(choice.logprobs, null);
    assert.equal(choice.finish_reason, 'stop');
    assert.match(choice.text, /lighthouse/);
    const { prompt_tokens, completion_tokens, total_tokens } = body.usage;
    assert.equal(prompt_tokens + completion_tokens, total_tokens);
    assert.ok(prompt_tokens > 5 && completion_tokens > 5);
  });

  it('gives the same answer to the same request, streamed or not', async () => {
    const first = (await complete()).choices[0].text;
    assert.equal((await complete()).choices[0].text, first);
    const events = await fixture.chunks<TextCompletion>(path, simple);
    assert.equal(events.map((event) => event.choices[0].text).join(''), first);
  });

  it('streams text completion objects, the last empty with the finish reason', async () => {
    const chunks = await fixture.chunks<TextCompletion>(path, { ...simple, max_tokens: 3 });
    for (const chunk of chunks) {
      assert.equal(chunk.object, 'text_completion');
      assert.equal(chunk.id, chunks[0]?.id);
    }
    assert.deepEqual(
      chunks.map((chunk) => chunk.choices[0].finish_reason),
      [null, null, null, 'length'],
    );
    assert.equal(chunks.at(-1)?.choices[0].text, '');
  });

  it('cuts at max_tokens, 16 unless given', async () => {
    const { max_tokens: _, ...unbounded } = simple;
    const { body } = await fixture.post<TextCompletion>(path, unbounded);
    assert.equal(body.usage.completion_tokens, 16);
    assert.equal(body.choices[0].finish_reason, 'length');
    const five = await complete({ max_tokens: 5 });
    assert.equal(five.usage.completion_tokens, 5);
    assert.ok(body.choices[0].text.startsWith(five.choices[0].text));
  });

  it('stops at a sequence, at any of several, and after an integer of tokens', async () => {
    const whole = (await complete({ temperature: 0 })).choices[0].text;
    const one = (await complete({ temperature: 0, stop: ' ' })).choices[0];
    assert.equal(one.text, whole.split(' ')[0]);
    assert.equal(one.finish_reason, 'stop');
    const several = (await complete({ temperature: 0, stop: ['§', '.', 'zzz'] })).choices[0].text;
    assert.equal(several, whole.split('.')[0]);
    const three = await complete({ temperature: 0, stop: 3 });
    assert.equal(three.usage.completion_tokens, 3);
    assert.equal(three.choices[0].finish_reason, 'length');
  });

  it('gives n candidates for each prompt, their indices in order', async () => {
    const { choices } = await complete({ prompt: ['The sea.', 'A house.'], n: 3, max_tokens: 8 });
    assert.deepEqual(
      choices.map((choice) => choice.index),
      [0, 1, 2, 3, 4, 5],
    );
    assert.ok(new Set(choices.map((choice) => choice.text)).size > 1);
  });

  it('gives equal candidates at temperature 0', async () => {
    const { choices } = await complete({ n: 4, temperature: 0 });
    assert.equal(new Set(choices.map((choice) => choice.text)).size, 1);
  });

  it('interleaves the chunks of several candidates', async () => {
    const events = await fixture.chunks<TextCompletion>(path, { ...simple, n: 2, max_tokens: 2 });
    assert.deepEqual(
      events.map((event) => event.choices[0].index),
      [0, 1, 0, 1, 0, 1],
    );
  });

  it('takes token ids as a prompt, alone and in lists', async () => {
    const [ids] = [[791, 9581]];
    const single = await complete({ prompt: ids, echo: true });
    assert.equal(single.choices.length, 1);
    assert.ok(single.choices[0].text.startsWith('The sea'), single.choices[0].text);
    const lists = await complete({ prompt: [ids, ids] });
    assert.equal(lists.choices.length, 2);
    assertRefused(await fixture.post(path, { ...simple, prompt: [99_999_999] }), 'prompt', 'invalid_value');
  });

  it('begins a new document without a prompt', async () => {
    const { status, body } = await fixture.post<TextCompletion>(path, {
      model: 'complete-1',
      max_tokens: 50,
    });
    assert.equal(status, 200);
    assert.equal(body.usage.prompt_tokens, 0);
    assert.ok(body.choices[0].text.length > 10);
  });

  it('echoes the prompt when asked, streamed too', async () => {
    const plain = (await complete()).choices[0].text;
    assert.equal((await complete({ echo: true })).choices[0].text, simple.prompt + plain);
    const events = await fixture.chunks<TextCompletion>(path, { ...simple, echo: true });
    const streamed = events.map((event) => event.choices[0].text);
    assert.equal(streamed.join(''), simple.prompt + plain);
  });

  it('leads over to the suffix', async () => {
    const { text } = (await complete({ suffix: ' So they all went home.' })).choices[0];
    assert.match(text, /So they all went home/);
    const code = await complete({ prompt: 'function add(a, b) {', suffix: '\n}\n' });
    assert.match(code.choices[0].text, /return a \+ b/);
    assert.doesNotMatch(code.choices[0].text, /\}/);
  });

  it('gives log probabilities of the tokens and their alternatives', async () => {
    const { text, logprobs }: TextChoice = (await complete({ logprobs: 3, max_tokens: 6 })).choices[0];
    assert.ok(logprobs?.top_logprobs);
    assert.equal(logprobs.tokens.join(''), text);
    assert.equal(logprobs.token_logprobs.length, 6);
    for (const [index, token] of logprobs.tokens.entries()) {
      const top: Record<string, number> = logprobs.top_logprobs[index] ?? {};
      assert.equal(Object.keys(top).length, 3);
      assert.equal(top[token], logprobs.token_logprobs[index]);
      assert.ok(Math.max(...Object.values(top)) <= 0);
    }
    assert.equal(logprobs.text_offset[0], simple.prompt.length);
    assert.equal(logprobs.text_offset[1], simple.prompt.length + logprobs.tokens[0].length);
    assert.equal((await complete({ logprobs: null })).choices[0].logprobs, null);
    assert.equal((await complete({ logprobs: 0 })).choices[0].logprobs?.top_logprobs, null);
  });

  it('is sure of most tokens, and of some it is not: the same ones in a stream', async () => {
    const asked = { ...simple, n: 3, max_tokens: 60, logprobs: 5 };
    const { choices } = await complete(asked);
    const probabilities = choices.flatMap(({ logprobs }) => logprobs?.token_logprobs ?? []).map(Math.exp);
    const share = (from: number, to: number): number =>
      probabilities.filter((each) => each >= from && each < to).length / probabilities.length;
    assert.ok(share(0.7, 1) > 0.6 && share(0.5, 0.7) > 0.02 && share(0, 0.5) > 0.02);
    for (const { logprobs } of choices) {
      for (const top of logprobs?.top_logprobs ?? []) {
        assert.ok(Object.values(top).reduce((sum, each) => sum + Math.exp(each), 0) <= 1.000001);
      }
    }
    const chunks = (await fixture.chunks<TextCompletion>(path, asked)).flatMap((event) => event.choices);
    const streamed = chunks
      .filter(({ index }) => index === 1)
      .flatMap(({ logprobs }) => logprobs?.token_logprobs ?? []);
    assert.deepEqual(streamed, choices[1]?.logprobs?.token_logprobs);
  });

  it('returns the best of several candidates and counts them all', async () => {
    const best = await complete({ best_of: 5, n: 2, max_tokens: 8 });
    assert.equal(best.choices.length, 2);
    assert.equal(best.usage.completion_tokens, 40);
  });

  it('bans and forces tokens by their bias', async () => {
    const plain = (await complete({ temperature: 0, logprobs: 0 })).choices[0];
    assert.match(plain.text, / the/);
    // 279 is " the" in this vocabulary, 12366 " Paris".
    const banned = (await complete({ temperature: 0, logit_bias: { 279: -100 } })).choices[0];
    assert.doesNotMatch(banned.text, / the\b/);
    const forced = (await complete({ max_tokens: 3, logit_bias: { 12366: 100 } })).choices[0];
    assert.equal(forced.text, ' Paris Paris Paris');
    assert.equal(forced.finish_reason, 'length');
  });

  it('keeps the context length of each model', async () => {
    assert.equal((await complete({ max_tokens: 4000 })).object, 'text_completion');
    for (const [model, limit] of [
      ['complete-1', 4096],
      ['complete-1-older', 2048],
    ] as const) {
      const answer = await fixture.post(path, { ...simple, model, max_tokens: limit });
      assertRefused(answer, 'prompt', 'context_length_exceeded');
      assert.match(answer.body.error.message, new RegExp(String(limit)));
    }
  });

  const refusals: readonly (readonly [string, object, string, string])[] = [
    ['an unknown parameter', { user: 'me' }, 'user', 'unknown_parameter'],
    ['a missing model', { model: undefined }, 'model', 'missing_required_parameter'],
    ['a model that is no string', { model: 1 }, 'model', 'invalid_type'],
    ['null where it is not allowed', { suffix: null }, 'suffix', 'invalid_type'],
    ['an empty list of prompts', { prompt: [] }, 'prompt', 'invalid_type'],
    ['a mixed list of prompts', { prompt: ['a', 1] }, 'prompt', 'invalid_type'],
    ['max_tokens below 0', { max_tokens: -1 }, 'max_tokens', 'invalid_value'],
    ['max_tokens that is no integer', { max_tokens: 1.5 }, 'max_tokens', 'invalid_value'],
    ['temperature above 2', { temperature: 2.1 }, 'temperature', 'invalid_value'],
    ['temperature below 0', { temperature: -0.1 }, 'temperature', 'invalid_value'],
    ['top_p above 1', { top_p: 1.1 }, 'top_p', 'invalid_value'],
    ['n of 0', { n: 0 }, 'n', 'invalid_value'],
    ['n above 128', { n: 129 }, 'n', 'invalid_value'],
    ['stream that is no boolean', { stream: 'true' }, 'stream', 'invalid_type'],
    ['logprobs above 5', { logprobs: 6 }, 'logprobs', 'invalid_value'],
    ['echo that is no boolean', { echo: 1 }, 'echo', 'invalid_type'],
    ['five stop sequences', { stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'invalid_value'],
    ['presence_penalty above 2', { presence_penalty: 2.5 }, 'presence_penalty', 'invalid_value'],
    ['frequency_penalty below -2', { frequency_penalty: -2.5 }, 'frequency_penalty', 'invalid_value'],
    ['best_of below n', { best_of: 1, n: 2 }, 'best_of', 'invalid_value'],
    ['best_of above 20', { best_of: 21 }, 'best_of', 'invalid_value'],
    ['best_of with stream', { best_of: 2, stream: true }, 'best_of', 'invalid_value'],
    ['a bias above 100', { logit_bias: { 50: 101 } }, 'logit_bias.50', 'invalid_value'],
    ['a bias for what is no token id', { logit_bias: { hello: 1 } }, 'logit_bias.hello', 'invalid_value'],
  ];
  for (const [what, changes, param, code] of refusals) {
    it(`refuses ${what}`, async () => {
      assertRefused(await fixture.post(path, { ...simple, ...changes }), param, code);
    });
  }

  it('answers 404 for an unknown model and for one of another kind', async () => {
    const unknown = await fixture.post(path, { ...simple, model: 'absent-1' });
    assert.equal(unknown.status, 404);
    assert.equal(unknown.body.error.code, 'model_not_found');
    const chat = await fixture.post(path, { ...simple, model: 'chat-1' });
    assert.equal(chat.status, 404);
    assert.match(chat.body.error.message, /chat model/);
  });

  it('accepts the extremes of every range', async () => {
    await complete({ temperature: 2, top_p: 0, presence_penalty: -2, frequency_penalty: 2, logprobs: 5 });
    await complete({
      temperature: 0,
      top_p: 1,
      max_tokens: 0,
      echo: true,
      best_of: 20,
      stop: ['a', 'b', 'c', 'd'],
    });
    await complete({ n: 128, max_tokens: 1, logit_bias: { 0: -100, 100255: 99 } });
  });
});
