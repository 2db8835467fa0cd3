/** Nobody reads more of a title than this. */
const TITLE_LENGTH = 60;

/** UTF-16 units looked at for each character wanted: a character can have any number of accents. */
const UNITS_PER_CHARACTER = 16;

const segmenter = new Intl.Segmenter();

/** A title made of the first line that says something, or `''`. */
export function titleFrom(text: string, length = TITLE_LENGTH): string {
  const start = text.trimStart().slice(0, (length + 1) * UNITS_PER_CHARACTER);
  return shorten(start.split(/[\n\r\u2028\u2029]/, 1)[0] ?? '', length);
}

/**
 * The beginning of a text on one line, in whole characters as people count them. What would break the line,
 * or turn around what stands beside it, is taken out.
 */
export function shorten(text: string, length: number): string {
  const start = text.trimStart();
  const seen = onOneLine(start.slice(0, (length + 1) * UNITS_PER_CHARACTER));
  const whole = Array.from(segmenter.segment(seen), ({ segment }) => segment);
  const isCut = whole.length > length || start.length > (length + 1) * UNITS_PER_CHARACTER;
  // The last one looked at may go on where we stopped looking.
  const kept = isCut ? whole.slice(0, Math.min(length, Math.max(1, whole.length - 1))) : whole;
  return isCut ? `${kept.join('').trimEnd()}…` : kept.join('');
}

/** Where a text is found in another, with some of what stands around it; `undefined` when it is not. */
export function excerptAround(text: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(text);
  if (!found) {
    return undefined;
  }
  const before = 40;
  const from = Math.max(0, found.index - before);
  // From the beginning of a word, where there is one.
  const start = from === 0 ? 0 : from + Math.max(0, text.slice(from, found.index).search(/(?<=\s)\S/));
  return `${start > 0 ? '…' : ''}${shorten(text.slice(start, start + 4000), 140)}`;
}

/** Finds a text as people look for it: in any case, and with any white space where it has some. */
export function searchPattern(query: string): RegExp {
  const words = query.normalize().trim().split(/\s+/);
  return new RegExp(
    words.map((word) => word.toWellFormed().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'),
    'iu',
  );
}

function onOneLine(text: string): string {
  return text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
}
