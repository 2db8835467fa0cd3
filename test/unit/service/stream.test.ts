import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatCompletionChunk } from '../../../src/service/response-schema.ts';
import { chunk, event, FedStream } from './stream-fixture.ts';

interface Framing {
  eol: string;
  bom: boolean;
  noise: boolean;
  manyLines: boolean;
  done: '[DONE]' | '[DONE] ' | '';
  /** What stands behind the last line. */
  end: 'blank line' | 'line end' | 'nothing';
}

function frame(chunks: readonly ChatCompletionChunk[], framing: Framing): Buffer {
  const { eol, bom, noise, manyLines, done, end } = framing;
  const payloads = [
    ...chunks.map((value) => JSON.stringify(value, null, manyLines ? 1 : undefined)),
    ...(done ? [done] : []),
  ];
  const events = payloads.map((payload, at) => {
    const before = noise ? [': ping', '', 'event: keepalive', '', 'data:', '', `id: ${at}`, 'retry: 10'] : [];
    const lines = payload.split('\n').map((line) => (noise && at % 2 ? `data:${line}` : `data: ${line}`));
    const last = at === payloads.length - 1;
    const tail = !last || end === 'blank line' ? ['', ''] : end === 'line end' ? [''] : [];
    return [...before, ...lines, ...tail].join(eol);
  });
  return Buffer.from((bom ? '\ufeff' : '') + events.join(''), 'utf8');
}

function cross(): Framing[] {
  const flags = [false, true];
  return ['\n', '\r\n', '\r'].flatMap((eol) =>
    flags.flatMap((bom) =>
      flags.flatMap((noise) =>
        flags.flatMap((manyLines) =>
          (['[DONE]', '[DONE] ', ''] as const).flatMap((done) =>
            (['blank line', 'line end', 'nothing'] as const).map((end) => ({
              eol,
              bom,
              noise,
              manyLines,
              done,
              end,
            })),
          ),
        ),
      ),
    ),
  );
}

/** Text of 2, 3 and 4 bytes a character, and a BOM, which counts as text anywhere but at the beginning. */
const chunks = [chunk('é'), chunk('漢\ufeff'), chunk('🐙', 'stop')];

async function assertReads(pieces: readonly Buffer[], what: string): Promise<void> {
  const result = await new FedStream()
    .head()
    .feed(...pieces)
    .end()
    .read();
  assert.equal(result.error, undefined, `${what}: ${result.error?.stack}`);
  assert.deepEqual(result.chunks, chunks, what);
}

describe('stream: the same chunks, however the bytes come', () => {
  for (const eol of ['\n', '\r\n', '\r']) {
    const framings = cross().filter((framing) => framing.eol === eol);
    it(`lines that end in ${JSON.stringify(eol)}: ${framings.length} framings, split at every byte`, async () => {
      for (const framing of framings) {
        const bytes = frame(chunks, framing);
        const what = JSON.stringify(framing);
        await assertReads([bytes], what);
        await assertReads(
          Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
          `${what} byte by byte`,
        );
        for (let at = 1; at < bytes.length; at++) {
          await assertReads([bytes.subarray(0, at), bytes.subarray(at)], `${what} split at ${at}`);
        }
      }
    }).timeout(30_000);
  }

  it('any texts in any framing, split anywhere (property)', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    const framing = fc.constantFrom(...cross());
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), framing, cuts, async (texts, how, places) => {
        const all = [...texts.map((content) => chunk(content)), chunk('', 'stop')];
        const bytes = frame(all, how);
        const at = [0, ...places.map((place) => Math.floor(place * bytes.length)), bytes.length];
        at.sort((a, b) => a - b);
        const pieces = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
        const result = await new FedStream()
          .head()
          .feed(...pieces)
          .end()
          .read();
        assert.equal(result.error, undefined, result.error?.stack);
        assert.deepEqual(result.chunks, all);
      }),
      { numRuns: 300 },
    );
  });

  it('an event as soon as its blank line has come', async () => {
    const stream = new FedStream().head();
    const next = stream.reader.next();
    stream.feed(event(chunks[0]).slice(0, -1));
    assert.equal(await Promise.race([next.then(() => 'read'), Promise.resolve('not yet')]), 'not yet');
    stream.feed('\n');
    assert.deepEqual(await next, { value: chunks[0], done: false });
    stream.end();
    await stream.read();
  });

  it('the end at once at [DONE], with the rest of the body still to come', async () => {
    const stream = new FedStream().head().feed(event(chunks[0]), 'data: [DONE]\n\n');
    assert.deepEqual(await stream.read(), { chunks: [chunks[0]], error: undefined });
    assert.equal(stream.aborted, false, 'the connection is lost');
    stream.feed(event(chunks[1])).end();
    assert.equal(stream.aborted, false);
  });

  it('bytes that are no UTF-8, as U+FFFD', async () => {
    const bytes = Buffer.from(event(chunk('a?b', 'stop')));
    bytes[bytes.indexOf('?')] = 0xc3;
    const result = await new FedStream().head().feed(bytes).end().read();
    assert.deepEqual(result.chunks, [chunk('a\ufffdb', 'stop')]);
  });

  it('a line of eight megabytes, in pieces', async () => {
    const long = chunk('x'.repeat(8 * 1024 * 1024), 'stop');
    const bytes = Buffer.from(event(long));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, i) =>
      bytes.subarray(i * 1000, (i + 1) * 1000),
    );
    const result = await new FedStream()
      .head()
      .feed(...pieces)
      .end()
      .read();
    assert.deepEqual(result.chunks, [long]);
  });

  it('without a content type', async () => {
    const stream = new FedStream();
    stream
      .head(null)
      .feed(event(chunk('a', 'stop')))
      .end();
    assert.equal((await stream.read()).chunks.length, 1);
  });
});
