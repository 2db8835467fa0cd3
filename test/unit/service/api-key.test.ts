import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { checkApiKey, withoutKey } from '../../../src/service/api-key.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import type { TransportEvent } from '../../../src/service/transport.ts';
import type { Fault } from '../../service/faults.ts';
import { CHAT, drain, failure, useClients } from './client-fixture.ts';
import { startTcp } from './loopback-server.ts';

const KEY = 'sk-Secret.1+2/3$4=';

/** Everything of a value that a log or a debugger may show. */
function shown(value: unknown): string {
  return inspect(value, {
    depth: Number.POSITIVE_INFINITY,
    showHidden: true,
    maxStringLength: Number.POSITIVE_INFINITY,
    maxArrayLength: Number.POSITIVE_INFINITY,
  });
}

describe('the key is in nothing that leaves the client', () => {
  const fixture = useClients({ apiKey: KEY });

  const quoted = JSON.stringify({ error: { message: `No key ${KEY}.`, code: KEY, param: KEY, type: KEY } });
  const faults: readonly [what: string, Fault | Fault[]][] = [
    [
      'a refusal that quotes it',
      { type: 'status', status: 401, body: quoted, contentType: 'application/json' },
    ],
    ['a refusal that is it', { type: 'status', status: 400, body: KEY }],
    ['a refusal in an unknown shape', { type: 'status', status: 400, body: JSON.stringify({ got: KEY }) }],
    ['a web page', { type: 'status', status: 403, body: `<html><title>${KEY}</title>` }],
    ['an answer that is not JSON', { type: 'status', status: 200, body: `Hello ${KEY}` }],
    [
      'an answer in an unknown shape',
      { type: 'status', status: 200, body: JSON.stringify({ choices: KEY }) },
    ],
    ['a redirect', { type: 'redirect', location: `http://127.0.0.1:9/${KEY}?key=${KEY}` }],
    [
      'a request id',
      [
        { type: 'requestId', value: KEY },
        { type: 'status', status: 418 },
      ],
    ],
    ['a stream with an error', { type: 'bytes', slices: [`data: ${quoted}\n\n`] }],
    ['a stream with garbage', { type: 'bytes', slices: [`data: ${KEY}\n\n`] }],
    ['a stream that ends in garbage', { type: 'bytes', slices: [`data: ${KEY}`] }],
    ['a stream in an unknown shape', { type: 'bytes', slices: [`data: {"choices":"${KEY}"}\n\n`] }],
    ['no stream but an error', { type: 'bytes', slices: [quoted], contentType: 'application/json' }],
    ['no stream', { type: 'bytes', slices: [`Hello ${KEY}`], contentType: 'text/plain' }],
  ];
  for (const [what, fault] of faults) {
    it(what, async () => {
      const events: TransportEvent[] = [];
      const client = fixture.connect({ onEvent: (event) => events.push(event) });
      fixture.service.fault(fault);
      const call = failure(client.createChatCompletion(CHAT));
      fixture.service.fault(fault);
      const { error } = await drain(client.streamChatCompletion(CHAT));
      assert.ok(error);
      for (const failed of [await call, error]) {
        assert.ok(!shown(failed).includes(KEY), shown(failed));
        assert.ok(!`${failed.stack}${failed.message}${JSON.stringify(failed)}`.includes(KEY));
      }
      assert.ok(!shown(events).includes(KEY));
      assert.ok(!shown(client).includes(KEY));
    });
  }

  it('a service that sends back what it gets', async () => {
    const server = await startTcp((socket) => socket.pipe(socket));
    try {
      const client = fixture.connect({ baseUrl: `http://127.0.0.1:${server.port}` });
      const error = await failure(client.listModels(), 'connection');
      assert.ok(!shown(error).includes(KEY), shown(error));
    } finally {
      await server.close();
    }
  });

  it('a retry that is logged', async () => {
    const events: TransportEvent[] = [];
    fixture.service.fault({
      type: 'status',
      status: 503,
      body: quoted,
      headers: { 'retry-after-ms': '1' },
    });
    await fixture.connect({ onEvent: (event) => events.push(event) }).listModels();
    assert.equal(events[0]?.type, 'retrying');
    assert.ok(!shown(events).includes(KEY));
  });
});

describe('withoutKey', () => {
  const error = (message: string, cause?: unknown) =>
    new ServiceError('server', message, { code: 'x', cause });

  it('leaves everything else as it is', () => {
    const original = new ServiceError('server', 'No.', {
      status: 500,
      code: 'c',
      param: 'p',
      requestId: 'r',
      host: 'h',
      retryAfter: 5,
      partial: `said ${KEY}`,
      cause: new Error('why'),
    });
    const cleaned = withoutKey(original, KEY);
    assert.deepEqual({ ...cleaned }, { ...original });
    assert.equal(cleaned.stack, original.stack);
    assert.equal(cleaned.cause, original.cause);
    assert.equal(withoutKey(original, undefined), original);
  });

  it('drops a cause that holds it, however deep, and in whatever it is quoted', () => {
    const key = 'sk-\'"`\\key';
    for (const cause of [
      new Error(key),
      Object.assign(new Error('x'), { data: `Bearer ${key}` }),
      new Error('x', { cause: { list: [{ key }] } }),
    ]) {
      assert.equal(withoutKey(error('x', cause), key).cause, undefined);
    }
    assert.equal(withoutKey(error(`a ${key} b`), key).message, 'a [key] b');
  });

  it('takes a placeholder for one only where it stands alone', () => {
    assert.equal(
      withoutKey(error('localhost: local, "local" none-local'), 'local').message,
      'localhost: [key], "[key]" none-local',
    );
  });
});

describe('checkApiKey', () => {
  it('says what is wrong and where', () => {
    for (const [key, words] of [
      [' sk-1', /^The key has a space at position 1\./],
      ['sk-1\n', /^The key has a line break at position 5\./],
      ['sk\u00a01', /^The key has a space at position 3\./],
      ['skü', /^The key has a character that a key cannot have at position 3\./],
      ['sk\u0000', /character that a key cannot have/],
    ] as const) {
      assert.throws(() => checkApiKey(key), { kind: 'invalidRequest', param: 'apiKey', message: words });
    }
    assert.doesNotThrow(() => checkApiKey(KEY));
    assert.doesNotThrow(() => checkApiKey(undefined));
  });
});

describe('withoutKey', () => {
  it('takes away the beginning of a key that a shortened text ends in', () => {
    for (let length = 8; length < KEY.length; length++) {
      for (const message of [`Wrong: ${KEY.slice(0, length)}`, `Wrong: ${KEY.slice(0, length)}… and on`]) {
        const { message: cleaned } = withoutKey(new ServiceError('badRequest', message), KEY);
        assert.ok(!cleaned.includes(KEY.slice(0, 8)), cleaned);
        assert.ok(cleaned.startsWith('Wrong: [key]'), cleaned);
      }
    }
  });
});
