import assert from 'node:assert/strict';
import type { ChatChunk, ChatCompletion } from './answers.ts';
import { assertRefused, useService } from './service-fixture.ts';

const path = '/v1/chat/completions';
const question = 'How do I reverse a list in Python?';
const simple = { model: 'chat-1', messages: [{ role: 'user', content: question }] };

describe('sample service: chat completions', () => {
  const fixture = useService();

  async function chat(changes: object = {}): Promise<ChatCompletion> {
    const { status, body } = await fixture.post<ChatCompletion>(path, { ...simple, ...changes });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  it('answers with a chat completion object that names the dated model', async () => {
    const body = await chat();
    assert.match(body.id, /^chatcmpl-/);
    assert.equal(body.object, 'chat.completion');
    assert.equal(body.model, 'chat-1-0301');
    const [choice] = body.choices;
    assert.equal(choice.index, 0);
    assert.equal(choice.finish_reason, 'stop');
    assert.equal(choice.message.role, 'assistant');
    assert.equal(body.usage.total_tokens, body.usage.prompt_tokens + body.usage.completion_tokens);
  });

  it('answers in Markdown about the last user message, and says what it is', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is the capital of Spain?' },
      { role: 'assistant', content: 'Madrid.' },
      { role: 'user', content: question },
    ];
    const { content } = (await chat({ messages })).choices[0].message;
    assert.match(content, /^## /m);
    assert.match(content, /^1\. /m);
    assert.match(content, /```python\n[^`]+\n```/);
    assert.ok(content.includes(question));
    assert.match(content, /sample service/);
    assert.match(content, /Be brief/);
    assert.match(content, /number 2 in this conversation/);
  });

  it('carries out simple instructions on fenced code', async () => {
    const content = 'Rename alpha to beta:\n```js\nconst alpha = 1;\nlog(alpha);\n```';
    const body = await chat({ messages: [{ role: 'user', content }] });
    assert.match(body.choices[0].message.content, /```js\nconst beta = 1;\nlog\(beta\);\n```/);
  });

  it('streams a role first, then text, then a finish reason, then [DONE]', async () => {
    const whole = (await chat()).choices[0].message.content;
    const events = await fixture.chunks<ChatChunk>(path, simple);
    assert.deepEqual(events[0]?.choices, [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }]);
    assert.deepEqual(events.at(-1)?.choices, [{ index: 0, delta: {}, finish_reason: 'stop' }]);
    assert.ok(events.every((event) => event.object === 'chat.completion.chunk'));
    assert.equal(events.map((event) => event.choices[0].delta.content ?? '').join(''), whole);
    assert.ok(events.length > 50);
  });

  it('never splits a character between chunks', async () => {
    const messages = [{ role: 'user', content: 'Explain 👩‍👩‍👧 and 🏳️‍🌈 in 漢字 please, at some length' }];
    const events = await fixture.chunks<ChatChunk>(path, { ...simple, messages });
    const texts = events.slice(1, -1).map((event) => event.choices[0].delta.content ?? '');
    assert.ok(texts.every((text) => text !== '' && !text.includes('\uFFFD')));
    assert.ok(texts.join('').includes('👩‍👩‍👧 and 🏳️‍🌈 in 漢字'));
  });

  it('interleaves several candidates', async () => {
    const events = await fixture.chunks<ChatChunk>(path, { ...simple, n: 3, max_tokens: 2 });
    assert.deepEqual(
      events.map((event) => event.choices[0].index),
      [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2],
    );
  });

  it('cuts at max_tokens and stops at a sequence', async () => {
    const cut = await chat({ max_tokens: 4 });
    assert.equal(cut.usage.completion_tokens, 4);
    assert.equal(cut.choices[0].finish_reason, 'length');
    const stopped = await chat({ stop: '\n' });
    assert.match(stopped.choices[0].message.content, /^## \w+$/);
    assert.equal(stopped.choices[0].finish_reason, 'stop');
  });

  it('keeps the context length of each model', async () => {
    const messages = [{ role: 'user', content: 'word '.repeat(5000) }];
    assertRefused(await fixture.post(path, { ...simple, messages }), 'messages', 'context_length_exceeded');
    await chat({ model: 'chat-1-long', messages });
    assertRefused(
      await fixture.post(path, { ...simple, max_tokens: 4096 }),
      'messages',
      'context_length_exceeded',
    );
  });

  const message = { role: 'user', content: 'x' };
  const refusals: readonly (readonly [string, object, string, string])[] = [
    ['missing messages', { messages: undefined }, 'messages', 'missing_required_parameter'],
    ['an empty conversation', { messages: [] }, 'messages', 'invalid_value'],
    ['an unknown role', { messages: [{ role: 'tool', content: 'x' }] }, 'messages.0.role', 'invalid_type'],
    [
      'content that is no string',
      { messages: [message, { role: 'user', content: [] }] },
      'messages.1.content',
      'invalid_type',
    ],
    [
      'a message without content',
      { messages: [{ role: 'user' }] },
      'messages.0.content',
      'missing_required_parameter',
    ],
    [
      'an unknown field of a message',
      { messages: [{ ...message, name: 'x' }] },
      'messages.0.name',
      'unknown_parameter',
    ],
    ['max_tokens null', { max_tokens: null }, 'max_tokens', 'invalid_type'],
    ['max_tokens of 0', { max_tokens: 0 }, 'max_tokens', 'invalid_value'],
    ['an integer to stop at', { stop: 5 }, 'stop', 'invalid_type'],
    ['temperature above 2', { temperature: 3 }, 'temperature', 'invalid_value'],
    ['parameters of completions', { echo: true }, 'echo', 'unknown_parameter'],
    ['a presence_penalty below -2', { presence_penalty: -3 }, 'presence_penalty', 'invalid_value'],
  ];
  for (const [what, changes, param, code] of refusals) {
    it(`refuses ${what}`, async () => {
      assertRefused(await fixture.post(path, { ...simple, ...changes }), param, code);
    });
  }
});
