import { quantisedQuery } from './quantised.ts';
import type { VectorBlocks } from './vector-blocks.ts';

/** Milliseconds of one turn, after which others have theirs: a key that is typed does not wait longer. */
const TURN = 8;
/** Vectors between two looks at the clock. */
const STEP = 256;

export interface Scored {
  /** Among the slots that were given. */
  readonly index: number;
  /** Cosine, from -1 to 1. */
  readonly score: number;
}

/**
 * Compares a vector with those in some slots, and gives them from the nearest on, for as long as they are asked for; of
 * equally near ones, the first first. It works in short turns.
 *
 * @param least no cosine below this
 * @throws {IndexError} `vector`
 */
export async function nearest(
  blocks: VectorBlocks,
  slots: Uint32Array,
  vector: ArrayLike<number>,
  { least = -1, signal }: { readonly least?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<Iterable<Scored>> {
  const { codes, scale } = quantisedQuery(vector);
  const found = new Ranking(slots.length);
  let until = performance.now() + TURN;
  for (let index = 0; index < slots.length; index += 1) {
    if (index % STEP === STEP - 1 && performance.now() > until) {
      await others();
      until = performance.now() + TURN;
    }
    if (index % STEP === 0) {
      signal?.throwIfAborted();
    }
    const slot = slots[index] ?? 0;
    const score = Math.max(-1, Math.min(1, blocks.product(slot, codes) * scale));
    if (score >= least) {
      found.add(index, score);
    }
  }
  return found.fromBest();
}

/** A heap: the best one is on top, and the rest is put in order only as far as it is asked for. */
class Ranking {
  readonly #indices: Uint32Array;
  readonly #scores: Float64Array;
  #length = 0;

  constructor(most: number) {
    this.#indices = new Uint32Array(most);
    this.#scores = new Float64Array(most);
  }

  add(index: number, score: number): void {
    this.#indices[this.#length] = index;
    this.#scores[this.#length] = score;
    this.#length += 1;
  }

  *fromBest(): Generator<Scored> {
    for (let at = (this.#length >> 1) - 1; at >= 0; at -= 1) {
      this.#sink(at);
    }
    while (this.#length > 0) {
      yield { index: this.#indices[0] ?? 0, score: this.#scores[0] ?? 0 };
      this.#length -= 1;
      this.#swap(0, this.#length);
      this.#sink(0);
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = right < this.#length && this.#isBetter(right, left) ? right : left;
      if (child >= this.#length || !this.#isBetter(child, at)) {
        return;
      }
      this.#swap(at, child);
      at = child;
    }
  }

  #isBetter(one: number, other: number): boolean {
    const difference = (this.#scores[one] ?? 0) - (this.#scores[other] ?? 0);
    return difference > 0 || (difference === 0 && (this.#indices[one] ?? 0) < (this.#indices[other] ?? 0));
  }

  #swap(one: number, other: number): void {
    const index = this.#indices[one] ?? 0;
    const score = this.#scores[one] ?? 0;
    this.#indices[one] = this.#indices[other] ?? 0;
    this.#scores[one] = this.#scores[other] ?? 0;
    this.#indices[other] = index;
    this.#scores[other] = score;
  }
}

/** Lets others have their turn, such as who types. */
function others(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
