import type { CompletionRequest } from '../service/request-schema.ts';
import type { Passage } from './budget.ts';
import type { CompletionParameters } from './parameters.ts';
import type { Place } from './places.ts';

/** One request, and the places its answers go to: choice `i` belongs to `places[floor(i / n)]`. */
export interface PlannedRequest {
  readonly request: CompletionRequest;
  /** Indices into the places. */
  readonly places: readonly number[];
}

/**
 * The requests for some places: all selections together in one, since prompts can be an array (§4.3), and
 * each cursor in one of its own, since a request has but one suffix.
 */
export function planRequests(
  places: readonly Place[],
  model: string,
  parameters: CompletionParameters,
): PlannedRequest[] {
  const indices = places.map((_, index) => index);
  const selections = indices.filter((index) => places[index]?.isCursor === false);
  const cursors = indices.filter((index) => places[index]?.isCursor === true);
  const passages = (chosen: readonly number[]): Passage[] =>
    chosen.flatMap((index) => places[index]?.passage ?? []);
  const planned: PlannedRequest[] = [];
  if (selections.length > 0) {
    const prompts = passages(selections).map(({ prompt }) => prompt);
    const [only] = prompts;
    const prompt = prompts.length === 1 && only !== undefined ? only : prompts;
    planned.push({ request: { model, prompt, ...parameters }, places: selections });
  }
  for (const index of cursors) {
    const [passage] = passages([index]);
    if (passage) {
      planned.push({ request: { model, ...fields(passage), ...parameters }, places: [index] });
    }
  }
  return planned;
}

/** An empty document has no prompt: without one, the model begins a document (§4.3). */
function fields({ prompt, suffix }: Passage): { prompt?: string; suffix?: string } {
  return { ...(prompt ? { prompt } : {}), ...(suffix ? { suffix } : {}) };
}

/** The places with what stands before each alone. */
export function promptsOnly(places: readonly Place[]): Place[] {
  return places.map((place) => ({ ...place, passage: { prompt: place.passage.prompt } }));
}
