import assert from 'node:assert/strict';
import type { Client } from '../../../src/service/client.ts';
import { adviceOn, checkAudioName } from '../../../src/service/limits.ts';
import type { ChatCompletionRequest, CompletionRequest } from '../../../src/service/request-schema.ts';
import { drain, failure, useClients } from './client-fixture.ts';

const file = { data: Buffer.from('RIFF'), name: 'talk.wav' };

/** Values of §4 and §8 at their bounds, and beyond them. */
const bounds: readonly [field: string, within: unknown[], beyond: unknown[]][] = [
  ['temperature', [0, 0.3, 2], [-0.001, 2.001, Number.NaN, '1', Number.POSITIVE_INFINITY]],
  ['top_p', [0, 1], [-0.1, 1.1]],
  ['n', [1, 128, 500], [0, -1, 1.5]],
  ['stop', ['x', ['a', 'b', 'c', 'd'], 1], [['a', 'b', 'c', 'd', 'e'], 0, [1], true]],
  ['max_tokens', [0, 1, 100_000], [-1, 1.5, '5']],
  ['presence_penalty', [-2, 2], [-2.1, 2.1]],
  ['frequency_penalty', [-2, 2], [-2.1, 2.1]],
  [
    'logit_bias',
    [{ 5: -100 }, { 5: 100 }, {}],
    [{ 5: -101 }, { 5: 101 }, { 5: 0.5 }, { word: 1 }, { '-1': 1 }, []],
  ],
];
const completionBounds: typeof bounds = [
  ['logprobs', [0, 5, null], [-1, 6, 2.5]],
  ['best_of', [0, 1, 20], [-1, 1.5]],
  ['prompt', ['', [''], [0], [[0], [1]]], [1, [-1], [1.5], ['a', 1], [[1], 'a'], {}]],
];

describe('limits', () => {
  const fixture = useClients();

  async function isRefused(param: string, call: (client: Client) => Promise<unknown>): Promise<void> {
    const error = await failure(call(fixture.connect()), 'invalidRequest');
    assert.equal(error.param, param);
    assert.match(error.message, new RegExp(`^${param} `));
    assert.doesNotMatch(error.message, /Invalid|Expected|\.\.$/);
    assert.equal(fixture.service.requests.length, 0, 'it was sent');
  }

  async function isSent(call: (client: Client) => Promise<unknown>): Promise<void> {
    fixture.service.fault({ type: 'status', status: 418 });
    await failure(call(fixture.connect()), 'badRequest');
    fixture.service.reset();
  }

  for (const [field, within, beyond] of [...bounds, ...completionBounds]) {
    it(`completions: ${field}`, async () => {
      const request = (value: unknown) => ({ model: 'm', [field]: value }) as unknown as CompletionRequest;
      for (const value of within) {
        await isSent((client) => client.createCompletion(request(value)));
      }
      for (const value of beyond) {
        await isRefused(field, (client) => client.createCompletion(request(value)));
      }
    });
  }

  for (const [field, within, beyond] of bounds) {
    it(`chat: ${field}`, async () => {
      const messages = [{ role: 'user', content: '' }];
      const request = (value: unknown) =>
        ({ model: 'm', messages, [field]: value }) as unknown as ChatCompletionRequest;
      for (const value of within) {
        await isSent((client) => client.createChatCompletion(request(value)));
      }
      for (const value of beyond) {
        await isRefused(field, (client) => client.createChatCompletion(request(value)));
      }
    });
  }

  it('edits: temperature from 0 to 2', async () => {
    const edit = { model: 'm', instruction: 'i' };
    await isSent((client) => client.createEdit({ ...edit, temperature: 2 }));
    await isRefused('temperature', (client) => client.createEdit({ ...edit, temperature: 2.1 }));
  });

  it('audio: temperature from 0 to 1, and the formats of answers', async () => {
    for (const operation of ['transcribeAudio', 'translateAudio'] as const) {
      await isSent((client) => client[operation]({ file, model: 'm', temperature: 1 }));
      await isRefused('temperature', (client) => client[operation]({ file, model: 'm', temperature: 1.1 }));
      await isRefused('response_format', (client) =>
        client[operation]({ file, model: 'm', response_format: 'xml' as 'json' }),
      );
    }
    await isRefused('language', (client) =>
      client.translateAudio({ file, model: 'm', language: 'de' } as { file: typeof file; model: string }),
    );
  });

  it('audio: only the formats of §8, by the ending of the name', async () => {
    for (const name of ['a.mp3', 'a.MP4', 'a.mpeg', 'a.mpga', 'a.m4a', 'a.b.wav', '.webm']) {
      assert.doesNotThrow(() => checkAudioName(name), name);
    }
    for (const name of ['a.ogg', 'a', 'mp3', 'a.mp3.txt', 'a.', 'a.flac']) {
      await isRefused('file', (client) => client.transcribeAudio({ file: { ...file, name }, model: 'm' }));
    }
  });

  it('temperature and top_p together are refused', async () => {
    const both = { temperature: 0, top_p: 1 };
    await isRefused('top_p', (client) => client.createCompletion({ model: 'm', ...both }).catch(reword));
    await isRefused('top_p', (client) =>
      client
        .createChatCompletion({ model: 'm', messages: [{ role: 'user', content: '' }], ...both })
        .catch(reword),
    );
    await isRefused('top_p', (client) =>
      client.createEdit({ model: 'm', instruction: 'i', ...both }).catch(reword),
    );
  });

  it('best_of is refused with stream, and below n', async () => {
    const { error } = await drain(fixture.connect().streamCompletion({ model: 'm', best_of: 1 }));
    assert.equal(error?.kind, 'invalidRequest');
    assert.equal(error?.param, 'best_of');
    await isRefused('best_of', (client) => client.createCompletion({ model: 'm', best_of: 2, n: 3 }));
    await isSent((client) => client.createCompletion({ model: 'm', best_of: 3, n: 3 }));
  });

  it('a stream is refused as a call is, when it is read', async () => {
    const { error } = await drain(fixture.connect().streamCompletion({ model: 'm', logprobs: 6 }));
    assert.equal(error?.kind, 'invalidRequest');
    assert.equal(error?.param, 'logprobs');
    assert.equal(fixture.service.requests.length, 0);
  });
});

describe('adviceOn', () => {
  it('warns of what services refuse beyond the interface, and of nothing else', () => {
    const params = (...call: Parameters<typeof adviceOn>) => adviceOn(...call).map(({ param }) => param);
    assert.deepEqual(params('completion', { n: 128, best_of: 20 }), []);
    assert.deepEqual(params('completion', { n: 129, best_of: 21 }), ['n', 'best_of']);
    assert.deepEqual(params('edit', { n: 20 }), []);
    assert.deepEqual(params('edit', { n: 21 }), ['n']);
    assert.deepEqual(params('image', { n: 10, prompt: 'x'.repeat(1000) }), []);
    assert.deepEqual(params('image', { n: 11, prompt: 'x'.repeat(1001) }), ['n', 'prompt']);
    assert.deepEqual(params('completion', { prompt: 'x'.repeat(5000) }), []);
    assert.deepEqual(params('audio', { language: 'ja' }), []);
    assert.deepEqual(params('audio', { language: 'jp' }), ['language']);
    assert.deepEqual(params('audio', { language: undefined }), []);
  });
});

/** The one message that begins with the other field's name. */
function reword(error: Error): never {
  assert.match(error.message, /^temperature and top_p are both set/);
  error.message = `top_p ${error.message}`;
  throw error;
}
