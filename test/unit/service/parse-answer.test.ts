import assert from 'node:assert/strict';
import type { Client } from '../../../src/service/client.ts';
import type { ServiceErrorKind } from '../../../src/service/errors.ts';
import { parseAnswer } from '../../../src/service/parse-answer.ts';
import * as response from '../../../src/service/response-schema.ts';
import { CHAT, failure, useClients } from './client-fixture.ts';

const chat = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

describe('answers: what is taken', () => {
  it('an answer as the interface shows it, as it is', () => {
    assert.deepEqual(parseAnswer(response.chatCompletion, chat), chat);
  });

  it('fields beyond the interface, at every depth', () => {
    const more = {
      ...chat,
      system_fingerprint: 'f',
      choices: [
        { ...chat.choices[0], seed: 7, message: { role: 'assistant', content: 'Hi', refusal: null } },
      ],
      usage: { ...chat.usage, details: { cached: 1 } },
    };
    assert.deepEqual(parseAnswer(response.chatCompletion, more), more);
  });

  const least: readonly [string, Parameters<typeof parseAnswer>[0], unknown, unknown][] = [
    [
      'chat',
      response.chatCompletion,
      { choices: [{ message: {} }] },
      { choices: [{ index: 0, message: { role: 'assistant' } }] },
    ],
    [
      'a completion',
      response.completion,
      { choices: [{ text: '' }], usage: null },
      { choices: [{ text: '', index: 0 }], usage: null },
    ],
    [
      'a chunk of chat',
      response.chatCompletionChunk,
      { choices: [{}] },
      { choices: [{ index: 0, delta: {} }] },
    ],
    [
      'a chunk of a completion',
      response.completionChunk,
      { choices: [{ text: null, index: null }] },
      { choices: [{ text: '', index: 0 }] },
    ],
    ['an edit', response.edit, { choices: [{ text: 'x' }] }, { choices: [{ text: 'x', index: 0 }] }],
    [
      'images',
      response.imageResult,
      { data: [{ url: 'u', b64_json: null }] },
      { data: [{ url: 'u', b64_json: null }] },
    ],
    [
      'images, of which some cannot be had',
      response.imageResult,
      { data: [{ url: 5, b64_json: 'b' }, { revised_prompt: 'p' }, 'u', null] },
      { data: [{ url: undefined, b64_json: 'b' }, { revised_prompt: 'p' }, {}, {}] },
    ],
    [
      'embeddings',
      response.embeddingResult,
      { data: [{ embedding: [] }] },
      { data: [{ embedding: [], index: 0 }] },
    ],
    [
      'a moderation',
      response.moderationResult,
      { results: [{ categories: { hate: false, odd: null } }] },
      { results: [{ categories: { hate: false, odd: null }, category_scores: {} }] },
    ],
    [
      'models',
      response.modelList,
      { data: [{ id: 'm', permission: null }] },
      { data: [{ id: 'm', permission: null }] },
    ],
    ['a transcript', response.transcript, { text: '', segments: null }, { text: '', segments: null }],
    [
      'a transcript in segments',
      response.transcript,
      { segments: [{ text: ' One.' }, { text: ' Two.' }, 5] },
      { text: 'One. Two.', segments: [{ text: ' One.' }, { text: ' Two.' }, 5] },
    ],
    [
      'a completion of nothing',
      response.completion,
      { choices: [{ finish_reason: 'stop' }, { text: null }] },
      {
        choices: [
          { text: '', index: 0, finish_reason: 'stop' },
          { text: '', index: 1 },
        ],
      },
    ],
    ['a list of models alone', response.modelList, [{ id: 'm' }], { data: [{ id: 'm' }] }],
    [
      'a list of models, one of which has no name',
      response.modelList,
      { data: [{ id: 'm' }, { object: 'model' }, null] },
      { data: [{ id: 'm' }] },
    ],
    [
      'an answer whose head is wrong',
      response.chatCompletion,
      { id: 7, created: 'now', choices: [{ message: {} }] },
      { id: undefined, created: undefined, choices: [{ index: 0, message: { role: 'assistant' } }] },
    ],
  ];
  for (const [what, schema, value, parsed] of least) {
    it(`the least of ${what}`, () => {
      assert.deepEqual(parseAnswer(schema, value), parsed);
    });
  }

  it('null for everything that a caller can do without', () => {
    const answer = {
      id: null,
      object: null,
      created: null,
      model: null,
      choices: [{ index: null, message: { role: null, content: null }, finish_reason: null }],
      usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null },
    };
    const parsed = parseAnswer(response.chatCompletion, answer);
    assert.deepEqual(parsed.choices[0], {
      index: 0,
      message: { role: 'assistant', content: null },
      finish_reason: null,
    });
  });
});

