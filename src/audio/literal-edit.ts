import type { StringPlace } from './json-places.ts';

/** What stands between two places of a text is replaced. UTF-16 units. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * What has to change in JSON text for a string in it to be another one: no more than what differs, so that the rest of
 * it stays written as it is. `undefined` where nothing differs.
 */
export function literalEdit(json: string, place: StringPlace, to: string): TextEdit | undefined {
  const literal = json.slice(place.start, place.end);
  const from = String(JSON.parse(literal));
  if (from === to) {
    return undefined;
  }
  const most = Math.min(from.length, to.length);
  let before = 0;
  while (before < most && from.charCodeAt(before) === to.charCodeAt(before)) {
    before += 1;
  }
  if (isHigh(from, before - 1)) {
    before -= 1;
  }
  let after = 0;
  while (
    after < most - before &&
    from.charCodeAt(from.length - 1 - after) === to.charCodeAt(to.length - 1 - after)
  ) {
    after += 1;
  }
  if (isLow(from, from.length - after)) {
    after -= 1;
  }
  const [start, end] = rawPlaces(literal, before, from.length - after);
  return {
    start: place.start + start,
    end: place.start + end,
    text: written(to.slice(before, to.length - after)),
  };
}

/** Where two characters of a string stand in its literal. */
function rawPlaces(literal: string, first: number, second: number): [number, number] {
  const start = rawPlace(literal, { index: 0, raw: 1 }, first);
  return [start, rawPlace(literal, { index: first, raw: start }, second)];
}

/** Goes on from a place that is known both ways; without escapes, the two go along with each other. */
function rawPlace(literal: string, from: { index: number; raw: number }, to: number): number {
  let { index, raw } = from;
  while (index < to) {
    const backslash = literal.indexOf('\\', raw);
    if (backslash < 0 || backslash - raw >= to - index) {
      return raw + to - index;
    }
    index += backslash - raw + 1;
    raw = backslash + (literal[backslash + 1] === 'u' ? 6 : 2);
  }
  return raw;
}

/** As it stands between the quotes. VS Code warns of files in which the last two stand as they are. */
function written(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function isHigh(text: string, at: number): boolean {
  return at >= 0 && (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

function isLow(text: string, at: number): boolean {
  return at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
