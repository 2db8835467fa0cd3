import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { withoutKey } from './api-key.ts';
import { type BaseUrl, operationPath } from './base-url.ts';
import { connectionFailure } from './connection-failure.ts';
import { type Deadlines, Watchdog } from './deadlines.ts';
import type { Network } from './dispatcher.ts';
import { cancelled, codeOf, ServiceError } from './errors.ts';
import { Exchange, type Receiver } from './exchange.ts';
import { type Answer, Attempt, Collector } from './receivers.ts';
import { Redirect, redirectError } from './redirect.ts';
import { brokenOff, requestId } from './response-error.ts';
import { retryDelay, single, wait } from './retry.ts';
import type { UploadBody } from './upload.ts';

/** One operation as HTTP. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Below `/v1`, such as `/models`. */
  readonly path: `/${string}`;
  /** The media type wanted; JSON when absent. */
  readonly accept?: string;
  /** A JSON text, or a form that can be sent again. */
  readonly body?: string | UploadBody;
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the body sent so far, and all of them. */
  readonly onUpload?: ((sent: number, total: number) => void) | undefined;
  /** Told before each wait for another try. */
  readonly onRetry?: RetryListener | undefined;
  /** Tries after the first; the transport's when absent. */
  readonly retries?: number | undefined;
}

/** @param delay seconds until the next try */
export type RetryListener = (delay: number, error: ServiceError) => void;

/** The state of a request, for a log; it never holds the key or what was sent. */
export interface TransportEvent {
  readonly type: 'answered' | 'failed' | 'retrying';
  readonly method: string;
  readonly path: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Milliseconds since the call began. */
  readonly elapsed: number;
  /** Seconds until the next try. */
  readonly delay?: number | undefined;
  readonly error?: ServiceError | undefined;
}

export interface TransportOptions {
  readonly base: BaseUrl;
  readonly apiKey: string | undefined;
  readonly dispatcher: Dispatcher;
  readonly network: Network;
  readonly deadlines: Deadlines;
  /** Tries after the first. */
  readonly retries: number;
  readonly userAgent: string;
  readonly onEvent: ((event: TransportEvent) => void) | undefined;
}

/** What a receiver may need of its call. */
export interface CallContext {
  readonly watchdog: Watchdog;
  readonly host: string;
  /** The error as it may leave the client: without the key. */
  readonly clean: (error: ServiceError) => ServiceError;
}

/** How an answer is taken in; rejects through `fail`. */
export type MakeReceiver<T> = (
  context: CallContext,
  settle: { resolve(value: T): void; reject(error: Error): void },
) => Receiver;

const MOST_REDIRECTS = 3;

