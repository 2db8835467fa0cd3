/**
 * Holds an answer until the test lets it go on. A stream passes the gate once before each of its events, its
 * `[DONE]` included; any other answer passes it once, before its headers.
 */
export class Gate {
  #permits = 0;
  #passed = 0;
  readonly #held: (() => void)[] = [];
  readonly #watchers: (() => void)[] = [];

  /** How many events went through so far. */
  get passed(): number {
    return this.#passed;
  }

  /** Lets this many more events through, now or when they come. */
  release(count = 1): void {
    this.#permits += count;
    while (this.#permits > 0) {
      const go = this.#held.shift();
      if (!go) {
        return;
      }
      this.#permits -= 1;
      this.#passed += 1;
      go();
    }
  }

  /** Lets everything through from now on. */
  open(): void {
    this.release(Number.POSITIVE_INFINITY);
  }

  /** Resolves when an answer stands before the closed gate, with everything released so far written. */
  waiting(): Promise<void> {
    if (this.#held.length > 0) {
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  /** For the service: goes on when released, or when the exchange is over. */
  pass(closed: AbortSignal): Promise<void> {
    if (closed.aborted) {
      return Promise.resolve();
    }
    if (this.#permits > 0) {
      this.#permits -= 1;
      this.#passed += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const leave = () => {
        this.#held.splice(this.#held.indexOf(go), 1);
        resolve();
      };
      const go = () => {
        closed.removeEventListener('abort', leave);
        resolve();
      };
      closed.addEventListener('abort', leave, { once: true });
      this.#held.push(go);
      for (const tell of this.#watchers.splice(0)) {
        tell();
      }
    });
  }
}
