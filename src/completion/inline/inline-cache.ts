import type { InlinePlace } from './inline-context.ts';
import { isSamePlace, typedSince } from './inline-place.ts';

/** What can be shown at a place. */
export interface InlineHit {
  readonly text: string;
  /** UTF-16 units behind the cursor that it takes the place of: brackets and quotes that the editor has closed. */
  readonly replaced: number;
}

interface Entry {
  /** Document, model and parameters: see `inlineKey`. */
  readonly key: string;
  readonly place: InlinePlace;
  readonly candidates: readonly string[];
  /** UTF-16 units of the longest candidate: who has typed more is elsewhere. */
  readonly longest: number;
}

/** Answers, and UTF-16 units of all of them together. */
const MOST_ENTRIES = 100;
const MOST_UNITS = 4_000_000;
/** UTF-16 units of what was deleted before the place of an answer, all in one line, that are shown with it. */
const MOST_DELETED = 40;
/** What an answer is for, beside the place: of another model or other parameters it would be another. */
export function inlineKey(document: string, model: string, parameters: object): string {
  return JSON.stringify([document, model, parameters]);
}

/**
 * Answers by the text before and after the place they were for. It serves typing what was suggested, taking a part of it,
 * and going back, without a request.
 */
export class InlineCache {
  /** The one used last comes last. */
  readonly #entries = new Set<Entry>();
  #units = 0;

  /** Keeps an answer, in place of an earlier one for the same place. One without candidates says that there is nothing. */
  add(key: string, place: InlinePlace, candidates: readonly string[]): void {
    for (const entry of this.#entries) {
      if (entry.key === key && isSamePlace(entry.place, place)) {
        this.#remove(entry);
      }
    }
    const longest = Math.max(0, ...candidates.map(({ length }) => length));
    const entry: Entry = { key, place, candidates, longest };
    this.#entries.add(entry);
    this.#units += unitsOf(entry);
    for (const oldest of this.#entries) {
      if (this.#entries.size <= MOST_ENTRIES && this.#units <= MOST_UNITS) {
        break;
      }
      this.#remove(oldest);
    }
  }

  /**
   * What is known for a place, each text once: first of the answer that came last. `undefined` where a request is needed;
   * empty where a model had nothing to say.
   */
  find(key: string, place: InlinePlace): readonly InlineHit[] | undefined {
    const typed: Entry[] = [];
    const deleted: Entry[] = [];
    const hits = new Map<string, InlineHit>();
    const before: InlineHit[] = [];
    for (const entry of [...this.#entries].reverse()) {
      const since = place.offset - entry.place.offset;
      if (entry.key !== key || since > entry.longest || since < -MOST_DELETED) {
        continue;
      }
      if (entry.candidates.length === 0 && isSamePlace(entry.place, place)) {
        return this.#touched([entry], []);
      }
      const found = afterTyping(entry, place);
      for (const hit of found) {
        hits.set(hit.text, hits.get(hit.text) ?? hit);
      }
      if (found.length > 0) {
        typed.push(entry);
      } else {
        const again = afterDeleting(entry, place);
        before.push(...again);
        deleted.push(...(again.length > 0 ? [entry] : []));
      }
    }
    if (hits.size > 0) {
      return this.#touched(typed, [...hits.values()]);
    }
    // Of several, the one with the least deleted: others would be longer and no better.
    const [first] = before.toSorted((a, b) => a.text.length - b.text.length);
    return first ? this.#touched(deleted.slice(0, 1), [first]) : undefined;
  }

  /** Forgets what is known of a document, or everything. */
  clear(document?: string): void {
    const start = document === undefined ? '' : `[${JSON.stringify(document)},`;
    for (const entry of this.#entries) {
      if (entry.key.startsWith(start)) {
        this.#remove(entry);
      }
    }
  }

  #touched(entries: readonly Entry[], hits: readonly InlineHit[]): readonly InlineHit[] {
    for (const entry of entries.toReversed()) {
      this.#entries.delete(entry);
      this.#entries.add(entry);
    }
    return hits;
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) {
      this.#units -= unitsOf(entry);
    }
  }
}

function unitsOf({ key, place, candidates }: Entry): number {
  const texts = [key, place.prefix, place.suffix, ...candidates];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** What is left of the candidates of which the person has typed, or taken, the beginning. */
function afterTyping({ place, candidates }: Entry, now: InlinePlace): InlineHit[] {
  const since = typedSince(place, now);
  if (!since) {
    return [];
  }
  const { typed, closed } = since;
  return candidates.flatMap((candidate) => {
    const text = candidate.slice(typed.length);
    const isFitting = candidate.startsWith(typed) && text.trim() !== '' && hasInOrder(text, closed);
    return isFitting ? [{ text, replaced: closed.length }] : [];
  });
}

/** The candidates with what was deleted before them. */
function afterDeleting({ place, candidates }: Entry, now: InlinePlace): InlineHit[] {
  const since = typedSince(now, place);
  const isFitting = since?.closed === '' && since.typed.length <= MOST_DELETED && !since.typed.includes('\n');
  return isFitting ? candidates.map((text) => ({ text: since.typed + text, replaced: 0 })) : [];
}

function hasInOrder(text: string, characters: string): boolean {
  let at = 0;
  for (const character of characters) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) {
      return false;
    }
  }
  return true;
}
