import type { Memento } from 'vscode';
import type { BaseUrl } from '../service/base-url.ts';

/** Milliseconds; after this a service is asked once more whether it has `/v1/edits`. */
const MEMORY = 24 * 60 * 60 * 1000;
/** Services to remember. */
const MOST = 50;

const KEY = 'inkwell.withoutEdits';

/** Remembers which services have no `/v1/edits` (§4.5), so that not every edit begins with a refusal. */
export class EditsSupport {
  readonly #state: Memento;
  readonly #now: () => number;

  /** @param now milliseconds, as of `Date` */
  constructor(state: Memento, now: () => number = Date.now) {
    this.#state = state;
    this.#now = now;
  }

  /** Whether a service was found without it not long ago. */
  isMissing({ href }: BaseUrl): boolean {
    return this.#recent().has(href);
  }

  async remember({ href }: BaseUrl): Promise<void> {
    const known = this.#recent();
    known.delete(href);
    known.set(href, this.#now());
    await this.#keep(known);
  }

  async forget({ href }: BaseUrl): Promise<void> {
    const known = this.#recent();
    if (known.delete(href)) {
      await this.#keep(known);
    }
  }

  /** When each was asked, the oldest first. */
  #recent(): Map<string, number> {
    const kept: unknown = this.#state.get(KEY);
    const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    const now = this.#now();
    return new Map(
      entries.filter(
        (entry): entry is [string, number] =>
          // A time to come is of a clock that was wrong.
          typeof entry[1] === 'number' && entry[1] <= now && now - entry[1] < MEMORY,
      ),
    );
  }

  async #keep(known: ReadonlyMap<string, number>): Promise<void> {
    try {
      await this.#state.update(KEY, Object.fromEntries([...known].slice(-MOST)));
    } catch {
      // What is not remembered costs one request more the next time, and is no reason to fail this one.
    }
  }
}
