export interface Branch {
  readonly id: string;
  /** The same for all candidates of one request. */
  readonly request: string;
  readonly choice: number;
}

/**
 * A place where a conversation goes on, in as many ways as there are branches. Shown is what was chosen or added last;
 * of a request's candidates, the first one.
 */
export class Branches {
  readonly #requests = new Map<string, Branch[]>();
  #newest: readonly Branch[] = [];
  #shown: string | undefined;
  #isChosen = false;

  get shown(): string | undefined {
    return this.#shown;
  }

  /** What would be shown if nobody had chosen. */
  get shownByItself(): string | undefined {
    return this.#newest[0]?.id;
  }

  /** In order of appearance; the candidates of a request stand together, by choice. */
  get ids(): string[] {
    return Array.from(this.#requests.values(), (candidates) => candidates.map(({ id }) => id)).flat();
  }

  add(branch: Branch): void {
    const candidates = this.#requests.get(branch.request) ?? [];
    this.#requests.set(branch.request, candidates);
    const place = candidates.findLastIndex(({ choice }) => choice <= branch.choice) + 1;
    candidates.splice(place, 0, branch);
    this.#newest = candidates;
    // Another candidate is no reason to turn away from the one that was chosen.
    if (!this.#isChosen || !candidates.some(({ id }) => id === this.#shown)) {
      this.#shown = candidates[0]?.id;
      this.#isChosen = false;
    }
  }

  choose(id: string): void {
    this.#shown = id;
    this.#isChosen = true;
  }
}
