import { fromOneLine } from './one-line.ts';

/** A text that can be chosen in place of typing it. */
export interface TextPreset {
  /** Absent where it has no name but its own text. */
  readonly label?: string;
  readonly text: string;
}

/** One row of the list that texts are chosen from. */
export interface TextRow extends TextPreset {
  readonly source: 'typed' | 'settings' | 'history';
}

/** The rows: what is typed first, then the settings' texts, then the earlier ones that are not among them. */
export function textRows(
  typed: string,
  presets: readonly TextPreset[],
  history: readonly string[],
): TextRow[] {
  const own = fromOneLine(typed).trim();
  const known = new Set([own, ...presets.map(({ text }) => text)]);
  return [
    ...(own === '' ? [] : [{ source: 'typed' as const, text: own }]),
    ...presets.map((preset) => ({ source: 'settings' as const, ...preset })),
    ...history.filter((text) => !known.has(text)).map((text) => ({ source: 'history' as const, text })),
  ];
}
