import type { Block } from './block.ts';

/**
 * The line at which a block begins, with the marks of the items it stands in where there was only space.
 * `undefined` where such a line could mean something else.
 */
export function openAnew(
  chain: readonly Block[],
  target: Block,
  lines: readonly string[],
): string | undefined {
  const raw = lines[target.start] ?? '';
  let at = 0;
  let line = '';
  let isAfterMark = false;
  const itemsAt: number[] = [];
  for (const [depth, parent] of chain.slice(0, -1).entries()) {
    if (parent.start === target.start) {
      // From here on everything begins on this line, with its own marks.
      break;
    }
    if (parent.kind === 'quote') {
      const mark = QUOTE_MARK.exec(raw.slice(at))?.[0];
      if (mark === undefined || (isAfterMark && mark.startsWith(' '))) {
        return undefined;
      }
      line += mark;
      at += mark.length;
      isAfterMark = false;
    } else if (parent.kind === 'item') {
      const mark = markOf(parent, chain.slice(0, depth), lines);
      if (
        mark === undefined ||
        !raw.startsWith(' '.repeat(mark.width), at) ||
        (isAfterMark && mark.indent > 0)
      ) {
        return undefined;
      }
      itemsAt.push(line.length);
      line += `${' '.repeat(mark.indent)}${mark.mark}`.padEnd(mark.width);
      at += mark.width;
      isAfterMark = true;
    }
  }
  const rest = raw.slice(at);
  if (isAfterMark && /^\s/.test(rest)) {
    return undefined;
  }
  line += rest;
  return itemsAt.some((start) => RULE.test(line.slice(start))) ? undefined : line;
}

const QUOTE_MARK = /^ {0,3}>(?!\t) ?/;
const RULE = /^ *([-*_])[ \t]*(?:\1[ \t]*){2,}$/;

interface Mark {
  readonly indent: number;
  readonly mark: string;
  /** Columns from where the list may begin to where the item’s content does. */
  readonly width: number;
}

/** Known marks, by item: one that is deep within others would else be asked for by each of them. */
const marks = new WeakMap<Block, { readonly mark: Mark | undefined }>();

function markOf(item: Block, parents: readonly Block[], lines: readonly string[]): Mark | undefined {
  let known = marks.get(item);
  if (known === undefined) {
    known = { mark: findMark(item, parents, lines) };
    marks.set(item, known);
  }
  return known.mark;
}

function findMark(item: Block, parents: readonly Block[], lines: readonly string[]): Mark | undefined {
  const raw = lines[item.start] ?? '';
  let at = 0;
  for (const [depth, parent] of parents.entries()) {
    if (parent.kind === 'quote') {
      const mark = QUOTE_MARK.exec(raw.slice(at))?.[0];
      if (mark === undefined) {
        return undefined;
      }
      at += mark.length;
    } else if (parent.kind === 'item') {
      const mark = markOf(parent, parents.slice(0, depth), lines);
      if (mark === undefined) {
        return undefined;
      }
      at += mark.width;
    }
  }
  return readMark(raw.slice(at));
}

/** As CommonMark counts: up to four spaces belong to the mark, with more there is indented code behind it. */
function readMark(text: string): Mark | undefined {
  const match = /^( {0,3})([-+*]|\d{1,9}[.)])( *)(?![ \t])/.exec(text);
  if (match === null) {
    return undefined;
  }
  const [all, indent = '', mark = '', spaces = ''] = match;
  const isEmpty = all.length === text.length;
  const pad = isEmpty || spaces.length > 4 ? 1 : spaces.length;
  return pad === 0 ? undefined : { indent: indent.length, mark, width: indent.length + mark.length + pad };
}
