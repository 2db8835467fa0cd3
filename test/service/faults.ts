import type { Gate } from './gate.ts';
import type { ErrorBody } from './refusal.ts';

/** How the events of a stream are written; every variant is one that a correct client must read alike. */
export interface Framing {
  type: 'framing';
  eol?: 'lf' | 'crlf' | 'cr';
  /** A byte order mark before the first event. */
  bom?: boolean;
  /** A `: ping` comment before each event. */
  comments?: boolean;
  /** An event without data before each event. */
  emptyEvents?: boolean;
  /** The JSON of an event spread over several `data:` lines. */
  manyDataLines?: boolean;
  /** `data:` without the space that may follow it. */
  noSpace?: boolean;
  /** `[DONE]` followed by a space. */
  doneSpace?: boolean;
  /** The last event ends without its blank line. */
  noFinalBlankLine?: boolean;
  /** A last chunk with `usage` and empty `choices`. */
  usageChunk?: boolean;
  /** Writes the stream in pieces of this many bytes, wherever that falls. */
  slice?: number;
}

/** Where the service destroys the connection. */
export type CutPoint = 'accept' | 'headers' | 'body' | { afterEvents: number } | { afterBytes: number };

export type Fault =
  /** Waits this many milliseconds before the headers. */
  | { type: 'latency'; ms: number }
  /** Never answers; the exchange ends when one side closes the connection. */
  | { type: 'stallBeforeHeaders' }
  /** Streams this many events, then falls silent with the connection open. */
  | { type: 'stallAfter'; events: number }
  /** Waits this many milliseconds before each event of a stream. */
  | { type: 'pace'; ms: number }
  | { type: 'hold'; gate: Gate }
  | { type: 'cut'; at: CutPoint }
  /** Answers this status without looking at the request; `body` replaces the usual error object. */
  | {
      type: 'status';
      status: number;
      body?: string;
      contentType?: string;
      headers?: Record<string, string>;
      error?: Partial<ErrorBody>;
    }
  /** A log-in page, as a captive portal or a single sign-on gateway gives it. */
  | { type: 'html'; status?: number }
  /** The right body under another Content-Type; null sends none. */
  | { type: 'contentType'; value: string | null }
  /** A complete JSON answer where a stream was asked for; without `body`, an error object under status 200. */
  | { type: 'jsonInsteadOfStream'; body?: unknown }
  /** Leaves this field, or these, out of the JSON answer or of each chunk, for instance `choices`. */
  | { type: 'missing'; field: string | readonly string[] }
  /** The stream ends without `[DONE]`, and unless `finishReason` is set without a finish reason too. */
  | { type: 'noDone'; finishReason?: boolean }
  /** An event with an `error` object after this many events; the stream ends there. */
  | { type: 'errorEvent'; afterEvents: number; error?: Partial<ErrorBody> }
  /** The first event that carries text is padded to a line of this many bytes. */
  | { type: 'longLine'; bytes: number }
  /** Bytes that are no UTF-8 stand inside the first text of the answer. */
  | { type: 'invalidUtf8' }
  /** These bytes, each slice in a write of its own (which `hold` holds), instead of the answer's body. */
  | {
      type: 'bytes';
      slices: readonly (string | Uint8Array)[];
      contentType?: string;
      finish?: 'end' | 'stall' | 'cut';
    }
  | { type: 'redirect'; location: string; status?: 301 | 302 | 303 | 307 | 308 }
  /** Sends this `x-request-id`, or none. */
  | { type: 'requestId'; value: string | null }
  /**
   * Refuses (413 unless said otherwise) as soon as this many bytes of the body have come, 0 unless said
   * otherwise. Afterwards it reads the rest and throws it away, or with `close` shuts the connection.
   */
  | { type: 'earlyRefusal'; status?: number; afterBytes?: number; finish?: 'drain' | 'close' }
  | Framing;

/** Every type of fault, and whether only a stream can show it. */
export const faultTypes: Readonly<Record<Fault['type'], { needsStream: boolean }>> = {
  latency: { needsStream: false },
  stallBeforeHeaders: { needsStream: false },
  stallAfter: { needsStream: true },
  pace: { needsStream: true },
  hold: { needsStream: false },
  cut: { needsStream: false },
  status: { needsStream: false },
  html: { needsStream: false },
  contentType: { needsStream: false },
  jsonInsteadOfStream: { needsStream: true },
  missing: { needsStream: false },
  noDone: { needsStream: true },
  errorEvent: { needsStream: true },
  longLine: { needsStream: true },
  invalidUtf8: { needsStream: false },
  bytes: { needsStream: false },
  redirect: { needsStream: false },
  requestId: { needsStream: false },
  earlyRefusal: { needsStream: false },
  framing: { needsStream: true },
};

export type FaultOf<T extends Fault['type']> = Extract<Fault, { type: T }>;

export interface FaultOptions {
  /** How many matching requests it meets; 1 unless said otherwise, `Infinity` until the faults are cleared. */
  times?: number;
  /** The path it is for: a string that ends the path, or a pattern. */
  path?: string | RegExp;
}

interface Entry {
  faults: readonly Fault[];
  left: number;
  matches(path: string): boolean;
}

/**
 * The faults still to come. Counted entries queue: each request takes the first that matches its path. Lasting
 * entries apply to every matching request besides, the counted one winning where both have the same type.
 */
export class FaultQueue {
  #entries: Entry[] = [];

  add(fault: Fault | readonly Fault[], options: FaultOptions = {}): void {
    const { path } = options;
    this.#entries.push({
      faults: 'type' in fault ? [fault] : fault,
      left: options.times ?? 1,
      matches: (candidate) => {
        if (path === undefined) {
          return true;
        }
        return typeof path === 'string' ? candidate.endsWith(path) : path.test(candidate);
      },
    });
  }

  clear(): void {
    this.#entries = [];
  }

  /** What is queued, for the control endpoint. */
  list(): { faults: readonly Fault[]; times: number }[] {
    return this.#entries.map(({ faults, left }) => ({ faults, times: left }));
  }

  take(path: string): FaultSet {
    const matching = this.#entries.filter((entry) => entry.matches(path));
    const lasting = matching.filter((entry) => entry.left === Number.POSITIVE_INFINITY);
    const counted = matching.find((entry) => entry.left !== Number.POSITIVE_INFINITY);
    if (counted) {
      counted.left -= 1;
      this.#entries = this.#entries.filter((entry) => entry.left > 0);
    }
    return new FaultSet(
      lasting.flatMap((entry) => [...entry.faults]),
      counted?.faults ?? [],
    );
  }
}

/** The faults of one request. */
export class FaultSet {
  readonly #faults = new Map<Fault['type'], Fault>();
  readonly #counted: readonly Fault[];

  constructor(lasting: readonly Fault[], counted: readonly Fault[]) {
    for (const fault of [...lasting, ...counted]) {
      this.#faults.set(fault.type, fault);
    }
    this.#counted = counted;
  }

  get<T extends Fault['type']>(type: T): FaultOf<T> | undefined {
    const fault = this.#faults.get(type);
    return fault && isOfType(fault, type) ? fault : undefined;
  }

  /** A counted fault that only a stream can show, or undefined. */
  get needsStream(): Fault | undefined {
    return this.#counted.find(
      (fault) =>
        faultTypes[fault.type].needsStream ||
        (fault.type === 'cut' && typeof fault.at === 'object' && 'afterEvents' in fault.at),
    );
  }
}

function isOfType<T extends Fault['type']>(fault: Fault, type: T): fault is FaultOf<T> {
  return fault.type === type;
}
