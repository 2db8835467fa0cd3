import type { Dispatcher } from 'undici';
import { chatChunks } from '../../../src/service/chunk-formats.ts';
import { DEFAULT_DEADLINES, type Deadlines, Watchdog } from '../../../src/service/deadlines.ts';
import type { ServiceError } from '../../../src/service/errors.ts';
import { Exchange } from '../../../src/service/exchange.ts';
import type { ChatCompletionChunk } from '../../../src/service/response-schema.ts';
import { ChunkReader } from '../../../src/service/stream.ts';
import { drain } from './client-fixture.ts';

/** The side of an answer that undici drives, without undici: for bytes that come exactly as a test wants. */
export class FedStream {
  readonly exchange: Exchange;
  readonly reader: ChunkReader<ChatCompletionChunk>;
  /** The error that ended it before it was a stream. */
  rejected: Error | undefined;
  aborted = false;
  paused = false;
  readonly #watchdog: Watchdog;
  readonly #controller: Dispatcher.DispatchController;

  constructor(choices = 1, deadlines: Partial<Deadlines> = {}) {
    this.#watchdog = new Watchdog({ ...DEFAULT_DEADLINES, ...deadlines }, 'example.com');
    this.reader = new ChunkReader(
      chatChunks,
      choices,
      { watchdog: this.#watchdog, host: 'example.com', clean: (error) => error },
      {
        resolve: () => {},
        reject: (error) => {
          this.rejected ??= error;
        },
      },
    );
    this.exchange = new Exchange(this.reader, this.#watchdog);
    const setPaused = (paused: boolean): void => {
      this.paused = paused;
    };
    this.#controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      abort: () => {
        this.aborted = true;
      },
      pause: () => setPaused(true),
      resume: () => setPaused(false),
    } as unknown as Dispatcher.DispatchController;
    this.#watchdog.begin((error) => this.exchange.abort(error));
    this.exchange.onRequestStart(this.#controller);
  }

  head(contentType: string | null = 'text/event-stream', headers: Record<string, string> = {}): this {
    this.exchange.onResponseStart(this.#controller, 200, {
      ...(contentType === null ? {} : { 'content-type': contentType }),
      'x-request-id': 'req_1',
      ...headers,
    });
    return this;
  }

  feed(...pieces: readonly (Uint8Array | string)[]): this {
    for (const piece of pieces) {
      this.exchange.onResponseData(this.#controller, Buffer.from(piece));
    }
    return this;
  }

  end(): this {
    this.exchange.onResponseEnd();
    return this;
  }

  cut(): this {
    this.exchange.onResponseError(this.#controller, new Error('other side closed'));
    return this;
  }

  /** Ends what keeps the process alive, where nothing is read. */
  stop(): void {
    this.#watchdog.stop();
  }

  /** Reads it to its end. */
  async read(): Promise<{ chunks: ChatCompletionChunk[]; error: ServiceError | undefined }> {
    const result = await drain({ [Symbol.asyncIterator]: () => this.reader });
    this.stop();
    return result;
  }
}

export function chunk(content: string, finish_reason: string | null = null, index = 0): ChatCompletionChunk {
  return { object: 'chat.completion.chunk', choices: [{ index, delta: { content }, finish_reason }] };
}

export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
