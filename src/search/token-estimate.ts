import type { Tokenizer } from '../models/tokens.ts';

/** UTF-16 units that are counted one by one; what comes after is taken to be like them. */
const COUNTED = 300_000;
/** Of what comes after, so many texts have one that is counted. */
const SAMPLED = 32;

type Counter = Pick<Tokenizer, 'count'>;

/** About how many tokens texts have, without counting them all. */
export class TokenEstimate {
  readonly #tokenizer: Counter | undefined;
  #texts = 0;
  #units = 0;
  #counted = 0;
  #guessed = 0;

  /** @param tokenizer without one, all is guessed */
  constructor(tokenizer?: Counter) {
    this.#tokenizer = tokenizer;
  }

  of(text: string): number {
    const guess = guessTokens(text);
    this.#texts += 1;
    if (this.#tokenizer && (this.#units < COUNTED || this.#texts % SAMPLED === 0)) {
      const tokens = this.#tokenizer.count(text);
      this.#units += text.length;
      this.#counted += tokens;
      this.#guessed += guess;
      return tokens;
    }
    return Math.max(1, Math.round(this.#guessed === 0 ? guess : (guess * this.#counted) / this.#guessed));
  }
}

/** Of Latin letters some make a token; of others, each is one or more. */
function guessTokens(text: string): number {
  const others = Buffer.byteLength(text) - text.length;
  return Math.max(1, Math.round((text.length - others / 2) / 3.2 + others / 2));
}
