/** Milliseconds of quiet in which nobody types, before it is asked. */
const QUIET = 250;

export interface QuietQueryHandlers<T> {
  ask(text: string, signal: AbortSignal): Promise<T>;
  /** An answer will follow, or a failure, unless something else is asked before. */
  begun(text: string): void;
  answered(text: string, answer: T): void;
  failed(text: string, error: unknown): void;
}

/**
 * Asks about what is typed, once it has been typed: one thing at a time, of which only the last counts. What is asked
 * already is not asked anew.
 */
export class QuietQuery<T> {
  readonly #handlers: QuietQueryHandlers<T>;
  readonly #quiet: number;
  #text: string | undefined;
  #stop: AbortController | undefined;
  #soon: NodeJS.Timeout | undefined;

  /** @param quiet milliseconds */
  constructor(handlers: QuietQueryHandlers<T>, quiet = QUIET) {
    this.#handlers = handlers;
    this.#quiet = quiet;
  }

  /** What is asked, or about to be. */
  get text(): string | undefined {
    return this.#text;
  }

  get isPending(): boolean {
    return this.#soon !== undefined || this.#stop !== undefined;
  }

  /** Asks when no more is typed for a moment. */
  type(text: string): void {
    if (text !== this.#text) {
      this.stop();
      this.#text = text;
      this.#handlers.begun(text);
      this.#soon = setTimeout(() => void this.#ask(text), this.#quiet);
    }
  }

  /** Asks at once; also once more, where it was answered or has failed. */
  now(text: string): void {
    if (text !== this.#text || this.#stop === undefined) {
      this.stop();
      this.#text = text;
      this.#handlers.begun(text);
      void this.#ask(text);
    }
  }

  /** Ends what is under way, and forgets what was asked. */
  stop(): void {
    clearTimeout(this.#soon);
    this.#stop?.abort();
    this.#soon = undefined;
    this.#stop = undefined;
    this.#text = undefined;
  }

  async #ask(text: string): Promise<void> {
    const stop = new AbortController();
    this.#soon = undefined;
    this.#stop = stop;
    try {
      const answer = await this.#handlers.ask(text, stop.signal);
      if (!stop.signal.aborted) {
        this.#stop = undefined;
        this.#handlers.answered(text, answer);
      }
    } catch (error) {
      if (!stop.signal.aborted) {
        this.#stop = undefined;
        this.#handlers.failed(text, error);
      }
    }
  }
}
