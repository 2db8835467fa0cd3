import { setTimeout as delay } from 'node:timers/promises';
import { breakUtf8, encodeEvents, slices, without } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import type { CutPoint, FaultSet } from './faults.ts';
import type { Gate } from './gate.ts';
import { Refusal, usualError } from './refusal.ts';
import type { Reply } from './reply.ts';

const loginPage = `<!DOCTYPE html>
<html><head><title>Sign in</title></head>
<body><h1>Sign in to the network</h1><form method="post"><input name="user"><button>Go on</button></form></body></html>
`;

/**
 * Applies the faults that answer instead of the operation. Returns false when there is none, so that the
 * operation is to run; true when the exchange is dealt with.
 */
export async function answerByFault(exchange: Exchange, faults: FaultSet): Promise<boolean> {
  const latency = faults.get('latency');
  if (latency) {
    await wait(latency.ms, exchange.closed);
  }
  const status = faults.get('status');
  const html = faults.get('html');
  const redirect = faults.get('redirect');
  const bytes = faults.get('bytes');
  if (exchange.closed.aborted) {
    return true;
  }
  if (faults.get('stallBeforeHeaders')) {
    await exchange.whenClosed;
  } else if (faults.get('cut')?.at === 'headers') {
    await new Promise((resolve) =>
      exchange.request.socket.write('HTTP/1.1 200 OK\r\nContent-Type: appl', resolve),
    );
    exchange.cut();
  } else if (status) {
    const body = status.body ?? JSON.stringify({ error: { ...usualError(status.status), ...status.error } });
    const contentType = status.contentType ?? (status.body === undefined ? 'application/json' : 'text/plain');
    await send(exchange, faults, status.status, contentType, [Buffer.from(body)], status.headers);
  } else if (html) {
    await send(exchange, faults, html.status ?? 200, 'text/html; charset=utf-8', [Buffer.from(loginPage)]);
  } else if (redirect) {
    await send(exchange, faults, redirect.status ?? 307, null, [], { location: redirect.location });
  } else if (bytes) {
    await send(
      exchange,
      faults,
      200,
      bytes.contentType ?? 'text/event-stream',
      bytes.slices.map((slice) => Buffer.from(slice)),
      {},
      bytes.finish ?? 'end',
      faults.get('hold')?.gate,
    );
  } else {
    return false;
  }
  return true;
}

