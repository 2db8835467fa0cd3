/** What a result needs to be put in order. */
interface Placed {
  readonly uri: { toString(): string };
  readonly line: number;
  readonly column: number;
}

/** A file and what was found in it. */
export interface ResultFile<T> {
  readonly key: string;
  readonly places: readonly T[];
}

/**
 * What was found, the nearest first, by files: first the file that has the nearest, and in each file as one reads it.
 */
export function byFile<T extends Placed>(places: readonly T[]): ResultFile<T>[] {
  const files = new Map<string, T[]>();
  for (const place of places) {
    const key = place.uri.toString();
    files.set(key, [...(files.get(key) ?? []), place]);
  }
  return [...files].map(([key, own]) => ({
    key,
    places: own.sort((a, b) => a.line - b.line || a.column - b.column),
  }));
}

/** Which comes next, around the end; the first or last where there is none to begin at. */
export function neighbour<T>(shown: readonly T[], current: T | undefined, step: 1 | -1): T | undefined {
  const at = current === undefined ? -1 : shown.indexOf(current);
  if (at < 0) {
    return step === 1 ? shown[0] : shown.at(-1);
  }
  return shown[(at + step + shown.length) % shown.length];
}

/** What was found as text: each place with its line. */
export function resultsAsText(places: readonly { readonly name: string; readonly label: string }[]): string {
  return places.map(({ name, label }) => `${name}: ${label}\n`).join('');
}
