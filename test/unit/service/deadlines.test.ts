import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_DEADLINES, type Deadlines, Watchdog } from '../../../src/service/deadlines.ts';
import type { ServiceError } from '../../../src/service/errors.ts';
import { CHAT, drain, failure, useClients } from './client-fixture.ts';
import { startHttp, startTcp } from './loopback-server.ts';

const OFF: Deadlines = { connect: 0, firstByte: 0, idle: 0, total: 0 };

function event(content: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
}

describe('deadlines', () => {
  const fixture = useClients();

  async function timeout(call: Promise<unknown>, code: string): Promise<ServiceError> {
    const error = await failure(call, 'timeout');
    assert.equal(error.code, code, error.message);
    return error;
  }

  it('connect: the connection, with TLS, must stand in time', async () => {
    const server = await startTcp(() => {});
    const host = `127.0.0.1:${server.port}`;
    try {
      const client = fixture.connect({
        baseUrl: `https://${host}`,
        deadlines: { ...OFF, connect: 50 },
        retries: 0,
      });
      const error = await timeout(client.listModels(), 'connect');
      assert.equal(error.host, host);
    } finally {
      await server.close();
    }
  });

  it('connect: 0 is no deadline', async () => {
    await fixture.connect({ deadlines: OFF }).listModels();
  });

  it('firstByte: an answer must begin', async () => {
    fixture.service.fault({ type: 'stallBeforeHeaders' });
    const error = await timeout(
      fixture.connect({ deadlines: { ...OFF, firstByte: 40 } }).createChatCompletion(CHAT),
      'firstByte',
    );
    assert.equal(error.message, `${error.host} did not begin to answer within 40 ms.`);
    const request = await fixture.service.nextRequest();
    await request.whenClosed;
    assert.ok(request.closedByClient);
    assert.equal(fixture.service.requests.length, 1, 'it was tried again');
  });

  it('firstByte: the head alone is no beginning', async () => {
    const client = fixture.connect({ deadlines: { ...OFF, firstByte: 40 } });
    fixture.service.fault({ type: 'stallAfter', events: 0 });
    await timeout(drainOrThrow(client.streamChatCompletion(CHAT)), 'firstByte');
    fixture.service.fault({ type: 'bytes', slices: [], contentType: 'application/json', finish: 'stall' });
    await timeout(client.listModels(), 'firstByte');
  });

  it('firstByte: pings are no first event, however many', async () => {
    const server = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const pings = setInterval(() => response.write(': ping\n\n'), 5);
      response.on('close', () => clearInterval(pings));
    });
    try {
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const client = fixture.connect({ baseUrl, deadlines: { ...OFF, firstByte: 100 } });
      await timeout(drainOrThrow(client.streamChatCompletion(CHAT)), 'firstByte');
    } finally {
      await server.close();
    }
  });

  it('firstByte may be longer than idle', async () => {
    const client = fixture.connect({ deadlines: { ...OFF, firstByte: 5000, idle: 100 } });
    fixture.service.fault({ type: 'latency', ms: 300 });
    assert.equal((await drain(client.streamChatCompletion({ ...CHAT, max_tokens: 3 }))).error, undefined);
    fixture.service.fault({ type: 'latency', ms: 300 });
    await client.createChatCompletion(CHAT);
  });

  it('idle: a stream must go on, and what came is kept', async () => {
    fixture.service.fault({ type: 'stallAfter', events: 4 });
    const client = fixture.connect({ deadlines: { ...OFF, idle: 40 } });
    const { chunks, error } = await drain(client.streamChatCompletion(CHAT));
    assert.equal(chunks.length, 4);
    assert.equal(error?.kind, 'timeout');
    assert.equal(error?.code, 'idle');
    assert.equal(error?.partial, chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''));
    assert.ok(error?.partial);
  });

  it('idle: an answer that has begun must go on', async () => {
    const slices = ['{"object":"list",'];
    fixture.service.fault({ type: 'bytes', slices, contentType: 'application/json', finish: 'stall' });
    await timeout(fixture.connect({ deadlines: { ...OFF, idle: 40 } }).listModels(), 'idle');
  });

  it('idle: an upload must go on', async () => {
    const server = await startTcp((socket) => socket.pause());
    try {
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const client = fixture.connect({ baseUrl, deadlines: { ...OFF, idle: 60 } });
      const file = { data: Buffer.alloc(32 * 1024 * 1024), name: 'a.wav' };
      await timeout(client.transcribeAudio({ file, model: 'speech-1' }), 'idle');
    } finally {
      await server.close();
    }
  });

  it('idle: a slow stream that lives does not end, nor does one that only pings for a while', async () => {
    const server = await startHttp(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event('a'));
      for (let i = 0; i < 40; i++) {
        await pause(20);
        response.write(': ping\n\n');
      }
      response.end(`${event('b')}data: [DONE]\n\n`);
    });
    try {
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const client = fixture.connect({ baseUrl, deadlines: { ...OFF, firstByte: 500, idle: 500 } });
      const { chunks, error } = await drain(client.streamChatCompletion(CHAT));
      assert.equal(error, undefined);
      assert.equal(chunks.length, 2);
    } finally {
      await server.close();
    }
  });

  it('total: ends a stream that never ends', async () => {
    fixture.service.fault({ type: 'pace', ms: 20 });
    const client = fixture.connect({ deadlines: { ...DEFAULT_DEADLINES, total: 100 } });
    const { error } = await drain(client.streamChatCompletion(CHAT));
    assert.equal(error?.code, 'total');
  });
});