/** Writes an operation's answer, with the faults that change or break it on its way. */
export async function respond(exchange: Exchange, faults: FaultSet, reply: Reply): Promise<void> {
  if (reply.kind === 'stream' && !faults.get('jsonInsteadOfStream')) {
    await sendStream(exchange, faults, encodeEvents(reply.chunks, faults));
    return;
  }
  const misplaced = faults.needsStream;
  if (reply.kind !== 'stream' && misplaced && statusOf(reply) === 200) {
    // A test whose fault cannot show must not pass for that reason.
    const message = `The fault '${misplaced.type}' needs a stream, but this request asked for none.`;
    throw new Refusal(500, { message, code: 'misplaced_fault' });
  }
  await faults.get('hold')?.gate.pass(exchange.closed);
  if (reply.kind === 'body') {
    await send(exchange, faults, reply.status, reply.contentType, [reply.body]);
    return;
  }
  const instead = faults.get('jsonInsteadOfStream');
  const complete = reply.kind === 'json' ? reply.body : (instead?.body ?? { error: usualError(500) });
  const missing = faults.get('missing');
  const body = missing && isObject(complete) ? without(complete, missing.field) : complete;
  let text = JSON.stringify(body);
  if (faults.get('invalidUtf8')) {
    text = text.replace(/"(text|content|url|message)":"/, '$&\uE0FF');
  }
  await send(
    exchange,
    faults,
    statusOf(reply),
    'application/json',
    [breakUtf8(Buffer.from(text))],
    reply.kind === 'json' ? reply.headers : {},
  );
}

function statusOf(reply: Reply): number {
  return reply.kind === 'stream' ? 200 : reply.status;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function sendStream(exchange: Exchange, faults: FaultSet, events: Buffer[]): Promise<void> {
  const slice = faults.get('framing')?.slice;
  const writes = slice === undefined ? events : slices(Buffer.concat(events), slice);
  writeHead(exchange, faults, 200, 'text/event-stream', { 'cache-control': 'no-cache' });
  exchange.response.flushHeaders();
  const stall = faults.get('stallAfter');
  const at = faults.get('cut')?.at;
  const end = at !== undefined ? 'cut' : stall ? 'stall' : 'end';
  const limit = at !== undefined ? cutLimit(at, events) : lengthOf(events.slice(0, stall?.events));
  const pace = faults.get('pace');
  const gate = faults.get('hold')?.gate;
  await writeBody(exchange, writes, limit, end, async () => {
    if (pace) {
      await wait(pace.ms, exchange.closed);
    }
    await gate?.pass(exchange.closed);
  });
}

async function send(
  exchange: Exchange,
  faults: FaultSet,
  status: number,
  contentType: string | null,
  pieces: Buffer[],
  headers: Readonly<Record<string, string>> = {},
  finish: 'end' | 'stall' | 'cut' = 'end',
  gate?: Gate,
): Promise<void> {
  // Many pieces stand for a stream, whose length nobody announces.
  const length = pieces.length > 1 || finish !== 'end' ? {} : { 'content-length': String(lengthOf(pieces)) };
  writeHead(exchange, faults, status, contentType, { ...length, ...headers });
  const at = faults.get('cut')?.at;
  const limit = at === undefined ? lengthOf(pieces) : cutLimit(at, pieces);
  if (gate) {
    exchange.response.flushHeaders();
  }
  await writeBody(exchange, pieces, limit, at === undefined ? finish : 'cut', () =>
    Promise.resolve(gate?.pass(exchange.closed)),
  );
}

function writeHead(
  exchange: Exchange,
  faults: FaultSet,
  status: number,
  contentType: string | null,
  headers: Readonly<Record<string, string>>,
): void {
  const { response } = exchange;
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, value);
  }
  const otherType = faults.get('contentType');
  const type = otherType ? otherType.value : contentType;
  if (type !== null) {
    response.setHeader('content-type', type);
  }
  const otherId = faults.get('requestId');
  const id = otherId ? otherId.value : exchange.requestId;
  if (id !== null) {
    response.setHeader('x-request-id', id);
  }
  response.writeHead(status);
}

/** Writes at most `limit` bytes of the body, each piece once `before` lets it, then ends as told. */
async function writeBody(
  exchange: Exchange,
  pieces: readonly Buffer[],
  limit: number,
  end: 'end' | 'stall' | 'cut',
  before?: () => Promise<void>,
): Promise<void> {
  const { response, closed } = exchange;
  let left = limit;
  for (const piece of pieces) {
    if (left <= 0) {
      break;
    }
    await before?.();
    if (closed.aborted) {
      return;
    }
    const part = piece.subarray(0, left);
    left -= part.length;
    if (!response.write(part)) {
      await new Promise<void>((resolve) => {
        response.once('drain', resolve);
        closed.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
  if (end === 'end') {
    response.end();
  } else if (end === 'cut') {
    await new Promise<void>((resolve) => response.write('', () => resolve()));
    // Headers without a body are still in memory until they are flushed.
    response.flushHeaders();
    exchange.cut();
  }
  await exchange.whenClosed;
}

function cutLimit(at: CutPoint, events: readonly Buffer[]): number {
  if (typeof at === 'string') {
    return Math.floor(lengthOf(events) / 2);
  }
  return 'afterBytes' in at ? at.afterBytes : lengthOf(events.slice(0, at.afterEvents));
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

async function wait(ms: number, closed: AbortSignal): Promise<void> {
  // Over before its time only when the exchange is, and then there is nothing left to do.
  await delay(ms, undefined, { signal: closed }).catch(() => {});
}
