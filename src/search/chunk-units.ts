/** What is never cut: a line, or a piece of one that is too long. */
export interface Unit {
  /** Without its line break. */
  readonly text: string;
  readonly line: number;
  /** UTF-16 units of the same line before it. */
  readonly column: number;
  /** UTF-16 units, with one for a line break. */
  readonly length: number;
}

/** UTF-16 units of what has nowhere to be cut. */
const LONGEST_PIECE = 300;

/** A line that is too long, cut behind what divides it, so that the pieces do not depend on what is before them. */
const PIECES = new RegExp(`[^\\s,;{}>]{0,${LONGEST_PIECE}}[\\s,;{}>]{0,${LONGEST_PIECE}}`, 'g');

/** @param longest UTF-16 units of a line that is not cut */
export function unitsOf(text: string, longest: number): Unit[] {
  const units: Unit[] = [];
  for (const [line, content] of text.split(/\r\n|\r|\n/).entries()) {
    if (content.length < longest) {
      units.push({ text: content, line, column: 0, length: content.length + 1 });
    } else {
      addPieces(units, content, line);
    }
  }
  return units;
}

function addPieces(units: Unit[], content: string, line: number): void {
  let column = 0;
  let held = '';
  const put = (text: string): void => {
    units.push({ text, line, column, length: text.length });
    column += text.length;
  };
  for (const [piece] of content.matchAll(PIECES)) {
    const whole = held + piece;
    // The second half of the last character is in the next piece.
    held = /[\ud800-\udbff]$/.test(whole) ? whole.slice(-1) : '';
    const text = held === '' ? whole : whole.slice(0, -1);
    if (text !== '') {
      put(text);
    }
  }
  if (held !== '') {
    put(held);
  }
}
