import { MAX_INLINE } from '../../chat/shared/markdown-parser.ts';
import { type Block, countCodeLines, isClosedMaths } from './block.ts';
import { openAnew } from './opening-line.ts';

/**
 * Where the growing text can be cut: what is before it never changes again, however the text goes on, and what is
 * after it is parsed again as it grows.
 *
 * A cut within a list, quote, table or code block needs what opened it: the new tail begins with a line that opens
 * it anew. `- a␤␤  b` cut before `b` goes on as `- b`; of a table the two lines of its head are kept, and of a
 * fence its first.
 */
export interface Frontier {
  /** From the top down to the block at which it is cut. */
  readonly path: readonly Block[];
  /** The text that is still to be parsed. */
  readonly tail: string;
  /** Of the last block’s own content, so many UTF-16 units are also done. */
  readonly done: number;
  /** And the content that is parsed next begins with so many that stand in for them. */
  readonly guard: number;
}

/** UTF-16 units of a line that is so long that it is cut within. */
const LONG_LINE = 4_000;
/** And so much is kept of it. */
const KEPT = 64;

/**
 * @param lastLine the line that is not complete yet
 * @param guard UTF-16 units that stand in for content that is done, where the tail begins with such
 */
export function findFrontier(
  tree: Block,
  lines: readonly string[],
  lastLine: number,
  guard: number,
): Frontier | undefined {
  const path = lastPath(tree);
  // `-` may become `---` or `-x`: until its line is complete, nobody knows that it is an item.
  if (path.some(({ kind, start }) => kind === 'item' && start >= lastLine)) {
    return undefined;
  }
  for (let depth = path.length; depth > 0; depth--) {
    const chain = path.slice(0, depth);
    const target = chain.at(-1);
    if (target && certainFrom(target) < lastLine && !mayBeTitle(chain, tree, lines)) {
      const frontier = cutAt(chain, target, lines, lastLine, target.start === 0 ? guard : 0);
      if (frontier) {
        return frontier;
      }
    }
  }
  return undefined;
}

/** The last block, the last within it, and so on. */
function lastPath(tree: Block): Block[] {
  const path: Block[] = [];
  for (let last = tree.children.at(-1); last; last = last.children.at(-1)) {
    path.push(last);
  }
  return path;
}

/** The line that has to be complete to know that a block is what it is. */
function certainFrom(block: Block): number {
  if (block.kind === 'table') {
    return block.start + 1;
  }
  if (block.kind === 'maths') {
    return isClosedMaths(block) ? block.end - 1 : Number.POSITIVE_INFINITY;
  }
  return block.start;
}

