/** Puts the values into a phrase's `{0}`, `{1}`. What looks like a place within a value is none. */
export function phrase(words: string, ...values: readonly (string | number)[]): string {
  return words.replace(/\{(\d)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
}
