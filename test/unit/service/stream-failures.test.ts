import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceErrorKind } from '../../../src/service/errors.ts';
import { chunk, event, FedStream } from './stream-fixture.ts';

const hello = `${event(chunk('Hel'))}${event(chunk('lo'))}`;

describe('stream: what goes wrong in it', () => {
  const failures: readonly [what: string, string, ServiceErrorKind, RegExp, code?: string][] = [
    [
      'an error event',
      event({ error: { message: 'Overloaded.', code: 'busy' } }),
      'server',
      /^Overloaded\.$/,
      'busy',
    ],
    [
      'an error event with a status',
      event({ error: { message: 'No.', code: 403 } }),
      'permission',
      /No/,
      '403',
    ],
    [
      'a context that is too long',
      event({ error: { message: 'Too long.', code: 'context_length_exceeded' } }),
      'contextLength',
      /Too long/,
      'context_length_exceeded',
    ],
    [
      'a spent quota',
      event({ error: { message: 'Pay.', type: 'insufficient_quota' } }),
      'quota',
      /Pay/,
      'insufficient_quota',
    ],
    [
      'a rate limit',
      event({ error: { message: 'Slow.', code: 'rate_limit_exceeded' } }),
      'rateLimit',
      /Slow/,
      'rate_limit_exceeded',
    ],
    ['an error in one word', event({ error: 'Oops' }), 'server', /^Oops$/],
    ['an error of that name', 'event: error\ndata: {"message":"Gone."}\n\n', 'server', /^Gone\.$/],
    ['an error of that name that is no JSON', 'event: error\ndata: Gone.\n\n', 'server', /^Gone\.$/],
    [
      'an error without that word',
      event({ object: 'error', message: 'Too long.', type: 'exceed_context_size_error', code: 400 }),
      'contextLength',
      /^Too long\.$/,
      '400',
    ],
    ['an error without words', event({ error: {} }), 'server', /failed while it answered/],
    [
      'garbage',
      'data: {"choices":[\n\n',
      'invalidResponse',
      /^The service sent an event that is not JSON\.$/,
    ],
    ['a web page', 'data: <html>\n\n', 'invalidResponse', /not JSON/],
    ['a number', 'data: 42\n\n', 'invalidResponse', /^The answer should be an object, but is a number\.$/],
    [
      'choices of another kind',
      event({ choices: [{ index: 0, delta: { content: 5 } }] }),
      'invalidResponse',
      /^“choices\[0\]\.delta\.content” in the answer should be text, but is a number\.$/,
    ],
  ];
  it('silence after the last word: it is the end', async () => {
    const stream = new FedStream(1, { idle: 20 }).head().feed(hello, event(chunk('', 'stop')));
    const { chunks, error } = await stream.read();
    assert.equal(error, undefined);
    assert.equal(chunks.length, 3);
  });

  it('no choices in the first event: it is no such stream', async () => {
    const stream = new FedStream().head().feed(event({ object: 'x' }));
    const { error } = await stream.read();
    assert.equal(error?.message, 'The answer has no “choices”.');
  });

  it('no choices later on, or in what has another name: it goes on', async () => {
    const stream = new FedStream()
      .head()
      .feed(
        'event: ping\ndata: {"type":"ping"}\n\n',
        event({ usage: { total_tokens: 1 } }),
        hello,
        event({ object: 'x' }),
        event({ choices: null, usage: { total_tokens: 3 } }),
        'event: ping\ndata: {"type":"ping"}\n\n',
        'data: [DONE]\n\n',
      );
    const { chunks, error } = await stream.read();
    assert.equal(error, undefined);
    assert.deepEqual(
      chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta.content)),
      ['Hel', 'lo'],
    );
    assert.deepEqual(
      chunks.flatMap(({ usage }) => usage?.total_tokens ?? []),
      [1, 3],
    );
  });

  for (const [what, bytes, kind, words, code] of failures) {
    it(`${what}: the text so far is kept, and the request ended`, async () => {
      const stream = new FedStream().head().feed(hello, bytes);
      assert.ok(stream.aborted);
      stream.feed(event(chunk('never')));
      const { chunks, error } = await stream.read();
      assert.deepEqual(chunks, [chunk('Hel'), chunk('lo')]);
      assert.equal(error?.kind, kind);
      assert.match(error?.message ?? '', words);
      assert.equal(error?.code, code);
      assert.equal(error?.partial, 'Hello');
      assert.equal(error?.requestId, 'req_1');
      assert.equal(error?.host, 'example.com');
    });
  }

  it('says only once that it failed', async () => {
    const stream = new FedStream().head().feed(hello).end();
    assert.equal((await stream.read()).error?.kind, 'truncated');
    assert.deepEqual(await stream.reader.next(), { value: undefined, done: true });
  });

  it('refuses a second reader at the same time', async () => {
    const stream = new FedStream().head();
    const first = stream.reader.next();
    await assert.rejects(stream.reader.next(), /awaited already/);
    stream.feed(event(chunk('a', 'stop')));
    assert.deepEqual(await first, { value: chunk('a', 'stop'), done: false });
    stream.end();
    await stream.read();
  });
});

