import type { IncomingHttpHeaders } from 'node:http';
import type { Watchdog } from './deadlines.ts';
import { cancelled, codeOf, ServiceError } from './errors.ts';
import type { Exchange, Receiver } from './exchange.ts';
import { Redirect } from './redirect.ts';
import { errorFromResponse, requestId } from './response-error.ts';
import { single } from './retry.ts';

/** A complete answer with a status of 2xx. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly requestId: string | undefined;
}

const LARGEST_ANSWER = 256 * 1024 * 1024;
const LARGEST_REFUSAL = 16 * 1024;

const CLIENT_CLOSED = /^UND_ERR_(DESTROYED|CLOSED)$/;

/** One try of a call. Only a good answer reaches its receiver; of any other it makes the error. */
export class Attempt implements Receiver {
  status: number | undefined;
  headers: IncomingHttpHeaders = {};
  /** It failed after the first byte of its answer: never to be tried again. */
  brokenOff = false;
  receiver: Receiver | undefined;
  reject: (error: Error) => void = () => {};
  #begun = false;
  readonly #host: string;
  readonly #url: string;

  constructor(host: string, url: string) {
    this.#host = host;
    this.#url = url;
  }

  begin(): void {
    this.#begun = true;
  }

  head(status: number, headers: IncomingHttpHeaders, exchange: Exchange): void {
    this.status = status;
    this.headers = headers;
    if (status < 200 || status > 299) {
      const redirects = status >= 300 && status < 400 && status !== 304;
      this.receiver = new Refusal(
        (body) =>
          redirects
            ? new Redirect(status, single(headers.location), this.#url)
            : errorFromResponse(status, headers, body, this.#host),
        this.reject,
      );
    }
    this.receiver?.head(status, headers, exchange);
  }

  data(chunk: Buffer): void {
    this.receiver?.data(chunk);
  }

  end(): void {
    this.receiver?.end();
  }

  fail(error: Error): void {
    this.brokenOff = this.#begun;
    this.receiver?.fail(CLIENT_CLOSED.test(codeOf(error) ?? '') ? cancelled() : error);
  }
}

/** Reads the beginning of an answer that is not the one wanted, for what it says. */
export class Refusal implements Receiver {
  readonly #error: (body: string) => Error;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #exchange: Exchange | undefined;

  constructor(error: (body: string) => Error, reject: (error: Error) => void) {
    this.#error = error;
    this.#reject = reject;
  }

  head(_status: number, _headers: IncomingHttpHeaders, exchange: Exchange): void {
    this.#exchange = exchange;
  }

  data(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > LARGEST_REFUSAL) {
      this.#exchange?.release(0);
      this.end();
    }
  }

  end(): void {
    this.#reject(this.#error(Buffer.concat(this.#chunks).toString('utf8')));
  }

  /** A refusal that breaks off is still that refusal. */
  fail(error: Error): void {
    if (ServiceError.is(error, 'cancelled')) {
      this.#reject(error);
    } else {
      this.end();
    }
  }
}

/** Takes in a whole answer. */
export class Collector implements Receiver {
  readonly #watchdog: Watchdog;
  readonly #host: string;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #exchange: Exchange | undefined;

  constructor(
    { watchdog, host }: { watchdog: Watchdog; host: string },
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
  ) {
    this.#watchdog = watchdog;
    this.#host = host;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  head(status: number, headers: IncomingHttpHeaders, exchange: Exchange): void {
    this.#status = status;
    this.#headers = headers;
    this.#exchange = exchange;
  }

  data(chunk: Buffer): void {
    if (this.#chunks.push(chunk) === 1) {
      this.#watchdog.enter('idle');
    }
    this.#size += chunk.length;
    if (this.#size > LARGEST_ANSWER) {
      const message = `${this.#host} sent more than ${LARGEST_ANSWER >> 20} MiB.`;
      this.#exchange?.abort(new ServiceError('invalidResponse', message, { host: this.#host }));
    }
  }

  end(): void {
    this.#watchdog.stop();
    const [first = Buffer.alloc(0)] = this.#chunks;
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#size) : first;
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      body: bytes.toString('utf8'),
      requestId: requestId(this.#headers),
    });
  }

  fail(error: Error): void {
    this.#reject(error);
  }
}
