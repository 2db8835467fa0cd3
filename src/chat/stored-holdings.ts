import type { StoredConversation } from './stored-conversation.ts';

/** A conversation that somebody here has open. */
interface Holding {
  holders: number;
  readonly stored: StoredConversation;
}

/** The conversations in memory: one for all who have it open, as long as somebody has. */
export class Holdings {
  readonly #held = new Map<string, Holding>();
  readonly #opening = new Map<string, Promise<void>>();

  get(id: string): StoredConversation | undefined {
    return this.#held.get(id)?.stored;
  }

  ids(): string[] {
    return [...this.#held.keys()];
  }

  all(): StoredConversation[] {
    return Array.from(this.#held.values(), ({ stored }) => stored);
  }

  /** For one more holder, the one in memory, else a new one. */
  hold(id: string, make: () => StoredConversation): StoredConversation {
    const holding = this.#held.get(id) ?? { holders: 0, stored: make() };
    holding.holders++;
    this.#held.set(id, holding);
    return holding.stored;
  }

  /** For one more holder, the one in memory, else one that is loaded once for all who ask meanwhile. */
  async holdLoaded(id: string, load: () => Promise<StoredConversation>): Promise<StoredConversation> {
    while (!this.#held.has(id)) {
      const opening =
        this.#opening.get(id) ??
        load()
          .then((stored) => {
            // One that was made meanwhile is the one that counts.
            if (!this.#held.has(id)) {
              this.#held.set(id, { holders: 0, stored });
            }
          })
          .finally(() => this.#opening.delete(id));
      this.#opening.set(id, opening);
      await opening;
    }
    return this.hold(id, () => {
      throw new Error('It is held.');
    });
  }

  /** One holder less. What nobody has open is let go of once it is written. */
  async release(id: string): Promise<void> {
    const holding = this.#held.get(id);
    if (!holding) {
      return;
    }
    holding.holders--;
    const { stored } = holding;
    await stored.flush().catch(() => {});
    if (holding.holders > 0 || this.#held.get(id) !== holding) {
      return;
    }
    if (!stored.unsaved) {
      this.#held.delete(id);
      stored.close();
      return;
    }
    const listening = stored.onProblem((error) => {
      if (!error) {
        listening.dispose();
        holding.holders++;
        void this.release(id);
      }
    });
  }

  clear(): void {
    for (const stored of this.all()) {
      stored.close();
    }
    this.#held.clear();
  }
}
