import type { FaultSet, Framing } from './faults.ts';
import { usualError } from './refusal.ts';

/** One chunk of a stream, before it is written as an event. */
export type Chunk = Record<string, unknown>;

/** Stands for the broken bytes while the event is still text; a private-use character nothing else writes. */
const brokenMark = '\uE0FF';
const brokenBytes = Buffer.from([0xc3, 0x28, 0xff]);

/**
 * The events of a stream as the bytes to write, one buffer an event, with what the faults change about them.
 * Where the stream is to fail with an error event, that event is the last.
 */
export function encodeEvents(chunks: readonly Chunk[], faults: FaultSet): Buffer[] {
  const framing = faults.get('framing') ?? { type: 'framing' };
  const payloads: string[] = alterChunks(chunks, faults, framing).map((chunk) =>
    framing.manyDataLines ? JSON.stringify(chunk, null, 1) : JSON.stringify(chunk),
  );
  const failure = faults.get('errorEvent');
  if (failure) {
    payloads.splice(failure.afterEvents);
    payloads.push(JSON.stringify({ error: { ...usualError(500), ...failure.error } }));
  } else if (!faults.get('noDone')) {
    payloads.push(framing.doneSpace ? '[DONE] ' : '[DONE]');
  }
  const events = payloads.map((payload, index) =>
    Buffer.from(frame(payload, framing, index === payloads.length - 1), 'utf8'),
  );
  if (framing.bom && events[0]) {
    events[0] = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), events[0]]);
  }
  return faults.get('invalidUtf8') ? events.map(breakUtf8) : events;
}

/** The text with bytes in it that are no UTF-8, for answers that are not streams. */
export function breakUtf8(bytes: Buffer): Buffer {
  const at = bytes.indexOf(brokenMark);
  if (at < 0) {
    return bytes;
  }
  return Buffer.concat([
    bytes.subarray(0, at),
    brokenBytes,
    bytes.subarray(at + Buffer.byteLength(brokenMark)),
  ]);
}

function frame(payload: string, framing: Framing, last: boolean): string {
  const eol = { lf: '\n', crlf: '\r\n', cr: '\r' }[framing.eol ?? 'lf'];
  const field = framing.noSpace ? 'data:' : 'data: ';
  const lines = payload.split('\n').map((line) => field + line);
  if (framing.comments) {
    lines.unshift(': ping', '');
  }
  if (framing.emptyEvents) {
    lines.unshift('event: keepalive', '');
  }
  lines.push(last && framing.noFinalBlankLine ? '' : eol);
  return lines.join(eol);
}

function alterChunks(chunks: readonly Chunk[], faults: FaultSet, framing: Framing): Chunk[] {
  let altered = [...chunks];
  const unfinished = faults.get('noDone');
  if (unfinished && !unfinished.finishReason) {
    altered = altered.filter((chunk) => choicesOf(chunk).every((choice) => choice.finish_reason === null));
  }
  const long = faults.get('longLine');
  if (long) {
    altered = alterFirstText(altered, (text, line) => text + 'x'.repeat(Math.max(0, long.bytes - line)));
  }
  if (faults.get('invalidUtf8')) {
    altered = alterFirstText(altered, (text) => text + brokenMark);
  }
  if (framing.usageChunk && altered[0]) {
    const content = altered.filter((chunk) => textOf(chunk) !== '').length;
    const usage = { prompt_tokens: 1, completion_tokens: content, total_tokens: content + 1 };
    altered.push({ ...altered[0], choices: [], usage });
  }
  const missing = faults.get('missing');
  return missing ? altered.map((chunk) => without(chunk, missing.field)) : altered;
}

export function without(body: Chunk, fields: string | readonly string[]): Chunk {
  return Object.fromEntries(Object.entries(body).filter(([name]) => ![fields].flat().includes(name)));
}

interface Choice {
  text?: unknown;
  delta?: { content?: unknown };
  [field: string]: unknown;
}

function choicesOf(chunk: Chunk): Choice[] {
  return Array.isArray(chunk.choices) ? chunk.choices : [];
}

function textOf(chunk: Chunk): string {
  const choice = choicesOf(chunk)[0];
  const text = choice?.text ?? choice?.delta?.content;
  return typeof text === 'string' ? text : '';
}

/** Changes the text of the first chunk that has one; `line` is the length of its `data:` line in bytes. */
function alterFirstText(chunks: Chunk[], change: (text: string, line: number) => string): Chunk[] {
  const at = chunks.findIndex((chunk) => textOf(chunk) !== '');
  return chunks.map((chunk, index) => {
    if (index !== at) {
      return chunk;
    }
    const text = change(textOf(chunk), Buffer.byteLength(`data: ${JSON.stringify(chunk)}`));
    const [choice, ...others] = choicesOf(chunk);
    const altered =
      choice?.delta === undefined
        ? { ...choice, text }
        : { ...choice, delta: { ...choice.delta, content: text } };
    return { ...chunk, choices: [altered, ...others] };
  });
}

/** Cuts bytes into pieces of at most `size`. */
export function slices(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    pieces.push(bytes.subarray(at, at + size));
  }
  return pieces;
}
