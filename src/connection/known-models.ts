import type { Memento } from 'vscode';
import type { BaseUrl } from '../service/base-url.ts';

const KEY = 'inkwell.knownModels';
/** Services to remember, and models of each. */
const MOST_SERVICES = 20;
const MOST_MODELS = 500;

/**
 * Which models a service listed last, for who wants to tell of them though nobody asked: VS Code looks for language models
 * whenever a window opens, and that is no reason to send anything.
 */
export class KnownModels {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  /** Identifiers; none of a service that was not asked yet. */
  of({ href }: BaseUrl): readonly string[] {
    const ids = this.#all()[href];
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  }

  async remember({ href }: BaseUrl, ids: readonly string[]): Promise<void> {
    const { [href]: before, ...others } = this.#all();
    const now = ids.slice(0, MOST_MODELS);
    if (JSON.stringify(before) !== JSON.stringify(now)) {
      const kept = Object.entries(others).slice(1 - MOST_SERVICES);
      await this.#state.update(KEY, Object.fromEntries([...kept, [href, now]]));
    }
  }

  #all(): Record<string, unknown> {
    const kept: unknown = this.#state.get(KEY);
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  }
}
