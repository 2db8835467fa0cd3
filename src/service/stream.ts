import type { IncomingHttpHeaders } from 'node:http';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { cancelled, ServiceError } from './errors.ts';
import type { Exchange, Receiver } from './exchange.ts';
import { errorFromOtherAnswer } from './other-answer.ts';
import { parseJson } from './parse-json.ts';
import { Refusal } from './receivers.ts';
import { errorFromEvent, hasError, requestId } from './response-error.ts';
import { single } from './retry.ts';
import type { CallContext } from './transport.ts';

/** What the stream itself needs to know of a chunk. */
export interface Chunk {
  readonly choices: readonly { readonly index: number; readonly finish_reason?: string | null | undefined }[];
}

/** How the events of one operation are read. */
export interface ChunkFormat<T extends Chunk> {
  /** @throws {ServiceError} `invalidResponse` */
  parse(value: unknown): T;
  textOf(choice: T['choices'][number]): string;
}

/** Milliseconds to read on after `[DONE]`, so that the connection can be used again. */
const DRAIN = 250;
/** Bytes that may wait for a slow reader before the answer is paused; it goes on when all are read. */
const HIGH_WATER = 1024 * 1024;
/** Characters; a line longer than this is an attack or a mistake. */
const LONGEST_EVENT = 64 * 1024 * 1024;

/**
 * Server-sent events as typed chunks (§6 leaves the format open; see wire-format). It ends at `[DONE]`, or
 * with the body when every choice that came has said its finish reason; any other end is an error of kind `truncated`.
 * Errors carry in `partial` the text so far of choice 0.
 */
export class ChunkReader<T extends Chunk> implements Receiver, AsyncIterator<T, undefined> {
  readonly #format: ChunkFormat<T>;
  readonly #context: CallContext;
  readonly #choices: number;
  readonly #opened: (reader: ChunkReader<T>) => void;
  readonly #reject: (error: Error) => void;
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  readonly #seen = new Set<number>();
  readonly #finished = new Set<number>();
  #exchange: Exchange | undefined;
  /** Set when what came is no stream. */
  #other: Refusal | undefined;
  #requestId: string | undefined;
  #partial = '';
  #seenEvent = false;
  /** Whether HTTP itself tells the end of the body from a connection that is gone. */
  #isFramed = false;
  #ending = false;

  #queue: T[] = [];
  #taken = 0;
  /** Bytes since the queue was last empty. */
  #waitingBytes = 0;
  #paused = false;
  #outcome: 'open' | 'done' | ServiceError = 'open';
  #waiting: { resolve(result: IteratorResult<T, undefined>): void; reject(error: Error): void } | undefined;

