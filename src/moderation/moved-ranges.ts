import type { Place } from './passages.ts';

/** A part of a document, in lines and UTF-16 units from 0. */
export interface PlaceRange {
  readonly start: Place;
  readonly end: Place;
}

/** What was put in the place of what. */
export interface PlaceChange {
  readonly range: PlaceRange;
  readonly text: string;
}

/**
 * Where a range is after a change; `undefined` where its lines have changed, so that it may no longer be what it was. To
 * break a line before or behind it leaves it as it is.
 */
export function afterChange(
  range: PlaceRange,
  { range: changed, text }: PlaceChange,
): PlaceRange | undefined {
  const { start, end } = changed;
  const isBefore =
    end.line < range.start.line ||
    (end.line === range.start.line &&
      end.character === 0 &&
      (text === '' ? start.character === 0 : /[\r\n]$/.test(text)));
  if (isBefore) {
    const by = text.split(/\r\n|\r|\n/).length - 1 - (end.line - start.line);
    return {
      start: { ...range.start, line: range.start.line + by },
      end: { ...range.end, line: range.end.line + by },
    };
  }
  const isBehind =
    start.line > range.end.line ||
    (start.line === range.end.line && start.character >= range.end.character && /^[\r\n]/.test(text));
  return isBehind ? range : undefined;
}
