import { randomNumbers } from './sampler.ts';
import { type Token, textOfTokens, tokensOf } from './tokens.ts';

export interface Limits {
  maxTokens: number;
  stop?: string | readonly string[] | undefined;
  logitBias?: Readonly<Record<string, number>> | undefined;
}

export interface Generated {
  tokens: Token[];
  finishReason: 'stop' | 'length';
}

/** How often a forced token is said where nothing else bounds the answer. */
const forcedLength = 64;

/** Ends a text as a model's answer would end: biased, stopped and cut to its number of tokens. */
export function generate(text: string, { maxTokens, stop, logitBias }: Limits): Generated {
  const tokens = cutAtStop(applyBias(text, logitBias ?? {}, maxTokens), stop);
  return tokens.length > maxTokens
    ? { tokens: tokens.slice(0, maxTokens), finishReason: 'length' }
    : { tokens, finishReason: 'stop' };
}

/** A token with bias 100 is the only one said; tokens with -100 are never said. Other values change nothing. */
function applyBias(text: string, bias: Readonly<Record<string, number>>, maxTokens: number): Token[] {
  const forced = Object.keys(bias).find((id) => bias[id] === 100);
  if (forced !== undefined) {
    const token = { id: Number(forced), text: textOfTokens([Number(forced)]) ?? '' };
    // One more than may be said, so that the answer ends for its length as it does with a real model.
    return Array.from({ length: Math.min(maxTokens, forcedLength) + 1 }, () => token);
  }
  return tokensOf(text).filter((token) => bias[token.id] !== -100);
}

/** The tokens before the first stop sequence; the token in which it starts is shortened. */
function cutAtStop(tokens: Token[], stop: Limits['stop']): Token[] {
  const text = tokens.map((token) => token.text).join('');
  const sequences = typeof stop === 'string' ? [stop] : (stop ?? []);
  const found = sequences.map((sequence) => text.indexOf(sequence)).filter((at) => at >= 0);
  if (found.length === 0) {
    return tokens;
  }
  let left = Math.min(...found);
  const kept: Token[] = [];
  for (const token of tokens) {
    if (left <= 0) {
      break;
    }
    kept.push(token.text.length <= left ? token : { ...token, text: token.text.slice(0, left) });
    left -= token.text.length;
  }
  return kept;
}

/** The structure that `logprobs` asks for, one entry a token in each list. */
export interface Logprobs {
  tokens: string[];
  token_logprobs: (number | null)[];
  /** Null when 0 alternatives were asked for. */
  top_logprobs: (Record<string, number> | null)[] | null;
  /** Where each token starts in prompt and answer together, in UTF-16 units. */
  text_offset: number[];
}

const words = ['value', 'result', 'next', 'first', 'line', 'name', 'light', 'water', 'old', 'each'] as const;
const signs = ['.', ',', ';', ')', '(', ' =', ':', ' {', '!', '?'] as const;

/** What might have stood where a token stands: words for a word, with what is before it, and signs for a sign. */
function others(text: string, random: number): string[] {
  const isWord = /\w/.test(text);
  const before = /^\W*/.exec(text)?.[0] ?? '';
  const pool = isWord ? words.map((word) => before + word) : signs;
  const first = Math.floor(random * pool.length);
  return [...pool.slice(first), ...pool.slice(0, first)].filter((other) => other !== text);
}

/** Most tokens are as good as certain, some are not, and a few were not even the likeliest. Space is certain. */
function probabilityOf(text: string, kind: number, random: number): number {
  if (text.trim() === '' || kind < 0.74) {
    return 0.85 + 0.149 * random;
  }
  return kind < 0.9 ? 0.5 + 0.2 * random : 0.2 + 0.3 * random;
}

/**
 * Log probabilities for tokens that start at `offset`, with those of alternatives that share what is left.
 * With `fromStart`, the first token has none, since nothing stands before it.
 */
export function logprobsOf(
  tokens: readonly Token[],
  count: number,
  offset: number,
  fromStart: boolean,
): Logprobs {
  const result: Logprobs = {
    tokens: [],
    token_logprobs: [],
    top_logprobs: count === 0 ? null : [],
    text_offset: [],
  };
  let at = offset;
  for (const token of tokens) {
    const unknown = fromStart && at === 0;
    const random = randomNumbers(`${at}:${token.text}`);
    const chosen = probabilityOf(token.text, random(), random());
    const top: Record<string, number> = { [token.text]: Math.log(chosen) };
    let left = 1 - chosen;
    for (const other of others(token.text, random()).slice(0, Math.max(0, count - 1))) {
      const share = left * (0.4 + 0.3 * random());
      top[other] = Math.log(share);
      left -= share;
    }
    result.tokens.push(token.text);
    result.token_logprobs.push(unknown ? null : Math.log(chosen));
    result.top_logprobs?.push(unknown ? null : top);
    result.text_offset.push(at);
    at += token.text.length;
  }
  return result;
}

/** The mean log probability of the tokens, by which `best_of` ranks candidates. */
export function score(tokens: readonly Token[]): number {
  const { token_logprobs } = logprobsOf(tokens, 0, 1, false);
  return token_logprobs.reduce<number>((sum, each) => sum + (each ?? 0), 0) / Math.max(1, tokens.length);
}
