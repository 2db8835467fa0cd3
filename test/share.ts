/** What takes longer has more text, by and large. */
export interface Sized {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * One of several parts of test files, each with about as much text as the others, in the order of names.
 *
 * @param share such as `2/3`
 */
export function shareOf<T extends Sized>(files: readonly T[], share: string): T[] {
  const [number = 1, count = 1] = share.split('/').map(Number);
  const parts = Array.from({ length: count }, () => ({ files: [] as T[], size: 0 }));
  for (const each of files.toSorted((a, b) => b.size - a.size || (a.file < b.file ? -1 : 1))) {
    const smallest = parts.reduce((least, part) => (part.size < least.size ? part : least));
    smallest.files.push(each);
    smallest.size += each.size;
  }
  return (parts[number - 1]?.files ?? []).sort((a, b) => (a.file < b.file ? -1 : 1));
}