describe('stream: its end', () => {
  const ends: readonly [what: string, choices: number, bytes: string, complete: boolean][] = [
    ['nothing at all', 1, '', false],
    ['comments only', 1, ': ping\n\n: ping\n\n', false],
    ['no finish reason', 1, hello, false],
    ['a finish reason', 1, hello + event(chunk('', 'stop')), true],
    [
      'a finish reason and a usage chunk',
      1,
      hello + event(chunk('', 'length')) + event({ choices: [] }),
      true,
    ],
    ['a finish reason and half an event', 1, `${hello}${event(chunk('', 'stop'))}data: {"cho`, true],
    ['a finish reason and half of [DONE]', 1, `${hello}${event(chunk('', 'stop'))}data: [DO`, true],
    ['half an event', 1, `${hello}data: {"choices":[{"ind`, false],
    ['half an event and its line end', 1, `${hello}data: {"choices":[{"ind\n`, false],
    ['[DONE] without a finish reason', 1, `${hello}data: [DONE]\n\n`, true],
    ['[DONE] and nothing else', 1, 'data: [DONE]\n\n', true],
    ['one of two finish reasons', 2, hello + event(chunk('', 'stop')) + event(chunk('x', null, 1)), false],
    ['the first of two choices, the other not begun', 2, hello + event(chunk('', 'stop')), false],
    [
      'both finish reasons, interleaved',
      2,
      event(chunk('a', null, 1)) + event(chunk('', 'stop', 0)) + event(chunk('', 'stop', 1)),
      true,
    ],
  ];
  const chunked = { 'transfer-encoding': 'chunked' };
  const first = hello + event(chunk('', 'stop'));

  it('is where HTTP says, also of a service that gives one choice of two', async () => {
    const { error } = await new FedStream(2).head('text/event-stream', chunked).feed(first).end().read();
    assert.equal(error, undefined);
  });

  it('is not where the connection is gone before all choices, whatever HTTP would say', async () => {
    const { error } = await new FedStream(2).head('text/event-stream', chunked).feed(first).cut().read();
    assert.equal(error?.kind, 'truncated');
  });

  it('is not in the midst of a choice, whatever HTTP says', async () => {
    const half = first + event(chunk('x', null, 1));
    const { error } = await new FedStream(2).head('text/event-stream', chunked).feed(half).end().read();
    assert.equal(error?.kind, 'truncated');
  });

  for (const [what, choices, bytes, complete] of ends) {
    for (const end of ['end', 'cut'] as const) {
      it(`${what}, then ${end === 'end' ? 'the end' : 'a cut'}: ${complete ? 'complete' : 'truncated'}`, async () => {
        const { error } = await new FedStream(choices).head().feed(bytes)[end]().read();
        assert.equal(error?.kind, complete ? undefined : 'truncated');
        if (!complete) {
          assert.equal(error?.partial, bytes.includes('Hel') ? 'Hello' : '');
          assert.equal(error?.cause !== undefined, end === 'cut');
        }
      });
    }
  }

  it('keeps the text of choice 0 only, whatever comes between', async () => {
    const { chunks, error } = await new FedStream(2)
      .head()
      .feed(event(chunk('a')), event(chunk('X', null, 1)), event(chunk('b')), event(chunk('Y', null, 1)))
      .end()
      .read();
    assert.deepEqual(
      chunks.map(({ choices }) => choices[0]?.index),
      [0, 1, 0, 1],
    );
    assert.equal(error?.partial, 'ab');
  });
});

