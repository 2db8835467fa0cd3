import { effectiveParameters, type SetParameters } from '../models/set-parameters.ts';
import { checkRequest } from '../service/limits.ts';
import { type CompletionRequest, completionRequest } from '../service/request-schema.ts';
import type { CompletionParameters } from './parameters.ts';
import type { Place } from './places.ts';
import { promptsOnly } from './requests.ts';

/** How many are asked for at each place, and among how many the service is to choose them. */
export interface Amount {
  readonly n: number;
  readonly bestOf: number | null;
}

/** What is asked for where nothing is set: something to choose from, with all that a service may tell of it (§4.3). */
const DEFAULTS = { n: 3, logprobs: 5 };

/** The parameters as they are set, with `null` as the way to leave a default out. */
export function candidateParameters(set: SetParameters): CompletionParameters {
  const bestOf = amountIn(set.best_of);
  const n = bestOf === null ? DEFAULTS.n : Math.min(DEFAULTS.n, bestOf);
  return effectiveParameters('completion', { ...DEFAULTS, n, ...set });
}

/**
 * Refuses what the client will never see as it is set, since the amounts that are asked for are made of it.
 *
 * @throws {ServiceError} `invalidRequest`, as the client does
 */
export function checkAmounts({ n, best_of, stream }: CompletionParameters): void {
  // Each by itself: what they may not be together is put right, and told.
  for (const field of [{ n }, { best_of }, { stream }]) {
    checkRequest(completionRequest, { model: 'm', ...field });
  }
}

/** The amount that some parameters ask for. `best_of` of 0 leaves it to the service. */
export function amountOf({ n, best_of }: CompletionParameters): Amount {
  return { n: amountIn(n) ?? 1, bestOf: amountIn(best_of) };
}

/** Of fewer than `n`, a service cannot choose `n`. */
export function possibleAmount({ n, bestOf }: Amount): Amount {
  return { n: bestOf === null ? n : Math.min(n, bestOf), bestOf };
}

/** What a request can say of some places: with several prompts there is no suffix, since a request has but one. */
export function withoutSuffixes(places: readonly Place[]): Place[] {
  return places.length === 1 ? [...places] : promptsOnly(places);
}

/** One request for all places; streamed unless the service is to choose, since it must have all of it first (§4.3). */
export function candidateRequest(
  model: string,
  places: readonly Place[],
  { best_of: _, ...parameters }: CompletionParameters,
  { n, bestOf }: Amount,
): CompletionRequest {
  const prompts = places.map(({ passage }) => passage.prompt);
  const [only] = places;
  const { prompt, suffix } = only?.passage ?? { prompt: '' };
  const asked =
    prompts.length > 1 ? { prompt: prompts } : { ...(prompt && { prompt }), ...(suffix && { suffix }) };
  return {
    ...asked,
    ...parameters,
    model,
    n,
    ...(bestOf !== null && { best_of: bestOf }),
    stream: bestOf === null && parameters.stream !== false,
  };
}

function amountIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : null;
}
