import assert from 'node:assert/strict';
import type { Client } from '../../../src/service/client.ts';
import type { ChatCompletionRequest, CompletionRequest } from '../../../src/service/request-schema.ts';
import { failure, useClients } from './client-fixture.ts';

const message = { role: 'user' as const, content: 'hi' };

describe('request schema', () => {
  const fixture = useClients();
  const { connect } = fixture;

  /** The body that a call sends; what the service says to it is of no interest. */
  async function sent(call: (client: Client) => Promise<unknown>): Promise<unknown> {
    fixture.service.fault({ type: 'status', status: 418 });
    await failure(call(connect()), 'badRequest');
    return JSON.parse((await fixture.service.nextRequest()).rawBody.toString('utf8'));
  }

  const completions: CompletionRequest[] = [
    {
      model: 'm',
      prompt: 'Ünïcödé \u2028 "quoted" \\ 🐙',
      suffix: '',
      max_tokens: 0,
      temperature: 0,
      n: 2,
      stream: false,
      logprobs: 0,
      echo: false,
      stop: '',
      presence_penalty: -2,
      frequency_penalty: 2,
      best_of: 3,
      logit_bias: { '0': -100, '50256': 100 },
    },
    { model: 'm', prompt: ['a', ''], top_p: 0.5, stop: ['a', 'b', 'c', 'd'], logprobs: null, echo: true },
    { model: 'm', prompt: [1, 2, 0], temperature: 2, stop: 7, presence_penalty: 0, logprobs: 5 },
    { model: 'm', prompt: [[1], [2, 3]], temperature: 0.7, stop: [], best_of: 0, n: 2 },
  ];
  for (const [i, request] of completions.entries()) {
    it(`sends every parameter of §4.3 as it was given (${i + 1})`, async () => {
      assert.deepEqual(await sent((client) => client.createCompletion(request)), request);
    });
  }

  it('sends every parameter of §4.4 as it was given', async () => {
    const request: ChatCompletionRequest = {
      model: 'm',
      messages: [
        { role: 'system', content: '' },
        { role: 'user', content: 'a\r\nb' },
        { role: 'assistant', content: '\u0000\u202e' },
      ],
      temperature: 0,
      n: 1,
      stream: false,
      stop: ['\n'],
      max_tokens: 1,
      presence_penalty: 0,
      frequency_penalty: -0.5,
      logit_bias: {},
    };
    assert.deepEqual(await sent((client) => client.createChatCompletion(request)), request);
    assert.deepEqual(
      await sent((c) => c.createChatCompletion({ model: 'm', messages: [message], top_p: 0 })),
      {
        model: 'm',
        messages: [message],
        top_p: 0,
      },
    );
  });

  it('sends the parameters of the other JSON operations as they were given', async () => {
    const edit = { model: 'm', input: '', instruction: 'i', n: 2, temperature: 0 };
    assert.deepEqual(await sent((client) => client.createEdit(edit)), edit);
    const picture = { prompt: 'p', n: 1, size: '300x200', response_format: 'b64_json' as const };
    assert.deepEqual(await sent((client) => client.generateImages(picture)), picture);
    const embedding = { model: 'm', input: ['a', 'b'] };
    assert.deepEqual(await sent((client) => client.createEmbeddings(embedding)), embedding);
    const moderation = { model: 'm', input: ['', 'b'] };
    assert.deepEqual(await sent((client) => client.createModeration(moderation)), moderation);
  });

  it('leaves out what is undefined', async () => {
    const request = { model: 'm', prompt: 'p', suffix: undefined, n: undefined, logprobs: undefined };
    assert.deepEqual(await sent((client) => client.createCompletion(request)), { model: 'm', prompt: 'p' });
  });

  it('takes its own copy of nothing: the request object stays as it was', async () => {
    const request = Object.freeze({ model: 'm', messages: Object.freeze([Object.freeze({ ...message })]) });
    await sent((client) => client.createChatCompletion(request as ChatCompletionRequest));
    assert.deepEqual(request, { model: 'm', messages: [message] });
  });

  const image = { data: Buffer.from('x'), name: 'x.png' };
  const refusals: readonly [string, (client: Client) => Promise<unknown>, string, RegExp][] = [
    [
      'an unknown field',
      (c) => c.createCompletion({ model: 'm', prmpt: 'p' } as CompletionRequest),
      'prmpt',
      /^prmpt is not a parameter of this operation\.$/,
    ],
    [
      'a field of another operation',
      (c) => c.createChatCompletion({ model: 'm', messages: [message], suffix: '' } as ChatCompletionRequest),
      'suffix',
      /not a parameter/,
    ],
    [
      'a field that the interface does not name',
      (c) => c.createChatCompletion({ model: 'm', messages: [message], user: 'u' } as ChatCompletionRequest),
      'user',
      /not a parameter/,
    ],
    [
      'a missing field',
      (c) => c.createEdit({ model: 'm' } as Parameters<Client['createEdit']>[0]),
      'instruction',
      /^instruction is missing\.$/,
    ],
    [
      'a missing field of a message',
      (c) => c.createChatCompletion({ model: 'm', messages: [{ role: 'user' }] } as ChatCompletionRequest),
      'messages',
      /^messages\.0\.content is missing\.$/,
    ],
    [
      'a role that is none',
      (c) =>
        c.createChatCompletion({
          model: 'm',
          messages: [message, { role: 'tool', content: '' }],
        } as unknown as ChatCompletionRequest),
      'messages',
      /^messages must be system, user or assistant \(at 1\.role\)\.$/,
    ],
    [
      'no messages',
      (c) => c.createChatCompletion({ model: 'm', messages: [] }),
      'messages',
      /must not be empty/,
    ],
    ['an empty model', (c) => c.createCompletion({ model: '' }), 'model', /must not be empty/],
    [
      'no text to embed',
      (c) => c.createEmbeddings({ model: 'm', input: [] }),
      'input',
      /^input must not be empty\.$/,
    ],
    [
      'stream in a call that returns one answer',
      (c) => c.createCompletion({ model: 'm', stream: true }),
      'stream',
      /must not be true here/,
    ],
    [
      'a file without its name',
      (c) => c.varyImage({ image: { data: image.data } as typeof image }),
      'image',
      /./,
    ],
    ['a size that is none', (c) => c.varyImage({ image, size: '512' }), 'size', /<width>x<height>/],
    [
      'a language that is no code',
      (c) => c.transcribeAudio({ file: { ...image, name: 'a.wav' }, model: 'm', language: 'english' }),
      'language',
      /two-letter/,
    ],
  ];
  for (const [what, call, param, words] of refusals) {
    it(`refuses ${what} before anything is sent`, async () => {
      const error = await failure(call(connect()), 'invalidRequest');
      assert.equal(error.param, param);
      assert.match(error.message, words);
      assert.equal(fixture.service.requests.length, 0);
    });
  }

  for (const field of ['prompt', 'max_tokens', 'temperature', 'n', 'stop', 'echo', 'suffix', 'logit_bias']) {
    it(`refuses null for ${field}`, async () => {
      const request = { model: 'm', [field]: null } as unknown as CompletionRequest;
      assert.equal((await failure(connect().createCompletion(request), 'invalidRequest')).param, field);
      assert.equal(fixture.service.requests.length, 0);
    });
  }
});
