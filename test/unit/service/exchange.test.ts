import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { Agent, type Dispatcher } from 'undici';
import { DEFAULT_DEADLINES, Watchdog } from '../../../src/service/deadlines.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { Exchange, type Receiver } from '../../../src/service/exchange.ts';
import { failure, useClients } from './client-fixture.ts';

/** Notes what it is told. */
class Notes implements Receiver {
  readonly told: string[] = [];
  head(status: number): void {
    this.told.push(`head ${status}`);
  }
  data(chunk: Buffer): void {
    this.told.push(`data ${chunk}`);
  }
  end(): void {
    this.told.push('end');
  }
  fail(error: Error): void {
    this.told.push(`fail ${error.message}`);
  }
}

describe('Exchange', () => {
  let notes: Notes;
  let watchdog: Watchdog;
  let exchange: Exchange;
  let aborts: unknown[];
  const controller = {
    abort: (reason: unknown) => aborts.push(reason),
    pause: () => {},
    resume: () => {},
  } as unknown as Dispatcher.DispatchController;
  /** Takes requests and does nothing with them yet, as one whose connections are all busy. */
  const busy = { dispatch: () => true } as unknown as Dispatcher;
  const options = { origin: 'http://example.com', path: '/', method: 'GET' } as const;

  beforeEach(() => {
    notes = new Notes();
    watchdog = new Watchdog(DEFAULT_DEADLINES, 'example.com');
    exchange = new Exchange(notes, watchdog);
    aborts = [];
  });
  afterEach(() => watchdog.stop());

  it('passes by what comes before the answer', () => {
    exchange.onRequestStart(controller);
    exchange.onResponseStart(controller, 103, {});
    exchange.onResponseStart(controller, 200, {});
    exchange.onResponseData(controller, Buffer.from('x'));
    exchange.onResponseEnd();
    assert.deepEqual(notes.told, ['head 200', 'data x', 'end']);
  });

  it('tells nothing after its end, whatever still comes', () => {
    const signal = new AbortController();
    exchange.start(busy, options, signal.signal);
    exchange.onRequestStart(controller);
    signal.abort();
    exchange.onResponseStart(controller, 200, {});
    exchange.onResponseData(controller, Buffer.from('x'));
    exchange.onResponseError(controller, new Error('aborted'));
    exchange.onResponseEnd();
    exchange.abort(new Error('again'));
    assert.deepEqual(notes.told, ['fail Cancelled.']);
    assert.equal(aborts.length, 1);
    assert.equal(getEventListeners(signal.signal, 'abort').length, 0);
  });

  it('is not sent when it was given up while it waited for a connection', () => {
    const signal = new AbortController();
    exchange.start(busy, options, signal.signal);
    signal.abort();
    assert.deepEqual(notes.told, ['fail Cancelled.']);
    exchange.onRequestStart(controller);
    assert.equal(aborts.length, 1);
  });

  it('ends by the deadline of the whole call also while it waits for a connection', async () => {
    watchdog = new Watchdog({ connect: 0, firstByte: 0, idle: 0, total: 20 }, 'example.com');
    const failed = Promise.withResolvers<Error>();
    notes.fail = failed.resolve;
    new Exchange(notes, watchdog).start(busy, options, undefined);
    const error = await failed.promise;
    assert.ok(ServiceError.is(error, 'timeout'));
    assert.equal(error.code, 'total');
  });

  it('fails where nothing can be sent', async () => {
    const agent = new Agent();
    await agent.destroy();
    exchange.start(agent, options, undefined);
    assert.deepEqual(notes.told, ['fail The client is destroyed']);
  });

  it('reads on for a while once it is released, then closes', async () => {
    exchange.onRequestStart(controller);
    exchange.onResponseStart(controller, 200, {});
    exchange.release(5);
    exchange.onResponseData(controller, Buffer.from('x'));
    assert.deepEqual(notes.told, ['head 200']);
    assert.equal(aborts.length, 0);
    const { promise, resolve } = Promise.withResolvers<void>();
    controller.abort = (reason) => {
      aborts.push(reason);
      resolve();
    };
    // Keeps the process alive, which the grace does not.
    const alive = setTimeout(() => {}, 5000);
    await promise;
    clearTimeout(alive);
    assert.deepEqual(notes.told, ['head 200']);
  });
});

describe('client: a thousand calls', () => {
  const fixture = useClients();

  it('leave nothing behind', async () => {
    const client = fixture.connect();
    const { signal } = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const connections = new Set<number>();
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    await client.listModels({ signal });
    const before = timers();
    for (let i = 0; i < 1000; i++) {
      if (i % 100 === 0) {
        await failure(client.retrieveModel('none', { signal }), 'notFound');
        for (const { connection } of fixture.service.requests) {
          connections.add(connection);
        }
        fixture.service.reset();
      } else {
        await client.retrieveModel('chat-1', { signal });
      }
    }
    process.off('warning', warn);
    assert.equal(timers(), before);
    assert.deepEqual(warnings, []);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    // Two, since a call right behind another overtakes the return of its connection.
    assert.ok(Math.max(...connections) <= 2);
  });
});
