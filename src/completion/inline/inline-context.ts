import type { Tokenizer } from '../../models/tokens.ts';

/** What stands around a cursor, as much of it as may be sent, with line feeds only. */
export interface InlinePlace {
  /** UTF-16 units of the document before the cursor, with one for each line break. */
  readonly offset: number;
  readonly prefix: string;
  readonly suffix: string;
  /** Whether `suffix` is all that follows. */
  readonly isWhole: boolean;
}

/** Tokens of what is sent. */
export interface InlineBudget {
  readonly prefix: number;
  readonly suffix: number;
}

/** UTF-16 units that tokens of a text have at most on the average: what is farther away is not looked at. */
const UNITS_PER_TOKEN = 6;
/** The part of the text that a cut at a line's beginning may cost. */
const MOST_LOST = 0.5;

/** UTF-16 units on each side of a cursor that are looked at. */
export function unitsAround({ prefix, suffix }: InlineBudget): number {
  return (prefix + suffix) * UNITS_PER_TOKEN;
}

/**
 * The place of a cursor; it costs next to nothing, since it is needed with each key.
 *
 * @param before the document before the cursor, or the end of that
 * @param after likewise what follows
 * @param offset UTF-16 units of the document before the cursor, with one for each line break
 */
export function inlinePlace(
  before: string,
  after: string,
  offset: number,
  budget: InlineBudget,
): InlinePlace {
  const most = unitsAround(budget);
  const near = after.slice(0, most).replace(/[\ud800-\udbff\r]$/, '');
  return {
    offset,
    // Of a line break that is cut, the line feed says all.
    prefix: withFeeds(before.slice(-most).replace(/^[\udc00-\udfff]/, '')),
    suffix: withFeeds(near),
    isWhole: near.length === after.length,
  };
}

/**
 * What is sent of a place: the text nearest to the cursor, within a budget, in whole lines where that leaves out no more
 * than half. What one side does not need is the other's.
 */
export function inlineContext(
  place: InlinePlace,
  budget: InlineBudget,
  tokenizer: Pick<Tokenizer, 'count' | 'keepStart' | 'keepEnd'>,
): { readonly prefix: string; readonly suffix: string } {
  const all = budget.prefix + budget.suffix;
  const suffixTokens = tokenizer.count(place.suffix, all);
  const prefix = tokenizer.keepEnd(place.prefix, Math.max(budget.prefix, all - suffixTokens));
  const left = Math.max(0, all - tokenizer.count(prefix, all));
  const suffix = suffixTokens <= left ? place.suffix : tokenizer.keepStart(place.suffix, left);
  return {
    prefix: prefix.length < place.offset ? fromLineStart(prefix) : prefix,
    suffix: place.isWhole && suffix.length === place.suffix.length ? suffix : toLineEnd(suffix),
  };
}

function withFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Without the line that was cut at its beginning, unless much would go with it. */
function fromLineStart(prefix: string): string {
  const feed = prefix.indexOf('\n');
  return feed >= 0 && feed < prefix.length * MOST_LOST ? prefix.slice(feed + 1) : prefix;
}

function toLineEnd(suffix: string): string {
  const feed = suffix.lastIndexOf('\n');
  return feed >= 0 && suffix.length - feed < suffix.length * MOST_LOST ? suffix.slice(0, feed + 1) : suffix;
}
