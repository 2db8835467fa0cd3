import type { Range, TextDocument, TextEditor } from 'vscode';
import { plainLines } from '../review/document-text.ts';

/** Offsets in UTF-16 units, in a text whose lines end in `\n`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What is to be changed, as it was when the person asked. */
export interface EditTarget {
  readonly document: TextDocument;
  /** The document's text, its lines ending in `\n`. */
  readonly base: string;
  /** Ordered, apart from each other. */
  readonly ranges: readonly TextRange[];
  /** Whether it is all of the document. */
  readonly isWhole: boolean;
}

/** What is selected, in every selection; with nothing selected, the whole document. */
export function targetOf({ document, selections }: TextEditor): EditTarget {
  const selected = selections.filter(({ isEmpty }) => !isEmpty);
  return targetIn(document, selected);
}

/** @param ranges none for the whole document */
export function targetIn(document: TextDocument, ranges: readonly Range[]): EditTarget {
  const base = plainLines(document.getText());
  if (ranges.length === 0) {
    return { document, base, ranges: [{ start: 0, end: base.length }], isWhole: true };
  }
  const starts = lineStarts(base);
  const offsetAt = (line: number, character: number): number =>
    Math.min((starts[line] ?? base.length) + character, base.length);
  return {
    document,
    base,
    ranges: [...ranges]
      .sort((a, b) => a.start.compareTo(b.start))
      .map(({ start, end }) => ({
        start: offsetAt(start.line, start.character),
        end: offsetAt(end.line, end.character),
      })),
    isWhole: false,
  };
}

/**
 * The document with answers in place of what was sent. Several answers are several texts; where one range has fewer than
 * another, its last one stands in all that follow.
 */
export function assembled(
  { base, ranges }: Pick<EditTarget, 'base' | 'ranges'>,
  answers: readonly (readonly string[])[],
): string[] {
  const count = Math.max(0, ...answers.map(({ length }) => length));
  return Array.from({ length: count }, (_, candidate) => {
    let text = '';
    let end = 0;
    for (const [index, range] of ranges.entries()) {
      const own = base.slice(range.start, range.end);
      text += base.slice(end, range.start) + (answers[index]?.[candidate] ?? answers[index]?.at(-1) ?? own);
      end = range.end;
    }
    return text + base.slice(end);
  });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}
