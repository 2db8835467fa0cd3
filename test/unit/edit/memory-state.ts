import type { Memento } from 'vscode';

/** State as VS Code keeps it, in memory. */
export class MemoryState implements Memento {
  readonly #values = new Map<string, unknown>();
  readonly #first: unknown;
  fails = false;

  /** @param first what any key has until it is written */
  constructor(first?: unknown) {
    this.#first = first;
  }

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, otherwise?: T): T | undefined {
    // What was kept need not be what is asked for: that is what the tests are about.
    return (this.#values.has(key) ? this.#values.get(key) : (this.#first ?? otherwise)) as T | undefined;
  }

  async update(key: string, value: unknown): Promise<void> {
    if (this.fails) {
      throw new Error('nothing can be kept');
    }
    this.#values.set(key, structuredClone(value));
  }
}
