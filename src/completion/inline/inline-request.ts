import { mostTokens, type Tokenizer } from '../../models/tokens.ts';
import type { CompletionRequest } from '../../service/request-schema.ts';
import type { CompletionParameters } from '../parameters.ts';
import { type InlineBudget, type InlinePlace, inlineContext } from './inline-context.ts';

/** Parameters that a setting may have: the others say how an answer comes, which is not for a setting to say here. */
export type InlineParameters = Omit<CompletionParameters, (typeof NOT_SET)[number]>;

const NOT_SET = ['stream', 'echo', 'logprobs', 'best_of'] as const;

/** Candidates of a request that somebody has made by a key, who may want to choose. */
const ASKED_CANDIDATES = 3;
/** The service's own `max_tokens` where the request has none. */
const DEFAULT_MAX_TOKENS = 16;
/** Counts are estimates: so much of the context length may be filled. */
const FILLED = 0.9;

export function inlineParameters(set: CompletionParameters): InlineParameters {
  return Object.fromEntries(
    Object.entries(set).filter(([name]) => !NOT_SET.some((each) => each === name)),
  ) as InlineParameters;
}

/** With the number of candidates, where none is set: several for who has asked, to choose among them. */
export function withCandidates(parameters: InlineParameters, isAsked: boolean): InlineParameters {
  return parameters.n === undefined && isAsked ? { ...parameters, n: ASKED_CANDIDATES } : parameters;
}

/** A budget that fits the model's context length together with the answer (§8). */
export function budgetWithin(
  budget: InlineBudget,
  contextLength: number,
  { max_tokens: maxTokens }: InlineParameters,
): InlineBudget {
  const answer = typeof maxTokens === 'number' ? maxTokens : DEFAULT_MAX_TOKENS;
  const room = Math.max(1, contextLength * FILLED - answer);
  const share = Math.min(1, room / (budget.prefix + budget.suffix));
  return { prefix: Math.floor(budget.prefix * share), suffix: Math.floor(budget.suffix * share) };
}

/** The request for a place; `loadTokenizer` is called only where the text could be too long. */
export async function inlineRequest(
  { model, parameters, budget }: { model: string; parameters: InlineParameters; budget: InlineBudget },
  place: InlinePlace,
  loadTokenizer: () => Promise<Tokenizer>,
): Promise<CompletionRequest> {
  const isShort = mostTokens(place.prefix + place.suffix) <= budget.prefix + budget.suffix;
  const { prefix, suffix } = isShort ? place : inlineContext(place, budget, await loadTokenizer());
  return {
    model,
    // Without a prompt, the model begins a document (§4.3).
    ...(prefix && { prompt: prefix }),
    ...(suffix && { suffix }),
    ...parameters,
  };
}
