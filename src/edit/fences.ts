/** A text that is one fenced block from its first line to its last. */
export interface FencedText {
  /** What stands behind the opening fence, such as `typescript`. */
  readonly info: string;
  /** The lines between the fences; without the last one's end. */
  readonly content: string;
}

/** What stands before and after the only fenced block of a text. */
export interface FenceWithin extends FencedText {
  readonly lead: string;
  readonly tail: string;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;

/** The block that is all of a text, blank lines around it aside; `undefined` where it is no such text. */
export function soleFence(text: string): FencedText | undefined {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return block(lines, first, last);
}

/** The one block that a text has, with what is around it; `undefined` where there is none, or another fence besides. */
export function fenceWithin(text: string): FenceWithin | undefined {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => openingOf(line) !== undefined);
  const last = lines.findLastIndex((line) => openingOf(line) !== undefined);
  const found = first < 0 ? undefined : block(lines, first, last);
  return (
    found && {
      ...found,
      lead: lines.slice(0, first).join('\n'),
      tail: lines.slice(last + 1).join('\n'),
    }
  );
}

/** Whether any line of a text could begin or end a fenced block. */
export function hasFence(text: string): boolean {
  return /^[ \t]*(?:`{3}|~{3})/m.test(text);
}

/** More than anybody writes. */
const DEEPEST = 8;

/** How many fences stand around a whole text, one in the other. */
export function fenceDepth(text: string): number {
  let depth = 0;
  let rest = soleFence(text);
  while (rest && depth < DEEPEST) {
    depth += 1;
    rest = soleFence(rest.content);
  }
  return depth;
}

interface Opening {
  readonly fence: string;
  readonly info: string;
}

function openingOf(line: string): Opening | undefined {
  const [, fence, info = ''] = OPENING.exec(line) ?? [];
  // Behind backticks, another one makes it a code span.
  return fence === undefined || (fence.startsWith('`') && info.includes('`'))
    ? undefined
    : { fence, info: info.trim() };
}

function block(lines: readonly string[], first: number, last: number): FencedText | undefined {
  const opening = openingOf(lines[first] ?? '');
  if (!opening || last <= first || closingOf(lines, first, opening) !== last) {
    return undefined;
  }
  return { info: opening.info, content: lines.slice(first + 1, last).join('\n') };
}

/**
 * The line that ends a block: the first that can, or, where that leaves others behind, the one that does when each fence
 * with something behind it begins a block of its own. The latter is what models mean that put Markdown into a fence no
 * longer than those in it.
 */
function closingOf(lines: readonly string[], first: number, { fence }: Opening): number {
  const mark = fence.charAt(0);
  const isLast = (at: number): boolean => lines.slice(at + 1).every((line) => openingOf(line) === undefined);
  let depth = 1;
  let simple = -1;
  for (let at = first + 1; at < lines.length; at += 1) {
    const found = openingOf(lines[at] ?? '');
    if (!found?.fence.startsWith(mark)) {
      continue;
    }
    if (found.info === '' && found.fence.length >= fence.length) {
      simple = simple < 0 ? at : simple;
      depth -= 1;
      if (depth === 0) {
        return isLast(simple) ? simple : at;
      }
    } else if (found.info !== '' && found.fence.length === fence.length) {
      depth += 1;
    }
  }
  return simple;
}