describe('stream: a reader that is slow', () => {
  const piece = event(chunk('x'.repeat(1000))).repeat(100);

  it('holds the answer back at a megabyte, and lets it go on when all is read', async () => {
    const stream = new FedStream().head();
    let fed = 0;
    while (!stream.paused) {
      stream.feed(piece);
      fed += 100;
      assert.ok(fed <= 1100, 'it is not held back');
    }
    for (let i = 1; i < fed; i++) {
      await stream.reader.next();
    }
    assert.ok(stream.paused);
    await stream.reader.next();
    assert.ok(!stream.paused);
    stream.feed(event(chunk('', 'stop'))).end();
    assert.equal((await stream.read()).chunks.length, 1);
  });

  it('is never held back while it keeps up', async () => {
    const stream = new FedStream().head();
    for (let i = 0; i < 30; i++) {
      stream.feed(piece);
      for (let read = 0; read < 100; read++) {
        await stream.reader.next();
      }
      assert.ok(!stream.paused);
    }
    stream.feed('data: [DONE]\n\n');
    assert.deepEqual(await stream.read(), { chunks: [], error: undefined });
  });

  it('does not make the service fall silent', async () => {
    const stream = new FedStream(1, { idle: 20 }).head();
    stream.feed(...Array.from({ length: 12 }, () => piece));
    assert.ok(stream.paused);
    await pause(60);
    stream.feed(event(chunk('', 'stop'))).end();
    const { chunks, error } = await stream.read();
    assert.equal(error, undefined);
    assert.equal(chunks.length, 1201);
  });
});

describe('stream: an answer that is none', () => {
  const page = '<!doctype html><html><head><title>Sign\n in</title></head></html>';
  const answers: readonly [what: string, type: string, string, ServiceErrorKind, RegExp][] = [
    [
      'a web page',
      'text/html; charset=utf-8',
      page,
      'invalidResponse',
      /^example\.com answered with text\/html instead of a stream and a web page, “Sign in”\.$/,
    ],
    [
      'an answer in JSON',
      'application/json',
      '{"choices":[]}',
      'invalidResponse',
      /with application\/json instead of a stream: "\{/,
    ],
    ['an error in JSON', 'application/json', '{"error":{"message":"No.","code":"x"}}', 'server', /^No\.$/],
    [
      'an error of null in JSON',
      'application/json',
      '{"error":null}',
      'invalidResponse',
      /instead of a stream/,
    ],
    [
      'an empty body',
      'text/plain',
      '',
      'invalidResponse',
      /with text\/plain instead of a stream and nothing else\.$/,
    ],
    ['no type but a name like it', 'text/event-streams', hello, 'invalidResponse', /text\/event-streams/],
    ['bytes', 'application/octet-stream', '\u0000\u0001', 'invalidResponse', /octet-stream/],
  ];
  for (const [what, type, body, kind, words] of answers) {
    it(what, () => {
      const stream = new FedStream().head(type);
      const bytes = Buffer.from(body);
      stream.feed(bytes.subarray(0, 5), bytes.subarray(5)).end();
      const error = stream.rejected;
      assert.match(error?.message ?? '', words);
      assert.deepEqual(
        { ...error },
        { ...error, kind, status: 200, requestId: 'req_1', host: 'example.com' },
      );
      stream.stop();
    });
  }

  it('a body without end is not read to its end', () => {
    const stream = new FedStream().head('text/html');
    for (let i = 0; i < 40 && !stream.rejected; i++) {
      stream.feed('<html>'.padEnd(1024));
    }
    assert.match(stream.rejected?.message ?? '', /a web page/);
    stream.stop();
  });
});
