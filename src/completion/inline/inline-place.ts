import type { InlinePlace } from './inline-context.ts';

/** What the editor adds behind the cursor when a bracket or a quote is typed. */
const CLOSED = /^[)\]}>"'`]{1,4}/;

/** What came between two places of a document that is otherwise the same. */
export interface TypedSince {
  readonly typed: string;
  /** What the editor has closed, behind the cursor. */
  readonly closed: string;
}

/** What was typed, or taken, from one place to the other; `undefined` where something else has changed as well. */
export function typedSince(place: InlinePlace, now: InlinePlace): TypedSince | undefined {
  const length = now.offset - place.offset;
  if (length < 0 || length > now.prefix.length) {
    return undefined;
  }
  const start = now.prefix.length - length;
  if (!endsAlike(place.prefix, now.prefix.slice(0, start))) {
    return undefined;
  }
  const closed = closedBetween(place, now, length > 0);
  return closed === undefined ? undefined : { typed: now.prefix.slice(start), closed };
}

export function isSamePlace(one: InlinePlace, other: InlinePlace): boolean {
  const since = typedSince(one, other);
  return since?.typed === '' && since.closed === '';
}

/**
 * Whether what is known of two texts before a cursor agrees. They may begin at different places, since with every key the
 * budget cuts elsewhere; but one that shares almost nothing with the other says nothing about it.
 */
function endsAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.endsWith(short) && (short.length === long.length || short.length * 4 >= long.length);
}

/**
 * What the editor has put between the cursor and the text that followed it: empty where that is unchanged, `undefined`
 * where it is another.
 */
function closedBetween(place: InlinePlace, now: InlinePlace, hasTyped: boolean): string | undefined {
  if (beginsAlike(place, now.suffix, now.isWhole)) {
    return '';
  }
  const [closed = ''] = hasTyped ? (CLOSED.exec(now.suffix) ?? []) : [];
  for (let length = 1; length <= closed.length; length += 1) {
    if (beginsAlike(place, now.suffix.slice(length), now.isWhole)) {
      return closed.slice(0, length);
    }
  }
  return undefined;
}

function beginsAlike(place: InlinePlace, suffix: string, isWhole: boolean): boolean {
  if (place.isWhole && isWhole) {
    return place.suffix === suffix;
  }
  const [short, long] = place.suffix.length < suffix.length ? [place.suffix, suffix] : [suffix, place.suffix];
  const isShortWhole = short === suffix ? isWhole : place.isWhole;
  return long.startsWith(short) && (short.length === long.length || (!isShortWhole && short !== ''));
}
