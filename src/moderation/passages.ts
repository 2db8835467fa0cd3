/** UTF-16 units of a passage at most: services judge short texts more sharply than long ones. */
export const LONGEST_PASSAGE = 1000;
/** By how much the end of a passage may be moved back, to where a word ends. */
const NEAR = 100;

/** A part of a text, in UTF-16 units from its beginning. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/**
 * The passages that a text is checked by: whole paragraphs, several in one where they are short; what is longer, by
 * lines. Blank lines are in none.
 *
 * @param within a part of the text
 */
export function passagesOf(text: string, within: Passage = { start: 0, end: text.length }): Passage[] {
  const paragraphs: Passage[][] = [];
  let end = -1;
  for (const line of linesOf(text, within)) {
    const isNext = end >= 0 && /^[^\S\r\n]*(?:\r\n?|\n)?[^\S\r\n]*$/.test(text.slice(end, line.start));
    if (isNext) {
      paragraphs.at(-1)?.push(line);
    } else {
      paragraphs.push([line]);
    }
    ({ end } = line);
  }
  return joined(
    paragraphs.flatMap((lines) => {
      const [first, last] = [lines[0], lines.at(-1)];
      return first && last && last.end - first.start <= LONGEST_PASSAGE
        ? [{ start: first.start, end: last.end }]
        : joined(lines);
    }),
  );
}

/** The lines of a part of a text that are not blank, without the blanks around them; one that is long in several parts. */
export function linesOf(text: string, { start, end }: Passage): Passage[] {
  const lines: Passage[] = [];
  for (const { 0: line, index } of text.slice(start, end).matchAll(/[^\r\n]+/g)) {
    const bare = line.trim();
    if (bare !== '') {
      const from = start + index + line.indexOf(bare);
      lines.push(...cut(text, { start: from, end: from + bare.length }));
    }
  }
  return lines;
}

/** As many as fit into one, each time. */
function joined(parts: readonly Passage[]): Passage[] {
  const all: Passage[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && part.end - last.start <= LONGEST_PASSAGE) {
      all[all.length - 1] = { start: last.start, end: part.end };
    } else {
      all.push(part);
    }
  }
  return all;
}

function cut(text: string, { start, end }: Passage): Passage[] {
  const parts: Passage[] = [];
  let from = start;
  while (end - from > LONGEST_PASSAGE) {
    const at = borderBefore(text, from + LONGEST_PASSAGE);
    const part = text.slice(from, at).trimEnd();
    parts.push({ start: from, end: from + part.length });
    const rest = text.slice(at, end);
    from = at + rest.length - rest.trimStart().length;
  }
  return [...parts, { start: from, end }];
}

/** Behind a blank that is near, else between two characters as people see them. */
function borderBefore(text: string, at: number): number {
  const from = at - NEAR;
  const blank = /\s\S*$/.exec(text.slice(from, at));
  if (blank) {
    return from + blank.index + 1;
  }
  const cluster = new Intl.Segmenter('en').segment(text.slice(from, at + NEAR)).containing(NEAR);
  // Marks without end have to be cut somewhere.
  return cluster && cluster.index > 0 ? from + cluster.index : at;
}

/** A place in a text as VS Code counts: lines and UTF-16 units from 0. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** Finds the places of offsets in a text, whose lines end as VS Code has it. */
export function placesIn(text: string): (offset: number) => Place {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)];
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      [low, high] = (starts[middle] ?? 0) <= offset ? [middle, high] : [low, middle - 1];
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  };
}
