import type MarkdownIt from 'markdown-it';
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs';

/**
 * Maths: `$…$` and `\(…\)` in a line; `$$…$$` and `\[…\]` displayed, in a line or as blocks. The rules of
 * `@mdit/plugin-tex` would take all that follows an unclosed `$$`, and search to the end of the text for each `\(`.
 *
 * Tokens are `maths` (in a line; `block` says whether displayed) and `maths_block`, whose `meta` says whether it is
 * closed. `content` is the formula, `markup` what opened it.
 */

/** UTF-16 units between the delimiters. */
const MAX_INLINE_MATHS = 1_000;
const MAX_DISPLAY_MATHS = 4_000;
const MAX_LINES = 100;

/** What a `maths_block` token’s `meta` is. */
export interface MathsMeta {
  readonly isClosed: boolean;
}

export function addMaths(parser: MarkdownIt): void {
  parser.inline.ruler.before('escape', 'maths', inlineMaths);
  parser.block.ruler.before('fence', 'maths_block', blockMaths, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  // What the view shows is made from tokens; this is for whoever renders by markdown-it.
  const { escapeHtml } = parser.utils;
  for (const type of ['maths', 'maths_block']) {
    parser.renderer.rules[type] = (tokens, index) =>
      `<code>${escapeHtml(tokens[index]?.content ?? '')}</code>`;
  }
}

const CLOSING: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

function inlineMaths(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const first = src.charCodeAt(pos);
  if (first === 0x24 /* $ */) {
    return src.charCodeAt(pos + 1) === 0x24 ? between(state, '$$', silent) : dollar(state, silent);
  }
  if (first === 0x5c /* \ */) {
    const second = src.charAt(pos + 1);
    return (second === '(' || second === '[') && between(state, `\\${second}`, silent);
  }
  return false;
}

/** `$…$`, if it cannot be money: as GitHub and Pandoc tell. */
function dollar(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const start = pos + 1;
  if (start >= posMax || isSpace(src.charAt(start)) || isWord(src.charAt(pos - 1))) {
    return false;
  }
  const end = closing(src, '$', start, Math.min(posMax, start + MAX_INLINE_MATHS));
  if (end <= start || isSpace(src.charAt(end - 1)) || isWord(src.charAt(end + 1))) {
    return false;
  }
  push(state, '$', src.slice(start, end), end + 1, silent);
  return true;
}

function between(state: StateInline, markup: string, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const closed = CLOSING[markup] ?? markup;
  const start = pos + markup.length;
  const limit = markup === '\\(' ? MAX_INLINE_MATHS : MAX_DISPLAY_MATHS;
  const end = closing(src, closed, start, Math.min(posMax, start + limit));
  if (end < 0 || src.slice(start, end).trim() === '') {
    return false;
  }
  push(state, markup, src.slice(start, end), end + closed.length, silent);
  return true;
}

function push(state: StateInline, markup: string, content: string, end: number, silent: boolean): void {
  if (!silent) {
    const token = state.push('maths', 'math', 0);
    token.markup = markup;
    token.content = content;
    token.block = markup === '$$' || markup === '\\[';
  }
  state.pos = end;
}

/** Where the closing delimiter stands, unless it is escaped; -1 where it does not before `limit`. */
function closing(src: string, closed: string, start: number, limit: number): number {
  // A look at the whole first: text in which nothing is ever closed is not to cost its square.
  const last = start + src.slice(start, limit).lastIndexOf(closed);
  for (let at = start; at <= last; at++) {
    if (src.startsWith(closed, at)) {
      return at;
    }
    if (src.charCodeAt(at) === 0x5c /* \ */) {
      at++;
    }
  }
  return -1;
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/**
 * From a line that begins with `$$` or `\[` to one that ends with its counterpart, without a blank line: so what
 * stands in between is a formula, and not half of the answer. While the text grows, one may also be open.
 */
function blockMaths(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  // Negative is a line that belongs to the paragraph before it, in a quote.
  const indent = state.sCount[startLine] ?? 0;
  if (indent < 0 || indent - state.blkIndent >= 4) {
    return false;
  }
  const line = lineOf(state, startLine);
  const markup = line.startsWith('$$') ? '$$' : line.startsWith('\\[') ? '\\[' : undefined;
  if (markup === undefined) {
    return false;
  }
  const closed = CLOSING[markup] ?? markup;
  const parts: string[] = [];
  let length = 0;
  const last = Math.min(endLine, startLine + MAX_LINES);
  for (let nextLine = startLine; nextLine < last; nextLine++) {
    if (
      nextLine > startLine &&
      (state.isEmpty(nextLine) || (state.sCount[nextLine] ?? 0) < state.blkIndent)
    ) {
      return false;
    }
    const text = nextLine === startLine ? line.slice(markup.length) : lineOf(state, nextLine);
    const at = text.indexOf(closed);
    if (at >= 0) {
      // What stands behind it on its line makes it part of a sentence.
      if (text.slice(at + closed.length).trim() !== '') {
        return false;
      }
      parts.push(text.slice(0, at));
      return (
        parts.join('').trim() !== '' && finish(state, startLine, nextLine + 1, markup, parts, true, silent)
      );
    }
    length += text.length;
    if (length > MAX_DISPLAY_MATHS) {
      return false;
    }
    parts.push(text);
  }
  // Nobody knows yet whether it has an end; a blank line or too much text decides it.
  const isOpen =
    state.env.isGrowing === true &&
    // Further out, such a line might be indented code.
    (indent >= state.blkIndent || indent < 4) &&
    state.src.length - (state.eMarks[last - 1] ?? 0) <= 1;
  return isOpen && finish(state, startLine, last, markup, parts, false, silent);
}

function finish(
  state: StateBlock,
  startLine: number,
  nextLine: number,
  markup: string,
  parts: readonly string[],
  isClosed: boolean,
  silent: boolean,
): boolean {
  if (!silent) {
    const token = state.push('maths_block', 'math', 0);
    token.block = true;
    token.markup = markup;
    token.content = isClosed
      ? parts.join('\n').trim()
      : state.getLines(startLine, nextLine, state.blkIndent, false).trim();
    token.map = [startLine, nextLine];
    token.meta = { isClosed } satisfies MathsMeta;
    state.line = nextLine;
  }
  return true;
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);
}
