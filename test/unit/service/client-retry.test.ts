import assert from 'node:assert/strict';
import type { ServiceError } from '../../../src/service/errors.ts';
import type { TransportEvent } from '../../../src/service/transport.ts';
import type { Fault } from '../../service/faults.ts';
import { CHAT, drain, failure, useClients } from './client-fixture.ts';
import { startTcp } from './loopback-server.ts';

/** A refusal that asks for a try right away. */
function soon(status: number, headers: Record<string, string> = {}): Fault {
  return { type: 'status', status, headers: { 'retry-after-ms': '1', ...headers } };
}

describe('client: trying again', () => {
  const fixture = useClients();

  for (const status of [408, 409, 429, 500, 502, 503, 504, 529]) {
    it(`${status} twice, then the answer`, async () => {
      fixture.service.fault(soon(status), { times: 2 });
      const events: TransportEvent[] = [];
      const client = fixture.connect({ onEvent: (event) => events.push(event) });
      assert.ok((await client.createChatCompletion(CHAT)).choices[0]?.message.content);
      const { requests } = fixture.service;
      assert.equal(requests.length, 3);
      assert.ok(requests.every(({ rawBody }) => rawBody.equals(requests[0]?.rawBody ?? Buffer.of())));
      assert.deepEqual(
        events.map((event) => [event.type, event.status, event.requestId, event.delay]),
        [
          ['retrying', status, requests[0]?.requestId, 0.001],
          ['retrying', status, requests[1]?.requestId, 0.001],
          ['answered', 200, requests[2]?.requestId, undefined],
        ],
      );
    });
  }

  it('tells the caller of each wait, in a stream too', async () => {
    for (const streams of [false, true]) {
      fixture.service.reset();
      fixture.service.fault(soon(503), { times: 2 });
      const waits: [delay: number, kind: string][] = [];
      const onRetry = (delay: number, { kind }: ServiceError) => void waits.push([delay, kind]);
      const client = fixture.connect();
      await (streams
        ? drain(client.streamChatCompletion(CHAT, { onRetry }))
        : client.createChatCompletion(CHAT, { onRetry }));
      assert.deepEqual(waits, [
        [0.001, 'server'],
        [0.001, 'server'],
      ]);
    }
  });

  it('tries twice more and then fails with the last refusal', async () => {
    fixture.service.fault(soon(503), { times: Number.POSITIVE_INFINITY });
    const error = await failure(fixture.connect().listModels(), 'server');
    assert.equal(fixture.service.requests.length, 3);
    assert.equal(error.requestId, fixture.service.requests[2]?.requestId);
  });

  it('does not try again where a call says so, whatever the client does', async () => {
    fixture.service.fault(soon(429));
    await failure(fixture.connect().createChatCompletion(CHAT, { retries: 0 }), 'rateLimit');
    assert.equal(fixture.service.requests.length, 1);
    fixture.service.fault(soon(429));
    await fixture.connect({ retries: 0 }).createChatCompletion(CHAT, { retries: 1 });
    assert.equal(fixture.service.requests.length, 3);
  });

  it('tries as often as it is told to', async () => {
    for (const retries of [0, 1, 4]) {
      fixture.service.reset();
      fixture.service.fault(soon(503), { times: Number.POSITIVE_INFINITY });
      await failure(fixture.connect({ retries }).listModels(), 'server');
      assert.equal(fixture.service.requests.length, retries + 1);
    }
  });

  it('tries a stream again before it has begun', async () => {
    fixture.service.fault(soon(500));
    fixture.service.fault({ type: 'cut', at: 'accept' });
    const { chunks, error } = await drain(fixture.connect().streamChatCompletion({ ...CHAT, max_tokens: 2 }));
    assert.equal(error, undefined);
    assert.equal(chunks.length, 4);
    assert.equal(fixture.service.requests.length, 3);
  });

  for (const [what, fault, kind] of [
    ['400', soon(400), 'badRequest'],
    ['401', soon(401), 'authentication'],
    ['404', soon(404), 'notFound'],
    ['422', soon(422), 'badRequest'],
    ['501', soon(501), 'notFound'],
    ['the quota', { ...soon(429), error: { code: 'insufficient_quota' } } as Fault, 'quota'],
    ['x-should-retry: false', soon(500, { 'x-should-retry': 'false' }), 'server'],
    ['an answer cut in its head', { type: 'cut', at: 'headers' }, 'connection'],
    ['an answer cut before its first byte of body', { type: 'cut', at: { afterBytes: 0 } }, 'connection'],
    ['an answer cut in its body', { type: 'cut', at: 'body' }, 'connection'],
    ['a web page', { type: 'html' }, 'invalidResponse'],
  ] as const) {
    it(`does not try again after ${what}`, async () => {
      fixture.service.fault(fault);
      await failure(fixture.connect().createChatCompletion(CHAT), kind);
      assert.equal(fixture.service.requests.length, 1);
    });
  }

  it('tries again after anything with x-should-retry: true', async () => {
    fixture.service.fault(soon(400, { 'x-should-retry': 'true' }));
    await fixture.connect().listModels();
    assert.equal(fixture.service.requests.length, 2);
  });

  it('tries again after a connection that is cut before the first byte', async () => {
    fixture.service.fault({ type: 'cut', at: 'accept' });
    const delays: (number | undefined)[] = [];
    await fixture.connect({ onEvent: ({ delay }) => delays.push(delay) }).listModels();
    assert.equal(fixture.service.requests.length, 2);
    assert.ok(delays[0] !== undefined && delays[0] > 0.37 && delays[0] <= 0.5);
  });

  it('fails at once when it should wait for more than a minute, and says how long', async () => {
    fixture.service.fault({ type: 'status', status: 429, headers: { 'retry-after': '61' } });
    const error = await failure(fixture.connect().listModels(), 'rateLimit');
    assert.equal(error.retryAfter, 61);
    assert.equal(fixture.service.requests.length, 1);
  });

  it('fails at once when the wait would outlast the whole call', async () => {
    fixture.service.fault({ type: 'status', status: 503, headers: { 'retry-after': '50' } });
    const error = await failure(fixture.connect({ deadlines: { total: 40_000 } }).listModels(), 'server');
    assert.equal(error.retryAfter, 50);
  });

  it('ends the wait when it is cancelled, and leaves nothing that would fire later', async () => {
    fixture.service.fault({ type: 'status', status: 503, headers: { 'retry-after': '50' } });
    const controller = new AbortController();
    const events: string[] = [];
    // The test's own time limit begins with its first pause.
    await Promise.resolve();
    const timers = timerCount();
    const client = fixture.connect({
      onEvent: ({ type, error }) => {
        events.push(`${type} ${error?.kind}`);
        if (type === 'retrying') {
          controller.abort();
        }
      },
    });
    await failure(client.listModels({ signal: controller.signal }), 'cancelled');
    assert.deepEqual(events, ['retrying server', 'failed cancelled']);
    await client.close();
    assert.equal(timerCount(), timers);
  });

  it('does not try again where the answer is not HTTP', async () => {
    let connections = 0;
    const server = await startTcp((socket) => {
      connections += 1;
      socket.end('220 mail.example.com ESMTP\r\n');
    });
    try {
      const client = fixture.connect({ baseUrl: `http://127.0.0.1:${server.port}` });
      await failure(client.createChatCompletion(CHAT), 'connection');
      assert.equal(connections, 1);
    } finally {
      await server.close();
    }
  });
});

/** Timers that keep the process alive. */
function timerCount(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}
