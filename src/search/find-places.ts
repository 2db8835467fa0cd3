import type { FoundPlace, Query } from './query.ts';
import type { QueryServices } from './query-services.ts';

/** Places that are looked for. */
const MOST_PLACES = 50;

/**
 * What is farther than this part of the nearest, by cosine, is there only since there was nothing better. What is near is
 * another number with each model.
 */
const FARTHEST = 0.5;

/**
 * What is near in meaning, as it is now; the nearest first.
 *
 * @throws what the `Searcher` does, and the signal's reason
 */
export async function findPlaces(
  { searcher, texts }: Pick<QueryServices, 'searcher' | 'texts'>,
  { text, origin }: Query,
  signal: AbortSignal,
  limit = MOST_PLACES,
): Promise<readonly FoundPlace[]> {
  const hits = await searcher.search(text, {
    limit,
    signal,
    ...(origin && { exclude: origin }),
  });
  const least = Math.max(0, hits[0]?.score ?? 0) * FARTHEST;
  return texts.places(
    hits.filter(({ score }) => score >= least),
    signal,
  );
}
