import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ChatCompletionChunk } from '../../../src/service/response-schema.ts';
import { until } from '../../until.ts';
import { CHAT, drain, failure, useClients } from './client-fixture.ts';
import { startHttp } from './loopback-server.ts';
import { chunk, event } from './stream-fixture.ts';

function textOf(chunks: readonly ChatCompletionChunk[], index = 0): string {
  return chunks
    .flatMap(({ choices }) => choices)
    .map((choice) => (choice.index === index ? (choice.delta.content ?? '') : ''))
    .join('');
}

describe('client: streams', () => {
  const fixture = useClients();

  it('gives what the call without a stream gives', async () => {
    const client = fixture.connect();
    const whole = await client.createChatCompletion({ ...CHAT, n: 3 });
    const { chunks, error } = await drain(client.streamChatCompletion({ ...CHAT, n: 3 }));
    assert.equal(error, undefined);
    for (const { index, message } of whole.choices) {
      assert.equal(textOf(chunks, index), message.content);
    }
    const request = { model: 'complete-1', prompt: 'Once', max_tokens: 12, n: 2 };
    const completion = await client.createCompletion(request);
    const parts = (await drain(client.streamCompletion(request))).chunks.flatMap(({ choices }) => choices);
    for (const { index, text } of completion.choices) {
      assert.equal(parts.map((part) => (part.index === index ? part.text : '')).join(''), text);
    }
  });

  it('reads every framing that the sample service can write', async () => {
    const client = fixture.connect();
    const plain = await drain(client.streamChatCompletion(CHAT));
    const all = {
      bom: true,
      comments: true,
      emptyEvents: true,
      manyDataLines: true,
      doneSpace: true,
    } as const;
    for (const eol of ['lf', 'crlf', 'cr'] as const) {
      fixture.service.fault({
        type: 'framing',
        ...all,
        noFinalBlankLine: true,
        usageChunk: true,
        eol,
        slice: 7,
      });
      const { chunks, error } = await drain(client.streamChatCompletion(CHAT));
      assert.equal(error, undefined);
      assert.equal(textOf(chunks), textOf(plain.chunks));
      assert.deepEqual(chunks.at(-1)?.choices, []);
      assert.ok(chunks.at(-1)?.usage?.total_tokens);
    }
    fixture.service.fault({ type: 'longLine', bytes: 2 * 1024 * 1024 });
    assert.ok(textOf((await drain(client.streamChatCompletion(CHAT))).chunks).length > 2 * 1024 * 1024);
  });

  it('keeps the text so far when the stream is cut, ends early or fails', async () => {
    for (const [fault, kind] of [
      [{ type: 'cut', at: { afterEvents: 4 } }, 'truncated'],
      [{ type: 'noDone' }, 'truncated'],
      [{ type: 'errorEvent', afterEvents: 4, error: { message: 'Overloaded.' } }, 'server'],
    ] as const) {
      fixture.service.fault(fault);
      const { chunks, error } = await drain(fixture.connect().streamChatCompletion(CHAT));
      assert.equal(error?.kind, kind);
      assert.ok(error?.partial);
      assert.equal(error?.partial, textOf(chunks));
      assert.equal(error?.requestId, fixture.service.requests.at(-1)?.requestId);
    }
    fixture.service.fault({ type: 'noDone', finishReason: true });
    assert.equal((await drain(fixture.connect().streamChatCompletion(CHAT))).error, undefined);
    assert.equal(fixture.service.requests.length, 4, 'one was tried again');
  });

  it('says what came instead of a stream', async () => {
    for (const [fault, kind, words] of [
      [{ type: 'html' }, 'invalidResponse', /text\/html instead of a stream and a web page, “Sign in”\.$/],
      [
        { type: 'jsonInsteadOfStream', body: { choices: [] } },
        'invalidResponse',
        /application\/json instead/,
      ],
      [{ type: 'jsonInsteadOfStream' }, 'server', /failed to answer/],
      [{ type: 'contentType', value: 'text/plain' }, 'invalidResponse', /text\/plain instead of a stream/],
      [{ type: 'missing', field: 'choices' }, 'invalidResponse', /^The answer has no “choices”\.$/],
    ] as const) {
      fixture.service.fault(fault);
      const { error } = await drain(fixture.connect().streamChatCompletion(CHAT));
      assert.equal(error?.kind, kind);
      assert.match(error?.message ?? '', words);
    }
    fixture.service.fault({ type: 'contentType', value: null });
    assert.equal((await drain(fixture.connect().streamChatCompletion(CHAT))).error, undefined);
  });

  it('break ends the request', async () => {
    const gate = fixture.service.gate();
    gate.release(3);
    const { signal } = new AbortController();
    let read = 0;
    for await (const _ of fixture.connect().streamChatCompletion(CHAT, { signal })) {
      read += 1;
      if (read === 2) {
        break;
      }
    }
    const request = await fixture.service.nextRequest();
    await request.whenClosed;
    assert.ok(request.closedByClient);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('the signal ends it while it waits and while it reads, and drops what was not read', async () => {
    const client = fixture.connect();
    fixture.service.fault({ type: 'stallBeforeHeaders' });
    const before = new AbortController();
    const waiting = drain(client.streamChatCompletion(CHAT, { signal: before.signal }));
    await fixture.service.nextRequest();
    before.abort(new Error('changed my mind'));
    const { error } = await waiting;
    assert.equal(error?.kind, 'cancelled');
    assert.deepEqual(error?.cause, new Error('changed my mind'));

    const gate = fixture.service.gate();
    gate.release(6);
    const during = new AbortController();
    const iterator = client.streamChatCompletion(CHAT, { signal: during.signal })[Symbol.asyncIterator]();
    await iterator.next();
    await gate.waiting();
    await setImmediate();
    during.abort();
    const cancelled = await failure(iterator.next(), 'cancelled');
    assert.equal(typeof cancelled.partial, 'string');
    for (const request of fixture.service.requests) {
      await request.whenClosed;
      assert.ok(request.closedByClient);
    }
    const aborted = await drain(client.streamChatCompletion(CHAT, { signal: AbortSignal.abort() }));
    assert.equal(aborted.error?.kind, 'cancelled');
    assert.equal(fixture.service.requests.length, 2);
  });

  it('leaves no listener on a signal that lives long, however it ends', async () => {
    const { signal } = new AbortController();
    const client = fixture.connect();
    const read = () => drain(client.streamChatCompletion({ ...CHAT, max_tokens: 3 }, { signal }));
    client.streamChatCompletion(CHAT, { signal });
    await read();
    fixture.service.fault({ type: 'cut', at: { afterEvents: 1 } });
    await read();
    fixture.service.fault({ type: 'errorEvent', afterEvents: 1 });
    await read();
    fixture.service.fault({ type: 'status', status: 400 });
    await read();
    fixture.service.fault({ type: 'html' });
    await read();
    fixture.service.fault({ type: 'status', status: 503, headers: { 'retry-after-ms': '1' } });
    await client.listModels({ signal });
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('uses its connection again after [DONE]', async () => {
    const client = fixture.connect();
    for (let i = 0; i < 10; i++) {
      await drain(client.streamChatCompletion({ ...CHAT, max_tokens: 2 }));
      await (await fixture.service.nextRequest()).whenClosed;
      // The end of the body may be on its way yet.
      await setImmediate();
    }
    assert.ok(new Set(fixture.service.requests.map(({ connection }) => connection)).size <= 2);
  });

  it('holds back a service that is faster than its reader, in bounded memory', async () => {
    const total = 200_000;
    const piece = Buffer.from(event(chunk('x'.repeat(60))).repeat(1000));
    let written = 0;
    function* body(): Generator<Buffer | string> {
      for (; written < total; written += 1000) {
        yield piece;
      }
      yield 'data: [DONE]\n\n';
    }
    const server = await startHttp((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      Readable.from(body()).pipe(response);
    });
    try {
      const client = fixture.connect({ baseUrl: `http://127.0.0.1:${server.port}` });
      let read = 0;
      for await (const _ of client.streamChatCompletion(CHAT)) {
        read += 1;
        if (read === 1) {
          let before = -1;
          let still = 0;
          await until('the service is held back', () => {
            still = before === written ? still + 1 : 0;
            before = written;
            return still === 4;
          });
          assert.ok(written < total / 2, `${written} chunks were taken in while nobody read`);
        }
      }
      assert.equal(read, total);
    } finally {
      await server.close();
    }
  }).timeout(10_000);

  it('keeps no process alive', async () => {
    const program = `
      import { Client } from ${JSON.stringify(new URL('../../../src/service/client.ts', import.meta.url).href)};
      const client = new Client({ baseUrl: ${JSON.stringify(fixture.service.baseUrl)}, apiKey: 'sk-sample' });
      for await (const chunk of client.streamChatCompletion(${JSON.stringify(CHAT)})) { break; }
      for await (const chunk of client.streamChatCompletion(${JSON.stringify(CHAT)})) {}
      await client.listModels();
      await client.close();
      console.log('done');`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      timeout: 8000,
    });
    assert.equal((await run).stdout, 'done\n');
  }).timeout(10_000);
});
