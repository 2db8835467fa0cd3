import assert from 'node:assert/strict';
import type { Client } from '../../../src/service/client.ts';
import { encodePng } from '../../service/png.ts';
import { CHAT, drain, failure, useClients } from './client-fixture.ts';
import { startHttp } from './loopback-server.ts';

const png = encodePng({ width: 256, height: 256, rgba: new Uint8ClampedArray(256 * 256 * 4) });
const image = { data: png, name: 'cat.png' };
const wav = { data: Buffer.from('RIFF....WAVEfmt '), name: 'talk.wav' };

interface Seen {
  method: string | undefined;
  url: string | undefined;
  rawHeaders: string[];
  body: string;
}

/** Every operation with as little as it takes, and what that is on the wire. */
const operations: readonly [name: string, (client: Client) => Promise<unknown>, string, string?][] = [
  ['listModels', (c) => c.listModels(), 'GET /v1/models'],
  ['retrieveModel', (c) => c.retrieveModel('a/b:c d?e#f%g'), 'GET /v1/models/a%2Fb%3Ac%20d%3Fe%23f%25g'],
  ['createCompletion', (c) => c.createCompletion({ model: 'm' }), 'POST /v1/completions', '{"model":"m"}'],
  [
    'streamCompletion',
    (c) => drain(c.streamCompletion({ model: 'm' })),
    'POST /v1/completions',
    '{"model":"m","stream":true}',
  ],
  [
    'createChatCompletion',
    (c) => c.createChatCompletion({ model: 'm', messages: [{ role: 'user', content: '' }] }),
    'POST /v1/chat/completions',
    '{"model":"m","messages":[{"role":"user","content":""}]}',
  ],
  [
    'streamChatCompletion',
    (c) => drain(c.streamChatCompletion({ model: 'm', messages: [{ role: 'user', content: '' }] })),
    'POST /v1/chat/completions',
    '{"model":"m","messages":[{"role":"user","content":""}],"stream":true}',
  ],
  [
    'createEdit',
    (c) => c.createEdit({ model: 'm', instruction: 'i' }),
    'POST /v1/edits',
    '{"model":"m","instruction":"i"}',
  ],
  [
    'generateImages',
    (c) => c.generateImages({ prompt: 'p' }),
    'POST /v1/images/generations',
    '{"prompt":"p"}',
  ],
  ['editImage', (c) => c.editImage({ image, prompt: 'p' }), 'POST /v1/images/edits'],
  ['varyImage', (c) => c.varyImage({ image }), 'POST /v1/images/variations'],
  [
    'createEmbeddings',
    (c) => c.createEmbeddings({ model: 'm', input: 'i' }),
    'POST /v1/embeddings',
    '{"model":"m","input":"i"}',
  ],
  ['createModeration', (c) => c.createModeration({ input: '' }), 'POST /v1/moderations', '{"input":""}'],
  [
    'transcribeAudio',
    (c) => c.transcribeAudio({ file: wav, model: 'speech-1' }),
    'POST /v1/audio/transcriptions',
  ],
  [
    'translateAudio',
    (c) => c.translateAudio({ file: wav, model: 'speech-1' }),
    'POST /v1/audio/translations',
  ],
];

