import { LANGUAGE_CODES } from '../service/language-codes.ts';

export interface Language {
  readonly code: string;
  /** In the language of the reader; the code where that has none. */
  readonly name: string;
}

/**
 * All languages by their names.
 *
 * @param locale of the reader; what is no locale counts as English
 */
export function languagesIn(locale: string): readonly Language[] {
  const known = localeOf(locale);
  const names = new Intl.DisplayNames([known, 'en'], { type: 'language' });
  const collator = new Intl.Collator([known, 'en']);
  return LANGUAGE_CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    collator.compare(a.name, b.name),
  );
}

function localeOf(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
