import type { ModerationResult } from '../service/response-schema.ts';

/** The categories of the interface (§2), in its order. */
export const CATEGORIES = [
  'hate',
  'hate/threatening',
  'self-harm',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
] as const;

/** Categories of an answer that are looked at, so that none can grow without end. */
const MOST_CATEGORIES = 100;

/** What a service says of a text in one category. */
export interface CategoryVerdict {
  readonly name: string;
  /** `undefined` where the service did not say. */
  readonly isFlagged: boolean | undefined;
  /** As a rule from 0 to 1; `undefined` where none came that is a number. */
  readonly score: number | undefined;
}

export interface Verdict {
  readonly isFlagged: boolean;
  /** Those of the interface first, whether they came or not, then what else there is. */
  readonly categories: readonly CategoryVerdict[];
}

/** Where an answer contradicts itself, what is flagged anywhere in it is flagged. */
export function verdictOf({
  flagged,
  categories,
  category_scores,
}: ModerationResult['results'][number]): Verdict {
  const known = new Set<string>(CATEGORIES);
  const further = [...Object.keys(categories), ...Object.keys(category_scores)].filter(
    (name) => !known.has(name),
  );
  const names = [...CATEGORIES, ...new Set(further)].slice(0, MOST_CATEGORIES);
  const verdicts = names.map((name): CategoryVerdict => {
    const score = own(category_scores, name);
    return {
      name,
      isFlagged: own(categories, name) ?? undefined,
      score: typeof score === 'number' && Number.isFinite(score) ? score : undefined,
    };
  });
  return {
    isFlagged: flagged === true || Object.values(categories).some((isFlagged) => isFlagged === true),
    categories: verdicts,
  };
}

/** What several texts come to together: flagged where one is, with the highest score. */
export function together(verdicts: readonly Verdict[]): Verdict {
  const categories = new Map<string, CategoryVerdict>();
  for (const each of verdicts.flatMap((verdict) => verdict.categories)) {
    const before = categories.get(each.name);
    categories.set(each.name, {
      name: each.name,
      isFlagged: before?.isFlagged || each.isFlagged || (before?.isFlagged ?? each.isFlagged),
      score: highest(before?.score, each.score),
    });
  }
  return { isFlagged: verdicts.some(({ isFlagged }) => isFlagged), categories: [...categories.values()] };
}

/** The categories that are flagged, the likeliest first; none where a service did not say what a text is flagged for. */
export function flaggedIn({ categories }: Verdict): CategoryVerdict[] {
  return categories
    .filter(({ isFlagged }) => isFlagged === true)
    .toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
}

function highest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/** Names come from the service, and may be those of what every object has. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