describe('answers: what is refused, and in which words', () => {
  const fixture = useClients();

  const failed: readonly [(client: Client) => Promise<unknown>, unknown, ServiceErrorKind, string][] = [
    [
      (c) => c.createChatCompletion(CHAT),
      { error: { message: 'Slow down.', code: 429 }, user_id: 'u' },
      'rateLimit',
      'Slow down.',
    ],
    [
      (c) => c.createEdit({ model: 'm', instruction: 'i' }),
      { error: 'Overloaded.' },
      'server',
      'Overloaded.',
    ],
    [
      (c) => c.generateImages({ prompt: 'p' }),
      { created: 1, data: null, error: { message: 'Pay.', code: 'insufficient_quota' } },
      'quota',
      'Pay.',
    ],
  ];
  for (const [call, body, kind, message] of failed) {
    it(`${message} under a good status`, async () => {
      fixture.service.fault({
        type: 'status',
        status: 200,
        body: JSON.stringify(body),
        contentType: 'application/json',
      });
      const error = await failure(call(fixture.connect({ retries: 0 })), kind);
      assert.equal(error.message, message);
    });
  }

  const refused: readonly [(client: Client) => Promise<unknown>, unknown, string][] = [
    [(c) => c.createChatCompletion(CHAT), {}, 'The answer has no “choices”.'],
    [(c) => c.createChatCompletion(CHAT), { choices: [{}] }, 'The answer has no “choices[0].message”.'],
    [
      (c) => c.createChatCompletion(CHAT),
      { choices: {} },
      '“choices” in the answer should be a list, but is an object.',
    ],
    [
      (c) => c.createChatCompletion(CHAT),
      { choices: null },
      '“choices” in the answer should be a list, but is null.',
    ],
    [
      (c) => c.createChatCompletion(CHAT),
      { choices: [chat.choices[0], { message: { content: ['Hi'] } }] },
      '“choices[1].message.content” in the answer should be text, but is a list.',
    ],
    [(c) => c.createChatCompletion(CHAT), 5, 'The answer should be an object, but is a number.'],
    [(c) => c.createChatCompletion(CHAT), 'sk-secret', 'The answer should be an object, but is text.'],
    [
      (c) => c.createCompletion({ model: 'm' }),
      { choices: [{ text: 5 }] },
      '“choices[0].text” in the answer should be text, but is a number.',
    ],
    [
      (c) => c.generateImages({ prompt: 'p' }),
      { data: {} },
      '“data” in the answer should be a list, but is an object.',
    ],
    [
      (c) => c.createEmbeddings({ model: 'm', input: 'i' }),
      { data: [{ embedding: [0.5, '1'] }] },
      '“data[0].embedding[1]” in the answer should be a number, but is text.',
    ],
    [
      (c) => c.createModeration({ input: '' }),
      { results: [{ flagged: 1, categories: {} }] },
      '“results[0].flagged” in the answer should be true or false, but is a number.',
    ],
    [(c) => c.listModels(), { data: [{ object: 'model' }] }, 'The answer has no “data[0].id”.'],
    [(c) => c.listModels(), {}, 'The answer has no “data”.'],
  ];
  for (const [call, body, message] of refused) {
    it(message, async () => {
      fixture.service.fault({
        type: 'status',
        status: 200,
        body: JSON.stringify(body),
        contentType: 'application/json',
      });
      const error = await failure(call(fixture.connect()), 'invalidResponse');
      assert.equal(error.message, message);
      assert.deepEqual([error.status, error.requestId], [200, fixture.service.requests[0]?.requestId]);
    });
  }

  it('says what came where JSON was to come', async () => {
    for (const [body, words] of [
      ['', /did not answer with JSON but with status 200 and nothing else\.$/],
      ['<html><title>Log in</title></html>', /with status 200 and a web page, “Log in”\.$/],
      ['OK', /with status 200: "OK"\.$/],
    ] as const) {
      fixture.service.fault({ type: 'status', status: 200, body, contentType: 'text/html' });
      assert.match((await failure(fixture.connect().listModels(), 'invalidResponse')).message, words);
    }
  });

  it('takes JSON under any content type, with a byte order mark, and bytes that are no UTF-8', async () => {
    fixture.service.fault({
      type: 'status',
      status: 200,
      body: `\ufeff${JSON.stringify(chat)}`,
      contentType: 'text/plain',
    });
    assert.equal((await fixture.connect().createChatCompletion(CHAT)).id, 'c');
    fixture.service.fault({ type: 'invalidUtf8' });
    const answer = await fixture.connect().createChatCompletion(CHAT);
    assert.match(answer.choices[0]?.message.content ?? '', /\ufffd/);
  });

  it('takes transcripts as text, and refuses a web page in their place', async () => {
    const client = fixture.connect();
    const file = { data: Buffer.from('RIFF'), name: 'a.wav' };
    for (const [response_format, contentType, body, text] of [
      ['text', 'text/plain', 'Hello\n', 'Hello\n'],
      ['srt', 'application/x-subrip', '1\n00:00', '1\n00:00'],
      ['vtt', 'text/vtt', 'WEBVTT\n', 'WEBVTT\n'],
      ['text', 'text/plain', '', ''],
      ['text', 'text/plain', '{"not":"parsed"}', '{"not":"parsed"}'],
      ['text', 'application/json', '{"text":"Hello"}', 'Hello'],
      ['json', 'text/plain', '{"text":"Hello"}', 'Hello'],
      ['json', 'text/plain', 'Hello', 'Hello'],
      ['verbose_json', 'text/plain', '1\n00:00', '1\n00:00'],
    ] as const) {
      fixture.service.fault({ type: 'status', status: 200, body, contentType });
      assert.equal((await client.transcribeAudio({ file, model: 'm', response_format })).text, text);
    }
    fixture.service.fault({ type: 'html' });
    await failure(client.translateAudio({ file, model: 'm', response_format: 'text' }), 'invalidResponse');
    for (const body of ['', '<html></html>', '{"text":"Hel', '{"error":{"message":"No."}}']) {
      fixture.service.fault({ type: 'status', status: 200, body, contentType: 'application/json' });
      await assert.rejects(client.transcribeAudio({ file, model: 'm', response_format: 'json' }));
    }
  });
});