/** Sends calls to one service: authorization, deadlines, retries, redirects (see wire-format). */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  get host(): string {
    return this.#options.base.host;
  }

  readonly clean = (error: ServiceError): ServiceError => withoutKey(error, this.#options.apiKey);

  /** The whole answer, as text. */
  collect(call: Call): Promise<Answer> {
    return this.run(call, (context, settle) => new Collector(context, settle.resolve, settle.reject));
  }

  /**
   * Runs a call until its receiver resolves, with retries before an answer begins.
   * A receiver that resolves before the answer's end keeps the watchdog, and stops it.
   */
  async run<T>(call: Call, makeReceiver: MakeReceiver<T>): Promise<T> {
    const { base, deadlines } = this.#options;
    const watchdog = new Watchdog(deadlines, base.host);
    const start = performance.now();
    let value: T;
    let attempt: Attempt;
    try {
      [value, attempt] = await this.#tries(call, start, watchdog, makeReceiver);
    } catch (thrown) {
      watchdog.stop();
      const error = thrown as ServiceError;
      this.#report(call, start, { type: 'failed', ...statusOf(error), error });
      throw error;
    }
    this.#report(call, start, {
      type: 'answered',
      status: attempt.status,
      requestId: requestId(attempt.headers),
    });
    return value;
  }

  /** @throws {ServiceError} and nothing else */
  async #tries<T>(
    call: Call,
    start: number,
    watchdog: Watchdog,
    makeReceiver: MakeReceiver<T>,
  ): Promise<[T, Attempt]> {
    const { base } = this.#options;
    const { retries = this.#options.retries } = call;
    let path = operationPath(base, call.path);
    let redirects = 0;
    for (let tries = 0; ; ) {
      const attempt = new Attempt(base.host, `${base.origin}${path}`);
      try {
        return [await this.#attempt(call, path, watchdog, attempt, makeReceiver), attempt];
      } catch (thrown) {
        if (thrown instanceof Redirect && redirects++ < MOST_REDIRECTS && this.#mayFollow(call, thrown)) {
          path = `${thrown.target?.pathname}${thrown.target?.search}`;
          continue;
        }
        const error = this.clean(this.#failure(thrown, attempt));
        const delay =
          tries++ < retries && !attempt.brokenOff
            ? retryDelay(error, tries - 1, single(attempt.headers['x-should-retry']))
            : undefined;
        if (delay === undefined || delay * 1000 > watchdog.remaining) {
          throw error;
        }
        this.#report(call, start, { type: 'retrying', ...statusOf(error), error, delay });
        call.onRetry?.(delay, error);
        watchdog.enter('waiting');
        await wait(delay, call.signal);
      }
    }
  }

  #attempt<T>(
    call: Call,
    path: string,
    watchdog: Watchdog,
    attempt: Attempt,
    makeReceiver: MakeReceiver<T>,
  ): Promise<T> {
    const { base, dispatcher } = this.#options;
    const { body, onUpload, signal } = call;
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted) {
        reject(cancelled(signal));
        return;
      }
      attempt.receiver = makeReceiver({ watchdog, host: base.host, clean: this.clean }, { resolve, reject });
      attempt.reject = reject;
      const isUpload = typeof body === 'object';
      let sent = 0;
      const onSent =
        isUpload && onUpload
          ? (bytes: number) => {
              sent += bytes;
              onUpload(Math.min(sent, body.length), body.length);
            }
          : undefined;
      const exchange = new Exchange(attempt, watchdog, onSent);
      exchange.start(
        dispatcher,
        {
          origin: base.origin,
          path,
          method: call.method,
          headers: this.#headers(call),
          body: isUpload ? Readable.from(body.chunks(), { objectMode: false }) : (body ?? null),
        },
        signal,
      );
    });
  }

  #headers({ accept = 'application/json', body }: Call): string[] {
    const { apiKey, userAgent } = this.#options;
    const headers = ['accept', accept, 'user-agent', userAgent];
    if (apiKey) {
      headers.push('authorization', `Bearer ${apiKey}`);
    }
    if (typeof body === 'object') {
      headers.push('content-type', body.contentType, 'content-length', String(body.length));
    } else if (body !== undefined) {
      headers.push('content-type', 'application/json');
    }
    return headers;
  }

  /** Only within the service's own origin, and only where the request stays the same. */
  #mayFollow(call: Call, redirect: Redirect): boolean {
    const sameRequest = call.method === 'GET' || redirect.status === 307 || redirect.status === 308;
    return redirect.target?.origin === this.#options.base.origin && sameRequest;
  }

  #failure(thrown: unknown, attempt: Attempt): ServiceError {
    const { base, network } = this.#options;
    if (thrown instanceof Redirect) {
      return redirectError(thrown, base.origin, base.host, requestId(attempt.headers));
    }
    if (ServiceError.is(thrown)) {
      return thrown;
    }
    if (attempt.status !== undefined) {
      return brokenOff(thrown, base.host, requestId(attempt.headers));
    }
    return (
      connectionFailure(thrown, new URL(base.origin), network) ??
      new ServiceError('connection', `The connection to ${base.host} was cut before it answered.`, {
        code: codeOf(thrown),
        host: base.host,
        cause: thrown,
      })
    );
  }

  #report(call: Call, start: number, event: Omit<TransportEvent, 'method' | 'path' | 'elapsed'>): void {
    this.#options.onEvent?.({
      method: call.method,
      path: `/v1${call.path}`,
      elapsed: performance.now() - start,
      ...event,
    });
  }
}

function statusOf({ status, requestId }: ServiceError): Pick<TransportEvent, 'status' | 'requestId'> {
  return { status, requestId };
}
