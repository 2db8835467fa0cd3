/** Those who want to be told of something. One that fails keeps the others from nothing. */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #report: (error: unknown) => void;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  add(listener: (value: T) => void): { dispose(): void } {
    // The same function may be added twice, and taken away once.
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  }

  tell(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.#report(error);
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