describe('Watchdog', () => {
  /** Whether a timer keeps the process alive that did not before. */
  async function arms(use: (watchdog: Watchdog) => void, deadlines: Deadlines): Promise<boolean> {
    // The test's own time limit begins with its first pause.
    await Promise.resolve();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const watchdog = new Watchdog(deadlines, 'example.com');
    use(watchdog);
    const armed = timers() > before;
    watchdog.stop();
    assert.equal(timers(), before, 'a timer is left');
    return armed;
  }

  it('needs no timer where every deadline is off, and leaves none', async () => {
    const live = (watchdog: Watchdog): void => {
      watchdog.begin(() => {});
      watchdog.enter('idle');
      watchdog.touch();
      watchdog.enter('firstByte');
    };
    assert.equal(await arms(live, OFF), false);
    assert.equal(await arms(live, DEFAULT_DEADLINES), true);
    assert.equal(await arms((watchdog) => watchdog.begin(() => {}), { ...OFF, total: 1000 }), true);
  });

  it('can fire again in the next attempt', async () => {
    const codes: (string | undefined)[] = [];
    const watchdog = new Watchdog({ ...OFF, firstByte: 5, idle: 5 }, 'example.com');
    for (const phase of ['firstByte', 'idle', 'firstByte'] as const) {
      const error = await new Promise<ServiceError>((resolve) => {
        watchdog.begin(resolve);
        watchdog.enter(phase);
      });
      codes.push(error.code);
    }
    assert.deepEqual(codes, ['firstByte', 'idle', 'firstByte']);
  });

  it('does not count the time of a reader who has paused', async () => {
    let expired = 0;
    const watchdog = new Watchdog({ ...OFF, idle: 10 }, 'example.com');
    watchdog.begin(() => expired++);
    watchdog.enter('idle');
    watchdog.enter('waiting');
    await pause(40);
    assert.equal(expired, 0);
    await new Promise<void>((resolve) => {
      watchdog.begin(() => resolve());
      watchdog.enter('idle');
    });
  });

  it('reads what came while the process was busy elsewhere, before it calls that silence', async () => {
    const [near, far] = await connectedSockets();
    let expired = 0;
    const watchdog = new Watchdog({ ...OFF, idle: 20 }, 'example.com');
    watchdog.begin(() => expired++);
    watchdog.enter('idle');
    near.on('data', () => watchdog.touch());
    await new Promise((resolve) => far.write('x', resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
    await once(near, 'data');
    assert.equal(expired, 0);
    watchdog.stop();
    near.destroy();
    far.destroy();
  });

  it('takes deadlines that are longer than a timer can be', async () => {
    let expired = 0;
    const watchdog = new Watchdog({ ...OFF, idle: 2 ** 40, total: 2 ** 41 }, 'example.com');
    watchdog.begin(() => expired++);
    watchdog.enter('idle');
    await pause(20);
    watchdog.stop();
    assert.equal(expired, 0);
  });
});

async function drainOrThrow(stream: AsyncIterable<unknown>): Promise<void> {
  const { error } = await drain(stream);
  if (error) {
    throw error;
  }
}

/** Both ends of a connection. */
async function connectedSockets(): Promise<[Socket, Socket]> {
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer(accepted.resolve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const far = await accepted.promise;
  server.close();
  return [near, far];
}
