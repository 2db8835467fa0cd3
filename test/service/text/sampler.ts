import { createHash } from 'node:crypto';

/** What steers the choice among continuations (interface §4.3). */
export interface Decoding {
  temperature?: number | undefined;
  top_p?: number | undefined;
  presence_penalty?: number | undefined;
  frequency_penalty?: number | undefined;
}

/** Numbers in [0, 1) that look random and are the same for the same seed. */
export function randomNumbers(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  // The mulberry32 generator.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Chooses among phrases as a model chooses among tokens: the earlier in the list the likelier, flattened by
 * temperature, cut by top_p, with penalties for phrases already used. At temperature 0 it takes the likeliest.
 */
export class Sampler {
  readonly #random: () => number;
  readonly #temperature: number;
  readonly #topP: number;
  readonly #presence: number;
  readonly #frequency: number;
  readonly #uses = new Map<string, number>();

  constructor(seed: string, decoding: Decoding) {
    this.#random = randomNumbers(seed);
    this.#temperature = decoding.temperature ?? 1;
    this.#topP = decoding.top_p ?? 1;
    this.#presence = decoding.presence_penalty ?? 0;
    this.#frequency = decoding.frequency_penalty ?? 0;
  }

  pick(phrases: readonly [string, ...string[]]): string {
    const logits = phrases.map((phrase, rank) => {
      const uses = this.#uses.get(phrase) ?? 0;
      // One use costs a little in any case: nobody wants the same sentence twice in a row.
      return -0.5 * rank - uses * (2 + this.#frequency) - (uses > 0 ? this.#presence : 0);
    });
    const chosen = phrases[this.#draw(logits)] ?? phrases[0];
    this.#uses.set(chosen, (this.#uses.get(chosen) ?? 0) + 1);
    return chosen;
  }

  #draw(logits: number[]): number {
    const random = this.#random();
    const greatest = Math.max(...logits);
    if (this.#temperature === 0 || this.#topP === 0) {
      return logits.indexOf(greatest);
    }
    const ranked = logits
      .map((logit, index) => ({ index, weight: Math.exp((logit - greatest) / this.#temperature) }))
      .sort((a, b) => b.weight - a.weight);
    const total = ranked.reduce((sum, { weight }) => sum + weight, 0);
    // The nucleus: the likeliest phrases until their probabilities add up to top_p.
    const nucleus: typeof ranked = [];
    let mass = 0;
    for (const candidate of ranked) {
      nucleus.push(candidate);
      mass += candidate.weight;
      if (mass >= this.#topP * total) {
        break;
      }
    }
    let left = random * mass;
    for (const { index, weight } of nucleus) {
      left -= weight;
      if (left < 0) {
        return index;
      }
    }
    return nucleus[0]?.index ?? 0;
  }
}
