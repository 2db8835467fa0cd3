import { ServiceError } from './errors.ts';

/** Milliseconds; `0` switches a deadline off. */
export interface Deadlines {
  /** Until a connection stands: name look-up, TCP, proxy and TLS together. */
  readonly connect: number;
  /** From the request being sent to the first byte of the answer's body; in a stream, to its first event. */
  readonly firstByte: number;
  /** The longest silence after that, and while a request's body is being sent. */
  readonly idle: number;
  /** The whole call, with its retries. */
  readonly total: number;
}

export const DEFAULT_DEADLINES: Deadlines = {
  connect: 10_000,
  firstByte: 300_000,
  idle: 60_000,
  total: 3_600_000,
};

/** While `waiting` (for a connection, a retry, or a reader who has paused the answer) silence is nobody's fault. */
type Phase = 'waiting' | 'firstByte' | 'idle';

/**
 * Watches one call. It holds a single timer, which is armed anew only when it fires: a stream of thousands
 * of chunks costs a clock reading each.
 */
export class Watchdog {
  readonly #deadlines: Deadlines;
  readonly #host: string;
  readonly #start = performance.now();
  #phase: Phase = 'waiting';
  #since = this.#start;
  #timer: NodeJS.Timeout | undefined;
  #reading: NodeJS.Immediate | undefined;
  #firesAt = Number.POSITIVE_INFINITY;
  #expire: (error: ServiceError) => void = () => {};

  constructor(deadlines: Deadlines, host: string) {
    this.#deadlines = deadlines;
    this.#host = host;
  }

  /** A new attempt, which is to be told; it begins with waiting for a connection. */
  begin(expire: (error: ServiceError) => void): void {
    this.#expire = expire;
    this.enter('waiting');
  }

  enter(phase: Phase): void {
    this.#phase = phase;
    this.#since = performance.now();
    if (this.#due() < this.#firesAt) {
      this.#arm();
    }
  }

  /** Something was sent or received: the silence is over, but what is not an event does not count as the first. */
  touch(): void {
    if (this.#phase === 'idle') {
      this.#since = performance.now();
    }
  }

  /** Milliseconds left of the whole call. */
  get remaining(): number {
    return this.#deadlines.total > 0
      ? this.#start + this.#deadlines.total - performance.now()
      : Number.POSITIVE_INFINITY;
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#reading);
    this.#timer = undefined;
    this.#firesAt = Number.POSITIVE_INFINITY;
    this.#expire = () => {};
  }

  /** The connection's own deadline is kept where connections are made, see dispatcher.ts. */
  #limit(): number {
    return (this.#phase === 'waiting' ? 0 : this.#deadlines[this.#phase]) || Number.POSITIVE_INFINITY;
  }

  #due(): number {
    return Math.min(
      this.#since + this.#limit(),
      this.#start + (this.#deadlines.total || Number.POSITIVE_INFINITY),
    );
  }

  #arm(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#reading);
    this.#firesAt = this.#due();
    if (this.#firesAt === Number.POSITIVE_INFINITY) {
      return;
    }
    // setTimeout turns a longer delay into 1 ms.
    const delay = Math.min(Math.ceil(this.#firesAt - performance.now()), 2 ** 31 - 1);
    this.#timer = setTimeout(() => this.#fired(), Math.max(delay, 0));
  }

  #fired(): void {
    if (performance.now() < this.#due()) {
      this.#arm();
      return;
    }
    // What came while the process was busy elsewhere is read first: it was not the service that was silent.
    this.#reading = setImmediate(() => this.#end());
  }

  #end(): void {
    const now = performance.now();
    if (now < this.#due()) {
      this.#arm();
      return;
    }
    this.#firesAt = Number.POSITIVE_INFINITY;
    const total = this.#deadlines.total > 0 && now >= this.#start + this.#deadlines.total;
    const code = total ? 'total' : this.#phase;
    this.#expire(timeoutError(code, total ? this.#deadlines.total : this.#limit(), this.#host));
  }
}

function timeoutError(code: Phase | 'total', limit: number, host: string): ServiceError {
  const time = limit < 1000 ? `${limit} ms` : `${Math.round(limit / 100) / 10} seconds`;
  const message =
    code === 'total'
      ? `${host} did not finish within ${time}.`
      : code === 'idle'
        ? `${host} fell silent for ${time}.`
        : `${host} did not begin to answer within ${time}.`;
  return new ServiceError('timeout', message, { code, host });
}
