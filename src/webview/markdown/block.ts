import type { MathsMeta } from '../../chat/shared/markdown-maths.ts';

/** markdown-it’s tokens are a flat list; this is the tree they stand for. Lines are counted from 0. */
export interface Block {
  readonly kind:
    | 'root'
    | 'list'
    | 'item'
    | 'quote'
    | 'table'
    | 'row'
    | 'paragraph'
    | 'heading'
    | 'code'
    | 'maths'
    | 'rule'
    | 'definition';
  readonly token: BlockToken;
  /** Its first line, and the one after its last. */
  readonly start: number;
  readonly end: number;
  readonly children: Block[];
  /** Markdown of its lines: one text of a paragraph or heading, one for each cell of a row or a table’s head. */
  readonly inline: string[];
  /** How the columns of a table are aligned. */
  readonly align: (string | undefined)[];
  /** Of a list: whether blank lines keep its items apart. */
  isLoose: boolean;
}

/** What is used of a token of markdown-it. */
export interface BlockToken {
  readonly type: string;
  readonly tag: string;
  readonly attrs: [string, string | number][] | null;
  readonly map: [number, number] | null;
  readonly content: string;
  readonly markup: string;
  readonly info: string;
  // markdown-it says the same: it belongs to the rule that made the token.
  readonly meta: unknown;
}

const KINDS: Readonly<Record<string, Block['kind']>> = {
  bullet_list_open: 'list',
  ordered_list_open: 'list',
  list_item_open: 'item',
  blockquote_open: 'quote',
  table_open: 'table',
  tr_open: 'row',
  paragraph_open: 'paragraph',
  heading_open: 'heading',
  fence: 'code',
  code_block: 'code',
  maths_block: 'maths',
  hr: 'rule',
  definition: 'definition',
};

/** @param lines the text that was parsed, which alone tells whether a list is loose in each of its parts */
export function buildTree(tokens: readonly BlockToken[], lines: readonly string[]): Block {
  const root = block('root', { ...NO_TOKEN, map: [0, lines.length] });
  const open: Block[] = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    const kind = KINDS[token.type];
    if (token.type === 'inline') {
      parent.inline.push(token.content);
    } else if (token.type === 'tr_open' && parent.kind === 'table' && token.map?.[0] === parent.start) {
      // The head: its cells are the table’s own.
      open.push(parent);
    } else if (token.type === 'th_open') {
      parent.align.push(/text-align:(\w+)/.exec(String(token.attrs?.[0]?.[1] ?? ''))?.[1]);
    } else if (kind !== undefined) {
      const child = block(kind, token);
      parent.children.push(child);
      if (token.type.endsWith('_open')) {
        open.push(child);
      }
    } else if (CLOSES.has(token.type)) {
      open.pop();
    }
  }
  markLoose(root, lines, 0);
  return root;
}

const CLOSES = new Set(Object.keys(KINDS).map((type) => type.replace('_open', '_close')));

const NO_TOKEN: BlockToken = {
  type: 'root',
  tag: '',
  attrs: null,
  map: null,
  content: '',
  markup: '',
  info: '',
  meta: null,
};

function block(kind: Block['kind'], token: BlockToken): Block {
  const [start, end] = token.map ?? [0, 0];
  return { kind, token, start, end, children: [], inline: [], align: [], isLoose: false };
}

/** @param quotes how many quotes it stands in, whose marks do not make a line other than blank */
function markLoose(parent: Block, lines: readonly string[], quotes: number): void {
  const isAfterBlank = ({ start }: Block, index: number): boolean =>
    index > 0 && isBlank(lines[start - 1] ?? '', quotes);
  if (parent.kind === 'list') {
    parent.isLoose =
      parent.children.some(isAfterBlank) || parent.children.some((item) => item.children.some(isAfterBlank));
  }
  for (const child of parent.children) {
    markLoose(child, lines, quotes + (child.kind === 'quote' ? 1 : 0));
  }
}

function isBlank(line: string, quotes: number): boolean {
  let rest = line;
  for (let quote = 0; quote < quotes; quote++) {
    rest = rest.replace(/^[ \t]*>/, '');
  }
  return rest.trim() === '';
}

/** Whether a formula has its end. */
export function isClosedMaths({ token }: Block): boolean {
  return (token.meta as MathsMeta).isClosed;
}

/** How many lines of code a block of code has; a fence may also have a closing line. */
export function countCodeLines({ token: { content } }: Block): number {
  if (content === '') {
    return 0;
  }
  let count = content.endsWith('\n') ? 0 : 1;
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}