  /** @param choices how many the request asked for */
  constructor(
    format: ChunkFormat<T>,
    choices: number,
    context: CallContext,
    settle: { resolve(reader: ChunkReader<T>): void; reject(error: Error): void },
  ) {
    this.#format = format;
    this.#choices = choices;
    this.#context = context;
    this.#opened = settle.resolve;
    this.#reject = settle.reject;
    this.#parser = createParser({
      onEvent: ({ event, data }) => this.#event(data, event),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') {
          this.#break(this.#invalid('The service sent an event without end.'));
        }
      },
      maxBufferSize: LONGEST_EVENT,
    });
  }

  head(status: number, headers: IncomingHttpHeaders, exchange: Exchange): void {
    this.#exchange = exchange;
    this.#requestId = requestId(headers);
    this.#isFramed = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
    const contentType = single(headers['content-type']);
    if (contentType === undefined || /^\s*text\/event-stream\b/i.test(contentType)) {
      this.#opened(this);
    } else {
      this.#other = new Refusal(
        (body) => errorFromOtherAnswer(status, headers, body, this.#context.host),
        this.#reject,
      );
      this.#other.head(status, headers, exchange);
    }
  }

  data(chunk: Buffer): void {
    if (this.#other) {
      this.#other.data(chunk);
      return;
    }
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    if (this.#queue.length === 0) {
      return;
    }
    this.#waitingBytes += chunk.length;
    if (!this.#paused && this.#outcome === 'open' && this.#waitingBytes > HIGH_WATER) {
      this.#paused = true;
      this.#exchange?.pause();
      this.#context.watchdog.enter('waiting');
    }
  }

  end(): void {
    if (this.#other) {
      this.#other.end();
      return;
    }
    this.#ending = true;
    // A last event may lack its blank line.
    this.#parser.feed(`${this.#decoder.decode()}\n\n`);
    if (this.#outcome === 'open') {
      // Some services give one choice, however many are asked for.
      const isComplete = this.#isComplete(this.#isFramed ? 1 : this.#choices);
      this.#settle(isComplete ? 'done' : this.#truncated());
    }
  }

  fail(error: Error): void {
    // Counts only before the answer began.
    this.#reject(error);
    if (this.#outcome !== 'open') {
      return;
    }
    if (ServiceError.is(error, 'cancelled')) {
      this.#empty();
    }
    // A service may keep a connection open after the last word.
    const isLate = ServiceError.is(error, 'timeout') && this.#isComplete();
    this.#settle(
      ServiceError.is(error) && !isLate
        ? error.with(this.#details())
        : this.#isComplete()
          ? 'done'
          : this.#truncated(error),
    );
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#taken < this.#queue.length) {
      const value = this.#queue[this.#taken++] as T;
      this.#relieve();
      return Promise.resolve({ value, done: false });
    }
    if (this.#outcome === 'done') {
      return Promise.resolve({ value: undefined, done: true });
    }
    if (this.#outcome !== 'open') {
      const error = this.#outcome;
      this.#outcome = 'done';
      return Promise.reject(error);
    }
    return new Promise((resolve, reject) => {
      if (this.#waiting) {
        reject(new Error('A chunk is awaited already.'));
        return;
      }
      this.#waiting = { resolve, reject };
    });
  }

  /** `break` in a loop: the request is aborted. */
  return(): Promise<IteratorResult<T, undefined>> {
    this.#empty();
    if (this.#outcome === 'open') {
      this.#settle('done');
      this.#exchange?.abort(cancelled());
    }
    this.#outcome = 'done';
    return Promise.resolve({ value: undefined, done: true });
  }

  /** Lets a paused answer go on when all of it was read. */
  #relieve(): void {
    if (this.#taken < this.#queue.length) {
      return;
    }
    this.#empty();
    if (this.#paused) {
      this.#paused = false;
      if (this.#outcome === 'open') {
        this.#context.watchdog.enter('idle');
      }
      this.#exchange?.resume();
    }
  }

  #empty(): void {
    this.#queue = [];
    this.#taken = 0;
    this.#waitingBytes = 0;
  }

  #event(data: string, type: string | undefined): void {
    if (this.#outcome !== 'open' || data === '') {
      return;
    }
    if (!this.#seenEvent) {
      this.#seenEvent = true;
      this.#context.watchdog.enter('idle');
    }
    if (data.startsWith('[DONE]')) {
      this.#settle('done');
      this.#exchange?.release(DRAIN);
      return;
    }
    const value = parseJson(data);
    if (type === 'error' || hasError(value) || isFailure(value)) {
      this.#break(errorFromEvent(value ?? data, this.#details()));
    } else if (value === undefined) {
      // Cut in the middle of an event, the body ends in half a JSON text: `end` says what that means.
      if (!this.#ending) {
        this.#break(this.#invalid('The service sent an event that is not JSON.'));
      }
    } else if (hasChoices(value)) {
      this.#chunk(value);
    } else if (isObject(value) && (this.#seen.size > 0 || 'usage' in value)) {
      this.#chunk({ ...value, choices: [] });
    } else if (type === undefined || type === 'message') {
      this.#chunk(value);
    }
    // Events of other names, such as those that only keep the connection alive, are for somebody else.
  }

  #chunk(value: unknown): void {
    let chunk: T;
    try {
      chunk = this.#format.parse(value);
    } catch (error) {
      this.#break(
        ServiceError.is(error)
          ? error.with(this.#details())
          : this.#invalid('The service sent a strange event.', error),
      );
      return;
    }
    for (const choice of chunk.choices) {
      this.#seen.add(choice.index);
      if (choice.index === 0) {
        this.#partial += this.#format.textOf(choice);
      }
      if (choice.finish_reason) {
        this.#finished.add(choice.index);
      }
    }
    if (this.#waiting) {
      const { resolve } = this.#waiting;
      this.#waiting = undefined;
      resolve({ value: chunk, done: false });
    } else {
      this.#queue.push(chunk);
    }
  }

  #isComplete(choices = this.#choices): boolean {
    return this.#finished.size >= choices && this.#finished.size === this.#seen.size;
  }

  #settle(reached: 'done' | ServiceError): void {
    this.#context.watchdog.stop();
    const outcome = reached === 'done' ? reached : this.#context.clean(reached);
    this.#outcome = outcome;
    if (this.#waiting) {
      const { resolve, reject } = this.#waiting;
      this.#waiting = undefined;
      if (outcome === 'done') {
        resolve({ value: undefined, done: true });
      } else {
        this.#outcome = 'done';
        reject(outcome);
      }
    }
  }

  /** Ends it with an error of our own finding. */
  #break(error: ServiceError): void {
    this.#settle(error);
    this.#exchange?.abort(error);
  }

  #details(): { requestId: string | undefined; host: string; partial: string } {
    return { requestId: this.#requestId, host: this.#context.host, partial: this.#partial };
  }

  #truncated(cause?: unknown): ServiceError {
    const message = `The answer from ${this.#context.host} was cut off before its end.`;
    return new ServiceError('truncated', message, { ...this.#details(), cause });
  }

  #invalid(message: string, cause?: unknown): ServiceError {
    return new ServiceError('invalidResponse', message, { ...this.#details(), cause });
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasChoices(value: unknown): boolean {
  return isObject(value) && 'choices' in value && value.choices !== null;
}

/** A failure without `error` around it, where a chunk should be. */
function isFailure(value: unknown): boolean {
  return isObject(value) && !hasChoices(value) && 'message' in value && typeof value.message === 'string';
}
