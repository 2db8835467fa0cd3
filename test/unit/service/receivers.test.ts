import assert from 'node:assert/strict';
import type { Dispatcher } from 'undici';
import { DEFAULT_DEADLINES, Watchdog } from '../../../src/service/deadlines.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { Exchange } from '../../../src/service/exchange.ts';
import { type Answer, Collector } from '../../../src/service/receivers.ts';

describe('Collector', () => {
  function collect() {
    const watchdog = new Watchdog(DEFAULT_DEADLINES, 'example.com');
    const settled = Promise.withResolvers<Answer>();
    const context = { watchdog, host: 'example.com', clean: (error: ServiceError) => error };
    const exchange = new Exchange(new Collector(context, settled.resolve, settled.reject), watchdog);
    const aborts: Error[] = [];
    const controller = {
      abort: (error: Error) => aborts.push(error),
      pause: () => {},
      resume: () => {},
    } as unknown as Dispatcher.DispatchController;
    exchange.onRequestStart(controller);
    exchange.onResponseStart(controller, 200, { 'x-request-id': 'req_1' });
    const feed = (bytes: Buffer) => exchange.onResponseData(controller, bytes);
    return { exchange, feed, answer: settled.promise, aborts, watchdog };
  }

  it('puts characters together that the network took apart', async () => {
    const { exchange, feed, answer } = collect();
    for (const byte of Buffer.from('é漢🐙')) {
      feed(Buffer.of(byte));
    }
    exchange.onResponseEnd();
    assert.deepEqual(await answer, {
      status: 200,
      headers: { 'x-request-id': 'req_1' },
      body: 'é漢🐙',
      requestId: 'req_1',
    });
  });

  it('takes an answer without a body', async () => {
    const { exchange, answer } = collect();
    exchange.onResponseEnd();
    assert.equal((await answer).body, '');
  });

  it('gives up an answer that does not end', async () => {
    const { feed, answer, aborts, watchdog } = collect();
    // The same bytes again and again, to spare the memory.
    const bytes = Buffer.alloc(64 * 1024 * 1024);
    for (let i = 0; i < 4; i++) {
      feed(bytes);
    }
    assert.equal(aborts.length, 0);
    feed(Buffer.of(0));
    assert.equal(aborts.length, 1);
    feed(bytes);
    await assert.rejects(answer, (error) => {
      assert.ok(ServiceError.is(error, 'invalidResponse'));
      assert.match(error.message, /^example\.com sent more than 256 MiB\.$/);
      return true;
    });
    watchdog.stop();
  });
});
