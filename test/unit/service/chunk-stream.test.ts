import assert from 'node:assert/strict';
import { ChunkStream } from '../../../src/service/chunk-stream.ts';
import type { ChatCompletionChunk } from '../../../src/service/response-schema.ts';
import type { ChunkReader } from '../../../src/service/stream.ts';
import { chunk, event, FedStream } from './stream-fixture.ts';

describe('ChunkStream', () => {
  /** A stream whose answer begins when the test says so. */
  function opening() {
    const gate = Promise.withResolvers<ChunkReader<ChatCompletionChunk>>();
    let opened = 0;
    const stream = new ChunkStream<ChatCompletionChunk>(() => {
      opened += 1;
      return gate.promise;
    });
    return { stream, gate, opened: () => opened };
  }

  it('sends nothing before it is read', () => {
    const { stream, opened } = opening();
    const iterator = stream[Symbol.asyncIterator]();
    assert.equal(opened(), 0);
    assert.equal(typeof iterator.next, 'function');
  });

  it('is read once', () => {
    const { stream } = opening();
    stream[Symbol.asyncIterator]();
    assert.throws(() => stream[Symbol.asyncIterator](), /read only once/);
  });

  it('sends one request, also when it is asked twice for its first chunk', async () => {
    const { stream, gate, opened } = opening();
    const iterator = stream[Symbol.asyncIterator]();
    const first = iterator.next();
    await assert.rejects(iterator.next(), /awaited already/);
    const answer = new FedStream()
      .head()
      .feed(event(chunk('a', 'stop')))
      .end();
    gate.resolve(answer.reader);
    assert.deepEqual(await first, { value: chunk('a', 'stop'), done: false });
    assert.deepEqual(await iterator.next(), { value: undefined, done: true });
    assert.equal(opened(), 1);
  });

  it('sends no second request after the first has failed', async () => {
    const { stream, gate, opened } = opening();
    const iterator = stream[Symbol.asyncIterator]();
    gate.reject(new Error('no connection'));
    await assert.rejects(iterator.next(), /no connection/);
    assert.deepEqual(await iterator.next(), { value: undefined, done: true });
    assert.equal(opened(), 1);
  });

  it('sends nothing when it is given up before it is read', async () => {
    const { stream, opened } = opening();
    const iterator = stream[Symbol.asyncIterator]();
    assert.deepEqual(await iterator.return?.(), { value: undefined, done: true });
    assert.deepEqual(await iterator.next(), { value: undefined, done: true });
    assert.equal(opened(), 0);
  });

  it('ends an answer that begins when nobody wants it any more', async () => {
    const { stream, gate } = opening();
    const iterator = stream[Symbol.asyncIterator]();
    const first = iterator.next();
    await iterator.return?.();
    const answer = new FedStream().head();
    gate.resolve(answer.reader);
    assert.deepEqual(await first, { value: undefined, done: true });
    assert.ok(answer.aborted);
  });
});