/** What follows `[label]: address` may become its title, and so vanish. */
function mayBeTitle(chain: readonly Block[], tree: Block, lines: readonly string[]): boolean {
  const target = chain.at(-1);
  const before = (chain.at(-2) ?? tree).children.at(-2);
  return (
    before?.kind === 'definition' &&
    target?.start === before.end &&
    /^[\s>]*["'(]/.test(lines[target.start] ?? '')
  );
}

/**
 * `- a | b` is an item in a list and `> a | b` text in a quote, but at the beginning of a text either is the head of
 * a table, if a line such as `-|-` follows.
 */
function mayBeTable(
  chain: readonly Block[],
  opened: string,
  lines: readonly string[],
  lastLine: number,
): boolean {
  const target = chain.at(-1);
  const isInItem = chain.some(({ kind }) => kind === 'item');
  const isInQuote = chain.some(({ kind }) => kind === 'quote');
  if (target === undefined || !(isInItem || isInQuote) || !opened.includes('|')) {
    return false;
  }
  if (target.kind === 'table' || target.kind === 'row') {
    // In a quote, the line below its head has the quote’s mark.
    return isInItem;
  }
  const next = target.start + 1;
  return target.kind === 'code' || next >= lastLine || /^[\s:|-]*$/.test(lines[next] ?? '');
}

function cutAt(
  chain: readonly Block[],
  target: Block,
  lines: readonly string[],
  lastLine: number,
  guard: number,
): Frontier | undefined {
  const table = target.kind === 'row' ? chain.at(-2) : undefined;
  const opened = table ? openAnew(chain.slice(0, -1), table, lines) : openAnew(chain, target, lines);
  if (opened === undefined || mayBeTable(chain, opened, lines, lastLine)) {
    return undefined;
  }
  if (table) {
    const isFirst = table.children.length === 1 && table.start === 0;
    const head = [opened, lines[table.start + 1] ?? ''];
    return isFirst
      ? undefined
      : { path: chain, tail: [...head, ...lines.slice(target.start)].join('\n'), done: 0, guard: 0 };
  }
  const within =
    target.kind === 'code'
      ? cutCode(target, opened, lines, lastLine, guard)
      : target.kind === 'paragraph' || target.kind === 'heading'
        ? cutText(target, opened, lines, lastLine, guard)
        : undefined;
  if (within) {
    return { path: chain, ...within };
  }
  if (target.start === 0) {
    return undefined;
  }
  return { path: chain, tail: [opened, ...lines.slice(target.start + 1)].join('\n'), done: 0, guard };
}

type CutWithin = Omit<Frontier, 'path'>;

/** The complete lines of a fence are done; blank ones at its end may still turn out to be those of a loose list. */
function cutCode(
  block: Block,
  opened: string,
  lines: readonly string[],
  lastLine: number,
  guard: number,
): CutWithin | undefined {
  const { content, type } = block.token;
  if (type !== 'fence') {
    return undefined;
  }
  const first = block.start + 1;
  const end = first + countCodeLines(block);
  const isClosed = end < block.end;
  let kept = Math.min(end, lastLine);
  while (!isClosed && kept > first && /^[\s>]*$/.test(lines[kept - 1] ?? '')) {
    kept--;
  }
  const done = lengthOfLines(content, kept - first);
  const rest = lines.slice(kept);
  const raw = rest[0] ?? '';
  const line = content.slice(done);
  if (kept === lastLine && line.length > LONG_LINE && raw.endsWith(line)) {
    const prefix = raw.slice(0, raw.length - line.length);
    const tail = [opened, `${prefix}x${line.slice(-KEPT)}`].join('\n');
    return { tail, done: content.length - KEPT, guard: 1 };
  }
  return kept > first || block.start > 0
    ? { tail: [opened, ...rest].join('\n'), done, guard: kept > first ? 0 : guard }
    : undefined;
}

/** UTF-16 units of so many lines at a text’s beginning. */
function lengthOfLines(text: string, count: number): number {
  let length = 0;
  for (let line = 0; line < count; line++) {
    length = text.indexOf('\n', length) + 1 || text.length;
  }
  return length;
}

/** Of a paragraph that is shown as plain text, all but the last lines is done. */
function cutText(
  { inline, start, kind }: Block,
  opened: string,
  lines: readonly string[],
  lastLine: number,
  guard: number,
): CutWithin | undefined {
  const [content = ''] = inline;
  const enough = guard > 0 ? LONG_LINE : MAX_INLINE + LONG_LINE;
  if (content.length < enough) {
    return undefined;
  }
  const texts = content.split('\n');
  const [firstText = ''] = texts;
  const last = start + texts.length - 1;
  const lastText = texts.at(-1) ?? '';
  if (!opened.trimEnd().endsWith(firstText)) {
    return undefined;
  }
  const prefix = opened.slice(0, opened.trimEnd().length - firstText.length);
  if (lastText.length > LONG_LINE && last === lastLine && (lines[last] ?? '').endsWith(lastText)) {
    return { tail: `${prefix}x${lastText.slice(-KEPT)}`, done: content.length - KEPT, guard: 1 };
  }
  // The last but one might turn out to be the head of a table.
  const kept = texts.slice(-2);
  const done = content.length - kept.join('\n').length;
  if (kind === 'heading' || texts.length < 4 || done < (guard > 0 ? 1 : MAX_INLINE)) {
    return undefined;
  }
  return { tail: [`${prefix}x`, ...lines.slice(last - 1)].join('\n'), done, guard: 2 };
}
