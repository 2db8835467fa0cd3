import type { Memento } from 'vscode';

/** UTF-16 units; what is longer belongs in a file. */
const LONGEST = 10_000;

/** Texts that were given to a question, on this machine. */
export class TextHistory {
  readonly #state: Memento;
  readonly #key: string;
  readonly #most: number;

  /**
   * @param key of its own for each question
   * @param most texts to keep
   */
  constructor(state: Memento, key: string, most: number) {
    this.#state = state;
    this.#key = key;
    this.#most = most;
  }

  /** Newest first, each once. */
  list(): readonly string[] {
    const kept: unknown = this.#state.get(this.#key);
    const texts = Array.isArray(kept) ? kept.filter(isKept) : [];
    return [...new Set(texts)].slice(0, this.#most);
  }

  /** Puts a text first, wherever it was before. */
  async add(given: string): Promise<void> {
    const text = given.trim();
    if (isKept(text)) {
      await this.#keep([text, ...this.list().filter((known) => known !== text)].slice(0, this.#most));
    }
  }

  async remove(text: string): Promise<void> {
    await this.#keep(this.list().filter((known) => known !== text));
  }

  async #keep(texts: readonly string[]): Promise<void> {
    try {
      await this.#state.update(this.#key, texts);
    } catch {
      // What was asked for is worth doing though it will not be remembered.
    }
  }
}

function isKept(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST;
}
