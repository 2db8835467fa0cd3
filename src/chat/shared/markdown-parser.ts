import MarkdownIt from 'markdown-it';
import blockquote from 'markdown-it/lib/rules_block/blockquote.mjs';
import list from 'markdown-it/lib/rules_block/list.mjs';
import reference from 'markdown-it/lib/rules_block/reference.mjs';
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';
import table from 'markdown-it/lib/rules_block/table.mjs';
import { addMaths } from './markdown-maths.ts';

/** Where `[label]` leads to, by label as markdown-it normalizes it. */
export type LinkDefinitions = Record<string, { readonly href: string; readonly title: string }>;

/** What markdown-it hands through to its rules. */
export interface MarkdownEnv {
  references: LinkDefinitions;
  /** More text is to come: what is not closed yet may still be. */
  isGrowing?: boolean;
}

/** `meta` of a `definition` token. */
export interface Definition {
  readonly label: string;
  readonly href: string;
  readonly title: string;
}

/**
 * UTF-16 units. A paragraph, heading or cell beyond this is no prose, and is shown as it is: what a parser makes of
 * it would cost more than it is worth.
 */
export const MAX_INLINE = 10_000;

/** Lists and quotes within each other: a list and its item count as two. What is nested deeper is text. */
const MAX_LEVEL = 40;
/** UTF-16 units. */
const MAX_DEFINITION = 4_000;
const MAX_COLUMNS = 100;

/**
 * CommonMark with tables, strikethrough, maths and addresses that become links. Raw HTML is text. Which addresses
 * may become links is not decided here: see `link-address.ts`.
 *
 * The host and the view parse by this very function, so that both count a message's code blocks alike.
 */
export function createMarkdownParser(): MarkdownIt {
  const parser = new MarkdownIt('default', { html: false, linkify: true, typographer: false });
  parser.validateLink = () => true;
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  for (const schema of ['ftp:', 'mailto:', '//']) {
    parser.linkify.add(schema, null);
  }
  const { ruler } = parser.block;
  ruler.at('blockquote', upToLevel(blockquote), { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  ruler.at('list', upToLevel(list), { alt: ['paragraph', 'reference', 'blockquote'] });
  ruler.at('table', boundedTable, { alt: ['paragraph', 'reference'] });
  ruler.at('reference', definition);
  addMaths(parser);
  return parser;
}

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** markdown-it drops what is nested too deeply. Nothing of an answer may be lost: here it becomes text. */
function upToLevel(rule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) =>
    // Asked whether a line ends a paragraph, it has to answer as ever: the line may belong further out.
    (silent || state.level < MAX_LEVEL) && rule(state, startLine, endLine, silent);
}

/** A short row is filled up with empty cells: many columns would make much of little. */
function boundedTable(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = state.bMarks[startLine] ?? 0;
  const end = state.eMarks[startLine] ?? 0;
  if (end - start > MAX_INLINE) {
    return false;
  }
  let columns = 0;
  for (let at = start; at < end; at++) {
    columns += state.src.charCodeAt(at) === 0x7c /* | */ ? 1 : 0;
  }
  return columns > 0 && columns <= MAX_COLUMNS && table(state, startLine, endLine, silent);
}

/** As markdown-it’s own rule, but leaves a token behind: a definition counts for whether a list is loose. */
function definition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const env: MarkdownEnv = state.env;
  const references: LinkDefinitions = env.references ?? Object.create(null);
  const found: LinkDefinitions = {};
  env.references = found;
  const isDefinition = reference(state, startLine, endLine, silent);
  env.references = references;
  const [entry] = Object.entries(found);
  if (!isDefinition || entry === undefined) {
    return isDefinition;
  }
  const [label, target] = entry;
  if ((state.eMarks[state.line - 1] ?? 0) - (state.bMarks[startLine] ?? 0) > MAX_DEFINITION) {
    state.line = startLine;
    return false;
  }
  references[label] ??= target;
  const token = state.push('definition', '', 0);
  token.map = [startLine, state.line];
  token.hidden = true;
  token.meta = { label, ...target } satisfies Definition;
  return true;
}

/** A text as the parser wants it: line ends of one kind, and no NUL, which CommonMark shows as U+FFFD. */
export function normalizeMarkdown(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
}
