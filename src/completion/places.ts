import { Range, type TextEditor } from 'vscode';
import type { Passage } from './budget.ts';

/** Where text is wanted, and what it is to follow from. */
export interface Place {
  /** UTF-16 units from the document's beginning. */
  readonly offset: number;
  readonly passage: Passage;
  /** An empty cursor, not a selection. */
  readonly isCursor: boolean;
}

/** UTF-16 units on each side of a cursor: more than any model takes, and little enough for twenty cursors. */
const SURROUNDINGS = 1_000_000;

/** Each selection is a prompt; a cursor's prompt is the text before it, with the text after it as suffix. */
export function placesIn({ document, selections }: TextEditor): Place[] {
  const last = document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
  const textBetween = (start: number, end: number): string =>
    withPlainBreaks(document.getText(new Range(document.positionAt(start), document.positionAt(end))));
  return selections.map((selection) => {
    const offset = document.offsetAt(selection.end);
    if (!selection.isEmpty) {
      return {
        offset,
        passage: { prompt: textBetween(document.offsetAt(selection.start), offset) },
        isCursor: false,
      };
    }
    const prompt = textBetween(Math.max(0, offset - SURROUNDINGS), offset);
    const suffix = textBetween(offset, Math.min(last, offset + SURROUNDINGS));
    return { offset, passage: { prompt, ...(suffix ? { suffix } : {}) }, isCursor: true };
  });
}

/** Models are taught on LF. */
function withPlainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
