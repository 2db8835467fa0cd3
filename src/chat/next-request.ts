import { l10n } from 'vscode';
import { withTokenIds } from '../models/set-parameters.ts';
import { countsExactly, loadTokenizer, type Tokenizer } from '../models/tokens.ts';
import { ServiceError } from '../service/errors.ts';
import { type Budget, budgetFor, TokenCounts } from './context-budget.ts';
import type { Conversation, Message, UserMessage } from './conversation.ts';
import type { PlannedRequest } from './reply.ts';
import type { ChatSetup } from './setup.ts';
import type { Meter } from './shared/protocol.ts';
import type { Draft } from './store.ts';
import { CONTINUE, contentOf, continueMessages, wireMessages } from './wire-messages.ts';

export interface PlanOptions {
  /** Why the service found a first request too long. */
  readonly refused?: ServiceError | undefined;
  /** Whether the path ends in a reply that is to go on. */
  readonly continues: boolean;
}

/**
 * The request that lets a model answer the last message of a path, made to fit the context length (§8).
 *
 * @throws {ServiceError} `contextLength` where the last message alone does not fit
 */
export async function planRequest(
  path: readonly Message[],
  setup: ChatSetup & { model: string },
  { refused, continues }: PlanOptions,
): Promise<PlannedRequest> {
  const counter = await counterFor(setup);
  const shrink = refused ? shrinkAfter(refused, setup.contextLength) : 1;
  let messages = path;
  let budget = budgetOf(counter, messages, setup, { shrink, continues });
  if (budget.isTooLong && continues) {
    // To go on, a model needs to see how a reply ended, not how it began.
    messages = withEndOfLast(path, counter.tokenizer, Math.floor(budget.limit / 2));
    budget = budgetOf(counter, messages, setup, { shrink, continues });
  }
  if (budget.isTooLong) {
    throw (
      refused ??
      new ServiceError(
        'contextLength',
        l10n.t(
          'It has {0} tokens, and {1} is taken to work with {2}.',
          budget.used,
          setup.model,
          setup.contextLength,
        ),
        { param: 'messages' },
      )
    );
  }
  const kept = messages.slice(budget.leftOut);
  const parameters = await withTokenIds(setup.parameters);
  return {
    request: {
      ...parameters,
      model: setup.model,
      messages: continues ? continueMessages(setup.system, kept) : wireMessages(setup.system, kept),
      ...(budget.max_tokens !== undefined && { max_tokens: budget.max_tokens }),
      // There is one reply to go on with.
      ...(continues && { n: 1 }),
    },
    leftOut: budget.leftOut,
    lowered: budget.isLowered ? budget.max_tokens : undefined,
    canShrink: kept.length > (continues ? 2 : 1) || budget.max_tokens !== undefined,
    used: budget.used,
  };
}

function withEndOfLast(path: readonly Message[], tokenizer: Tokenizer, tokens: number): readonly Message[] {
  return path.map((message, index) =>
    index === path.length - 1 ? { ...message, text: `…${tokenizer.keepEnd(message.text, tokens)}` } : message,
  );
}

/**
 * The share of the context length to make use of once the service has found it too much: less than before, and less
 * than the length that it names, if it does.
 */
function shrinkAfter({ message }: ServiceError, contextLength: number): number {
  const [, named] = /\bcontext (?:length|window|size)\D{0,20}(\d{3,8})\b/i.exec(message) ?? [];
  // Without a length, half: from that of the newest models to that of the older ones (§8).
  return named === undefined ? 0.5 : Math.min(0.75, (0.9 * Number(named)) / contextLength);
}

/** Tokens of a text after which the rest is taken to be like what came before. */
const WORTH_COUNTING = 20_000;

/** Tokens of a text, for a usage that the service does not tell. */
export async function countTokens(text: string): Promise<number> {
  return (await loadTokenizer()).count(text, WORTH_COUNTING);
}

/** What the next request would have, with what stands in the composer; `undefined` while there is nothing. */
export async function measure(
  conversation: Conversation,
  { text, attachments, editing }: Draft,
  setup: ChatSetup,
): Promise<Meter | undefined> {
  const edited = editing === undefined ? undefined : conversation.message(editing);
  const shown = edited ? conversation.pathTo(edited.id).slice(0, -1) : conversation.path();
  const draft: UserMessage = { role: 'user', id: 'draft', parent: null, at: 0, text, attachments };
  if (shown.length === 0 && contentOf(draft).trim() === '') {
    return undefined;
  }
  const counter = await counterFor(setup);
  const budget = budgetOf(counter, [...shown, draft], setup, { shrink: 1, continues: false });
  const isEstimate = !countsExactly(setup.model ?? '');
  return {
    used: budget.used,
    limit: setup.contextLength,
    isEstimate,
    leftOut: Math.min(budget.leftOut, shown.length),
    title: meterTitle(budget, setup.contextLength, isEstimate),
  };
}

function meterTitle(budget: Budget, contextLength: number, isEstimate: boolean): string {
  const { used, leftOut, isTooLong } = budget;
  const counted = isEstimate
    ? l10n.t('About {0} of the {1} tokens that the model is taken to work with.', used, contextLength)
    : l10n.t('{0} of the {1} tokens that the model works with.', used, contextLength);
  if (isTooLong) {
    return `${counted} ${l10n.t('That is too much: it cannot be sent.')}`;
  }
  if (leftOut === 0) {
    return counted;
  }
  return `${counted} ${
    leftOut === 1
      ? l10n.t('The oldest message will be left out.')
      : l10n.t('The {0} oldest messages will be left out.', leftOut)
  }`;
}

interface Counter {
  readonly tokenizer: Tokenizer;
  readonly messages: TokenCounts<Message>;
}

/** Kept for as long as the window is, by context length: of what is longer than that, not all is counted. */
const counters = new Map<number, TokenCounts<Message>>();

async function counterFor({ contextLength }: ChatSetup): Promise<Counter> {
  const tokenizer = await loadTokenizer();
  let messages = counters.get(contextLength);
  if (!messages) {
    messages = new TokenCounts((message) => tokenizer.count(contentOf(message), contextLength));
    counters.set(contextLength, messages);
  }
  return { tokenizer, messages };
}

function budgetOf(
  { tokenizer, messages }: Counter,
  path: readonly Message[],
  { system, parameters, contextLength, model }: ChatSetup,
  { shrink, continues }: { shrink: number; continues: boolean },
): Budget {
  const last = path.at(-1);
  const more = continues ? tokenizer.count(CONTINUE) : 0;
  return budgetFor({
    system: system.trim() === '' ? undefined : tokenizer.count(system, contextLength),
    messages: path,
    together: continues ? 2 : 1,
    tokensOf: (message) => messages.of(message) + (message === last ? more : 0),
    max_tokens: parameters.max_tokens,
    contextLength,
    isEstimate: !countsExactly(model ?? ''),
    shrink,
  });
}
