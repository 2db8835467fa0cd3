import { MESSAGE_OVERHEAD, REQUEST_OVERHEAD } from '../models/message-tokens.ts';

/** An estimate is taken to be short by this: other models cut the same text into more tokens. */
const ESTIMATE_MARGIN = 1.1;
/** Share of the context length that is kept free for the reply while turns are left out. */
const REPLY_SHARE = 0.25;
/** Tokens kept free for a reply of any length. */
const REPLY_RESERVE = 1024;

/** All that is needed of a message, with whatever its tokens can be told by. */
export interface BudgetedMessage {
  readonly role: 'user' | 'assistant';
}

export interface BudgetRequest<M extends BudgetedMessage> {
  /** Tokens of the system prompt's text; `undefined` where there is none. */
  readonly system: number | undefined;
  /** Oldest first. The last is the one to be answered. */
  readonly messages: readonly M[];
  /** So many of the last messages make no sense without each other; by default the last alone. */
  readonly together?: number | undefined;
  /** Tokens of a message's text. Asked from the newest on, and not for what cannot fit any more. */
  readonly tokensOf: (message: M) => number;
  /** As the person set it; anything but a number of tokens counts as not set. */
  readonly max_tokens: unknown;
  /** Tokens of prompt and `max_tokens` together (§8). */
  readonly contextLength: number;
  /** Whether the model may count otherwise than we do. */
  readonly isEstimate: boolean;
  /** Share of the context length to make use of: less than 1 after the service has found it too much. */
  readonly shrink?: number | undefined;
}

export interface Budget {
  /** How many messages are left out at the start. */
  readonly leftOut: number;
  /** What is to be sent as `max_tokens`; `undefined` where nothing was set. */
  readonly max_tokens: number | undefined;
  /** Whether that is less than what was asked for. */
  readonly isLowered: boolean;
  /** Tokens of what is sent, as counted. */
  readonly used: number;
  /** Tokens that there are: the share of the context length that is made use of. */
  readonly limit: number;
  /** Whether what cannot be left out fills the context length, so that nothing could be answered. */
  readonly isTooLong: boolean;
}

/**
 * What of a conversation is sent, so that prompt and reply fit the context length together (§8):
 *
 * - `max_tokens` stays as asked while everything fits. Then it is lowered, but not below a quarter of the context
 *   length. Where none is set, none is sent, and a quarter is kept free, at most 1,024 tokens.
 * - Only then are messages left out, the oldest first. What is sent begins with a message of the user's, so a reply
 *   goes along with what it answers. Neither the system prompt nor the last message is left out.
 * - Where that last message leaves less than the quarter, the reply gets what there is.
 *
 * An estimated count is taken for a tenth more. Looks at no more messages than it has room for, and one.
 */
export function budgetFor<M extends BudgetedMessage>(request: BudgetRequest<M>): Budget {
  const { messages, tokensOf, system, isEstimate, together = 1 } = request;
  const limit = Math.max(Math.floor(request.contextLength * (request.shrink ?? 1)), 0);
  const asked = isCount(request.max_tokens) ? request.max_tokens : undefined;
  const share = Math.floor(limit * REPLY_SHARE);
  const reserve = Math.min(asked ?? REPLY_RESERVE, share);
  const withMargin = (tokens: number): number => (isEstimate ? Math.ceil(tokens * ESTIMATE_MARGIN) : tokens);

  const least = Math.max(messages.length - Math.max(together, 1), 0);
  let tokens = REQUEST_OVERHEAD + (system === undefined ? 0 : system + MESSAGE_OVERHEAD);
  let start = messages.length;
  let used = tokens;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (!message) {
      break;
    }
    tokens += tokensOf(message) + MESSAGE_OVERHEAD;
    if (index < least && withMargin(tokens) + reserve > limit) {
      break;
    }
    if (index === least || (index < least && message.role === 'user')) {
      start = index;
      used = tokens;
    }
  }

  const room = limit - used;
  // What the margin would take from the last reserve, the reply gets: the margin is only a guess.
  const answer = Math.max(limit - withMargin(used), Math.min(reserve, room));
  const max_tokens = asked === undefined ? undefined : Math.max(Math.min(asked, answer), Math.min(asked, 1));
  return {
    leftOut: start,
    max_tokens,
    isLowered: asked !== undefined && max_tokens !== asked,
    used,
    limit,
    isTooLong: room < 1,
  };
}

/**
 * Counts each message once, whatever is asked how often: messages never change.
 */
export class TokenCounts<M extends object> {
  readonly #count: (message: M) => number;
  readonly #counts = new WeakMap<M, number>();

  constructor(count: (message: M) => number) {
    this.#count = count;
  }

  of(message: M): number {
    let tokens = this.#counts.get(message);
    if (tokens === undefined) {
      tokens = this.#count(message);
      this.#counts.set(message, tokens);
    }
    return tokens;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
