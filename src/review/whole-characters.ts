import { joinedRun, type Run } from './runs.ts';

/** UTF-16 units that are looked at on each side of a cut, and that a cut is moved by at most. */
const NEAR = 64;

let graphemes: Intl.Segmenter | undefined;

/** Widens changes (in UTF-16 units) to where people see whole characters begin and end, in both texts. */
export function toWholeCharacters(from: string, to: string, changes: readonly Run[]): Run[] {
  const whole: Run[] = [];
  for (const [index, change] of changes.entries()) {
    const last = whole.at(-1);
    const before = change.start - (last?.end ?? 0);
    const after = (changes[index + 1]?.start ?? from.length) - change.end;
    const back = widening(from, change.start, to, change.toStart, -1, before);
    const on = widening(from, change.end, to, change.toEnd, 1, after);
    const [start, toStart] = [change.start - back, change.toStart - back];
    const [end, toEnd] = [change.end + on, change.toEnd + on];
    if (last && last.end >= start) {
      whole[whole.length - 1] = joinedRun(last, { start, end, toStart, toEnd });
    } else {
      whole.push({ start, end, toStart, toEnd });
    }
  }
  return whole;
}

/** By how much a cut, at one place in each text, has to move; all of `room` takes it to the next change. */
function widening(
  from: string,
  at: number,
  to: string,
  toAt: number,
  direction: 1 | -1,
  room: number,
): number {
  const first = (fits: (text: string, place: number) => boolean): number | undefined => {
    for (let by = 0; by <= Math.min(room, NEAR); by++) {
      if (fits(from, at + direction * by) && fits(to, toAt + direction * by)) {
        return by;
      }
    }
    return room <= NEAR ? room : undefined;
  };
  // A base with marks without end is cut where it must be: but no code point is ever torn, nor a CRLF.
  return first(isWhole) ?? first((text, place) => !isTorn(text, place)) ?? 0;
}

function isTorn(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  const isPair = before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
  return isPair || (before === 0x0d && after === 0x0a);
}

/** Whether no grapheme cluster reaches across a place. */
function isWhole(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) {
    return true;
  }
  // Below the first combining mark, nothing joins but CRLF.
  if (text.charCodeAt(at - 1) < 0x300 && text.charCodeAt(at) < 0x300) {
    return !isTorn(text, at);
  }
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const start = Math.max(0, at - NEAR);
  const cluster = graphemes.segment(text.slice(start, at + NEAR)).containing(at - start);
  return cluster === undefined || cluster.index === at - start;
}
