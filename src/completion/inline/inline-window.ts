import { type InlineBudget, type InlinePlace, inlinePlace, unitsAround } from './inline-context.ts';

/** What is needed of a document of VS Code. */
export interface InlineLines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** By line, and UTF-16 unit in it. */
export interface LinePlace {
  readonly line: number;
  readonly character: number;
}

/** Where the text before the cursor ends and the text behind it begins. */
export interface InlineGap {
  readonly before: LinePlace;
  readonly after: LinePlace;
  /** What stands there instead of what the document has between the two. */
  readonly text: string;
}

/**
 * The place of a cursor in a document, of which only the lines nearby are looked at.
 *
 * @param offset UTF-16 units of the document before the gap, with one for each line break
 */
export function placeIn(
  document: InlineLines,
  gap: InlineGap,
  offset: number,
  budget: InlineBudget,
): InlinePlace {
  const most = unitsAround(budget);
  const before = textBefore(document, gap.before, most) + gap.text;
  return inlinePlace(before, textAfter(document, gap.after, most), offset + gap.text.length, budget);
}

/** At least so many UTF-16 units, or all there are. */
function textBefore(document: InlineLines, { line, character }: LinePlace, most: number): string {
  const lines = [document.lineAt(line).text.slice(Math.max(0, character - most), character)];
  let length = Math.min(most, character);
  for (let at = line - 1; at >= 0 && length < most; at -= 1) {
    const { text } = document.lineAt(at);
    lines.push(text.slice(-most));
    length += text.length + 1;
  }
  return lines.reverse().join('\n');
}

/** More than so many UTF-16 units, or all there are. */
function textAfter(document: InlineLines, { line, character }: LinePlace, most: number): string {
  const lines = [document.lineAt(line).text.slice(character, character + most + 1)];
  let length = lines[0]?.length ?? 0;
  for (let at = line + 1; at < document.lineCount && length <= most; at += 1) {
    const text = document.lineAt(at).text.slice(0, most + 1);
    lines.push(text);
    length += text.length + 1;
  }
  return lines.join('\n');
}
