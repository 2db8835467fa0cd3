/** A token as a service tells of it, and what else might have stood there. */
interface TokenOdds {
  readonly text: string;
  /** `undefined` where the service does not know, as of a prompt's first token. */
  readonly probability: number | undefined;
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly text: string;
  readonly probability: number;
}

/** A token at its place in the text, in UTF-16 units. */
export interface PlacedToken extends Omit<TokenOdds, 'text'> {
  readonly start: number;
  readonly end: number;
}

/** Some services count with a little less than they say, so that a certain token is more than certain. */
const ROUNDING = 0.01;
/** UTF-16 units of an alternative. */
const LONGEST = 60;
const MOST_ALTERNATIVES = 6;

/**
 * Finds the tokens that a service tells of in the text that it sent, both of which come in pieces, not always in step.
 * The text counts: where the tokens are not its own, as of a service that tells of bytes, there is none that could be shown.
 */
export class TokenPlaces {
  #text = '';
  #at = 0;
  #waiting: TokenOdds[] = [];
  /** Those that were found, in their order; `undefined` once something does not fit. */
  #found: PlacedToken[] | undefined = [];
  #hasEnded = false;

  get found(): readonly PlacedToken[] {
    return this.#found ?? [];
  }

  /** Whether nothing can be said of this text. */
  get isLost(): boolean {
    return this.#found === undefined;
  }

  /** @param logprobs as the service sent it, if it did */
  push(text: string, logprobs: unknown): void {
    this.#text += text;
    if (this.#found === undefined || this.#hasEnded) {
      return;
    }
    const tokens = logprobs === undefined || logprobs === null ? [] : tokensOf(logprobs);
    if (tokens === undefined) {
      this.#lose();
      return;
    }
    this.#waiting.push(...tokens);
    this.#place();
  }

  /** No more is to come; what the tokens leave out of the text was never told of. */
  end(): void {
    this.#hasEnded = true;
    const [next] = this.#waiting;
    const rest = this.#text.slice(this.#at);
    if (this.#found && rest !== '' && next?.text.startsWith(rest)) {
      // Cut within a token, by a stop sequence.
      this.#add(next, this.#text.length);
    } else if (rest !== '') {
      this.#lose();
    }
    this.#waiting = [];
  }

  #place(): void {
    let count = 0;
    for (const token of this.#waiting) {
      if (!this.#text.startsWith(token.text, this.#at)) {
        const rest = this.#text.slice(this.#at, this.#at + token.text.length);
        if (!token.text.startsWith(rest)) {
          this.#lose();
          return;
        }
        // The rest of its text is still on the way.
        break;
      }
      this.#add(token, this.#at + token.text.length);
      count += 1;
    }
    this.#waiting.splice(0, count);
  }

  #add({ text: _, ...odds }: TokenOdds, end: number): void {
    if (end > this.#at) {
      this.#found?.push({ ...odds, start: this.#at, end });
    }
    this.#at = end;
  }

  #lose(): void {
    this.#found = undefined;
    this.#waiting = [];
  }
}

/** How sure a model was of some tokens: the geometric mean of their probabilities. */
export function confidenceIn(tokens: readonly Pick<PlacedToken, 'probability'>[]): number | undefined {
  const known = tokens.flatMap(({ probability }) => probability ?? []);
  const sum = known.reduce((total, probability) => total + Math.log(probability), 0);
  return known.length === 0 ? undefined : Math.exp(sum / known.length);
}

/**
 * The structure of `logprobs` is not shown in §2. Most services send lists of the same length; llama.cpp sends for completions
 * what others do for chats. `undefined` where it is neither.
 */
function tokensOf(logprobs: unknown): TokenOdds[] | undefined {
  if (!isObject(logprobs)) {
    return undefined;
  }
  const { content, tokens, token_logprobs, top_logprobs } = logprobs;
  if (Array.isArray(content)) {
    return all(content.map(tokenOfChat));
  }
  if (!Array.isArray(tokens) || !isListOf(token_logprobs, tokens.length)) {
    return undefined;
  }
  const tops = top_logprobs ?? [];
  if (!Array.isArray(tops) || (tops.length > 0 && tops.length !== tokens.length)) {
    return undefined;
  }
  return all(
    tokens.map((text: unknown, index) => {
      const top: unknown = tops[index] ?? {};
      return isObject(top) ? tokenOf(text, token_logprobs[index], Object.entries(top)) : undefined;
    }),
  );
}

function tokenOfChat(entry: unknown): TokenOdds | undefined {
  if (!isObject(entry)) {
    return undefined;
  }
  const { token, logprob, top_logprobs } = entry;
  const tops: unknown[] = Array.isArray(top_logprobs) ? top_logprobs : [];
  return tokenOf(
    token,
    logprob,
    tops.flatMap((top) => (isObject(top) ? [[top.token, top.logprob] as const] : [])),
  );
}

function tokenOf(
  text: unknown,
  logprob: unknown,
  tops: readonly (readonly [text: unknown, logprob: unknown])[],
): TokenOdds | undefined {
  const probability = logprob === null ? undefined : probabilityOf(logprob);
  if (typeof text !== 'string' || (logprob !== null && probability === undefined)) {
    return undefined;
  }
  const alternatives = tops.flatMap(([other, odds]) => {
    const likelihood = probabilityOf(odds);
    return typeof other === 'string' && likelihood !== undefined
      ? [{ text: other.slice(0, LONGEST), probability: likelihood }]
      : [];
  });
  return {
    text,
    probability,
    alternatives: alternatives.sort((a, b) => b.probability - a.probability).slice(0, MOST_ALTERNATIVES),
  };
}

/** `undefined` for what is none. */
function probabilityOf(logprob: unknown): number | undefined {
  return typeof logprob === 'number' && logprob <= ROUNDING ? Math.exp(Math.min(logprob, 0)) : undefined;
}

function all<T>(items: readonly (T | undefined)[]): T[] | undefined {
  const there = items.filter((item) => item !== undefined);
  return there.length === items.length ? there : undefined;
}

function isListOf(value: unknown, length: number): value is unknown[] {
  return Array.isArray(value) && value.length === length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