describe('client: every operation on the wire', () => {
  let seen: Seen[] = [];
  let server: Awaited<ReturnType<typeof startHttp>>;
  const { connect } = useClients();
  before(async () => {
    server = await startHttp(async (request, response) => {
      const chunks: Buffer[] = await request.toArray();
      const { method, url, rawHeaders } = request;
      seen.push({ method, url, rawHeaders, body: Buffer.concat(chunks).toString('latin1') });
      response.writeHead(418).end('{}');
    });
  });
  beforeEach(() => {
    seen = [];
  });
  after(() => server.close());

  function headers({ rawHeaders }: Seen, name: string): string[] {
    return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
  }

  for (const [name, call, target, body] of operations) {
    it(`${name}: ${target}`, async () => {
      const client = connect({ baseUrl: `http://127.0.0.1:${server.port}`, apiKey: 'sk-test-1234' });
      // The answer is of no interest here; a stream's failure does not throw.
      await call(client).catch(() => {});
      const [request] = seen;
      assert.ok(request && seen.length === 1);
      assert.equal(`${request.method} ${request.url}`, target);
      assert.deepEqual(headers(request, 'authorization'), ['Bearer sk-test-1234']);
      const names = request.rawHeaders.filter((_, at) => at % 2 === 0).map((header) => header.toLowerCase());
      assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted(), 'a header came twice');
      assert.ok(!names.includes('accept-encoding') && !names.includes('transfer-encoding'));
      const [type] = headers(request, 'content-type');
      if (request.method === 'GET') {
        assert.equal(request.body, '');
        assert.equal(type, undefined);
      } else if (body === undefined) {
        assert.match(type ?? '', /^multipart\/form-data; boundary=\S+$/);
        assert.deepEqual(headers(request, 'content-length'), [String(request.body.length)]);
      } else {
        assert.equal(type, 'application/json');
        assert.deepEqual(JSON.parse(request.body), JSON.parse(body));
        assert.equal(request.body.length, body.length, 'something else was sent besides');
      }
    });
  }

  it('asks for an event stream where it reads one, and for JSON elsewhere', async () => {
    const client = connect({ baseUrl: `http://127.0.0.1:${server.port}` });
    await drain(client.streamChatCompletion(CHAT));
    await failure(client.createChatCompletion(CHAT));
    await failure(client.transcribeAudio({ file: wav, model: 'speech-1', response_format: 'srt' }));
    const accepted = seen.map((request) => headers(request, 'accept')[0]);
    assert.deepEqual(accepted, ['text/event-stream', 'application/json', '*/*']);
  });

  it('sends no Authorization without a key', async () => {
    const baseUrl = `http://127.0.0.1:${server.port}`;
    await failure(connect({ baseUrl, apiKey: undefined }).listModels());
    await failure(connect({ baseUrl, apiKey: '' }).listModels());
    assert.deepEqual(
      seen.map((request) => headers(request, 'authorization')),
      [[], []],
    );
  });

  it('keeps a model id out of the rest of the path, and refuses one that would climb', async () => {
    const client = connect({ baseUrl: `http://127.0.0.1:${server.port}/prefix` });
    await failure(client.retrieveModel('../../admin'));
    await failure(client.retrieveModel('\ud800é'));
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['/prefix/v1/models/..%2F..%2Fadmin', '/prefix/v1/models/%EF%BF%BD%C3%A9'],
    );
    for (const id of ['', '.', '..']) {
      assert.equal((await failure(client.retrieveModel(id), 'invalidRequest')).param, 'model');
    }
    assert.equal(seen.length, 2);
  });

  it('takes the base address with and without /v1, a slash, a prefix', async () => {
    for (const [suffix, path] of [
      ['', '/v1/models'],
      ['/', '/v1/models'],
      ['/v1', '/v1/models'],
      ['/v1/', '/v1/models'],
      ['/a/b', '/a/b/v1/models'],
      ['/a/b/v1/', '/a/b/v1/models'],
    ] as const) {
      await failure(connect({ baseUrl: `http://127.0.0.1:${server.port}${suffix}` }).listModels());
      assert.equal(seen.at(-1)?.url, path, suffix);
    }
  });
});

describe('client', () => {
  const fixture = useClients();

  it('refuses a base address and a key that cannot be used', () => {
    for (const [options, param] of [
      [{ baseUrl: 'ftp://example.com' }, 'baseUrl'],
      [{ apiKey: 'sk-1\r\nX-Evil: 1' }, 'apiKey'],
      [{ apiKey: 'sk-1 ' }, 'apiKey'],
      [{ apiKey: 'sk-ключ' }, 'apiKey'],
    ] as const) {
      assert.throws(() => fixture.connect(options), { kind: 'invalidRequest', param });
    }
  });

  it('runs calls side by side, each with its own answer', async () => {
    const client = fixture.connect();
    const contents = Array.from({ length: 60 }, (_, i) => `Question ${i}`);
    const ids = await Promise.all(
      contents.map(async (content) => {
        const { id } = await client.createChatCompletion({ ...CHAT, messages: [{ role: 'user', content }] });
        return id;
      }),
    );
    assert.equal(new Set(ids).size, contents.length);
    const sent = fixture.service.requests.map(({ json }) => (json as typeof CHAT).messages[0]?.content);
    assert.deepEqual(sent.toSorted(), contents.toSorted());
  });

  it('uses its connections again', async () => {
    const client = fixture.connect();
    for (let i = 0; i < 20; i++) {
      await client.listModels();
      await drain(client.streamChatCompletion({ ...CHAT, max_tokens: 3 }));
      await failure(client.retrieveModel('none'), 'notFound');
    }
    // Two, since a call right behind a stream's [DONE] overtakes the end of its body.
    assert.equal(fixture.service.requests.length, 60);
    assert.ok(new Set(fixture.service.requests.map(({ connection }) => connection)).size <= 2);
  });

  it('close() ends what is under way at once, and later calls, as cancelled', async () => {
    fixture.service.fault({ type: 'stallBeforeHeaders' });
    fixture.service.fault({ type: 'stallAfter', events: 2 });
    const client = fixture.connect();
    const waiting = failure(client.listModels(), 'cancelled');
    await fixture.service.nextRequest();
    const stream = client.streamChatCompletion(CHAT)[Symbol.asyncIterator]();
    await stream.next();
    await stream.next();
    const reading = failure(stream.next(), 'cancelled');
    await client.close();
    await Promise.all([waiting, reading]);
    await failure(client.listModels(), 'cancelled');
    await Promise.all(fixture.service.requests.map(({ whenClosed }) => whenClosed));
    assert.deepEqual(
      fixture.service.requests.map(({ closedByClient }) => closedByClient),
      [true, true],
    );
  });
});
