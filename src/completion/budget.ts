import { loadTokenizer, mostTokens } from '../models/tokens.ts';

/** What is to be completed: text before, and after, one place. */
export interface Passage {
  readonly prompt: string;
  readonly suffix?: string;
}

/** Whether a request fits the model's context length (§8), and what it takes to make it fit. */
export type Fit =
  | { readonly kind: 'fits' }
  /** The prompt fits, with this many tokens left for the answer. */
  | { readonly kind: 'lower'; readonly max_tokens: number }
  /** The prompt alone, of about so many tokens, is too long. */
  | { readonly kind: 'over'; readonly promptTokens: number };

/** The service's own `max_tokens` where the request has none. */
const DEFAULT_MAX_TOKENS = 16;
/** Share of the room that the text before the place gets, where both sides do not fit. */
const PROMPT_SHARE = 0.75;

function textOf({ prompt, suffix = '' }: Passage): string {
  return prompt + suffix;
}

/** Counts tokens only when a look at the length cannot tell. */
export async function checkFit(
  passages: readonly Passage[],
  maxTokens: number | undefined,
  contextLength: number,
): Promise<Fit> {
  const wanted = maxTokens ?? DEFAULT_MAX_TOKENS;
  if (passages.every((passage) => mostTokens(textOf(passage)) + wanted <= contextLength)) {
    return { kind: 'fits' };
  }
  const tokenizer = await loadTokenizer();
  const promptTokens = Math.max(
    ...passages.map((passage) => tokenizer.count(textOf(passage), contextLength)),
  );
  const room = contextLength - promptTokens;
  if (room >= wanted) {
    return { kind: 'fits' };
  }
  return room >= 1 ? { kind: 'lower', max_tokens: room } : { kind: 'over', promptTokens };
}

/** Keeps what is nearest to the place of completion: the prompt's end and the suffix's beginning. */
export async function shorten(
  passage: Passage,
  maxTokens: number | undefined,
  contextLength: number,
): Promise<Passage> {
  const tokenizer = await loadTokenizer();
  // Half the context is left for an answer that asks for more than that.
  const answer = Math.min(maxTokens ?? DEFAULT_MAX_TOKENS, Math.floor(contextLength / 2));
  const room = Math.max(contextLength - answer, 1);
  const { prompt, suffix } = passage;
  if (suffix === undefined) {
    return { prompt: tokenizer.keepEnd(prompt, room) };
  }
  const suffixTokens = tokenizer.count(suffix, room);
  const promptTokens = tokenizer.count(prompt, room);
  const promptRoom = Math.max(Math.floor(room * PROMPT_SHARE), room - suffixTokens);
  const keptPrompt = Math.min(promptTokens, promptRoom);
  return {
    prompt: tokenizer.keepEnd(prompt, keptPrompt),
    suffix: tokenizer.keepStart(suffix, room - keptPrompt),
  };
}
