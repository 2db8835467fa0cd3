import { lineRuns, lineStarts } from './line-runs.ts';
import { changedRuns, Effort } from './matching.ts';
import { joinedRun, type Run } from './runs.ts';
import { toWholeCharacters } from './whole-characters.ts';

/** Offsets in UTF-16 units into the text that is changed. Ordered, never touching. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** VS Code makes one edit, from the first to the last, of 1000 or more: cursors between them would not stay. */
export const MOST_CHANGES = 999;

/** UTF-16 units of both sides within which a changed line, or run of lines, is compared word by word. */
const LONGEST_FOR_WORDS = 4000;
/** The same, in all. */
const MOST_FOR_WORDS = 400_000;

/**
 * The least changes that make one text into another. Only what differs is touched, so that cursors, folds, breakpoints
 * and decorations elsewhere stay; no character is torn. It is bounded in time: where texts have too little in common,
 * what differs is replaced as a whole.
 */
export function textChanges(from: string, to: string): TextChange[] {
  if (from === to) {
    return [];
  }
  const found = new WordChanges(from, to);
  const fromLines = from.split('\n');
  const toLines = to.split('\n');
  const starts = lineStarts(fromLines);
  const toStarts = lineStarts(toLines);
  for (const run of changedRuns(fromLines, toLines)) {
    const count = run.end - run.start;
    if (count === run.toEnd - run.toStart && count <= MOST_CHANGES) {
      // Line by line, so that what hangs on a line stays on it.
      for (let index = 0; index < count; index++) {
        const start = starts[run.start + index] ?? 0;
        const toStart = toStarts[run.toStart + index] ?? 0;
        const end = start + (fromLines[run.start + index] ?? '').length;
        found.add({ start, end, toStart, toEnd: toStart + (toLines[run.toStart + index] ?? '').length });
      }
    } else {
      found.add(unitsOf(run, fromLines.length, starts, toStarts));
    }
  }
  return fewEnough(toWholeCharacters(from, to, found.changes)).map(({ start, end, toStart, toEnd }) => ({
    start,
    end,
    text: to.slice(toStart, toEnd),
  }));
}

export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let at = 0;
  let result = '';
  for (const change of changes) {
    result += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return result + text.slice(at);
}

/** How many places a reader sees as changed: runs of changed lines. */
export function countHunks(from: string, to: string): number {
  return from === to ? 0 : lineRuns(from.split('\n'), to.split('\n')).length;
}

/** A run of lines in UTF-16 units: with the breaks behind them, or at the end of the text the one before them. */
function unitsOf(run: Run, lineCount: number, starts: readonly number[], toStarts: readonly number[]): Run {
  const start = starts[run.start] ?? 0;
  const end = starts[run.end] ?? 0;
  const toStart = toStarts[run.toStart] ?? 0;
  const toEnd = toStarts[run.toEnd] ?? 0;
  if (run.end < lineCount) {
    return { start, end, toStart, toEnd };
  }
  // The last line has no break behind it. Lines that are only added there, or only removed, take the one before.
  const taken = run.start === run.end || run.toStart === run.toEnd ? 1 : 0;
  return { start: start - taken, end: end - 1, toStart: toStart - taken, toEnd: toEnd - 1 };
}

/** Finds what has changed within changed lines, given from the first to the last. */
class WordChanges {
  readonly changes: Run[] = [];
  readonly #from: string;
  readonly #to: string;
  readonly #effort = new Effort(200_000);
  #left = MOST_FOR_WORDS;

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  add(run: Run): void {
    const change = this.#trimmed(run);
    const { start, end, toStart, toEnd } = change;
    if (start === end && toStart === toEnd) {
      return;
    }
    const length = end - start + toEnd - toStart;
    if (start === end || toStart === toEnd || length > LONGEST_FOR_WORDS || length > this.#left) {
      this.changes.push(change);
      return;
    }
    this.#left -= length;
    this.changes.push(...this.#words(change));
  }

  #words({ start, end, toStart, toEnd }: Run): Run[] {
    const words = tokens(this.#from.slice(start, end));
    const toWords = tokens(this.#to.slice(toStart, toEnd));
    const starts = tokenStarts(words, start);
    const toStarts = tokenStarts(toWords, toStart);
    const changes: Run[] = [];
    for (const run of changedRuns(words, toWords, this.#effort)) {
      const last = changes.at(-1);
      const change = this.#trimmed({
        start: starts[run.start] ?? end,
        end: starts[run.end] ?? end,
        toStart: toStarts[run.toStart] ?? toEnd,
        toEnd: toStarts[run.toEnd] ?? toEnd,
      });
      // Brackets and blanks that happen to stay are not worth a change of their own on either side.
      if (last && !/[\p{L}\p{N}]/u.test(this.#from.slice(last.end, change.start))) {
        changes[changes.length - 1] = joinedRun(last, change);
      } else {
        changes.push(change);
      }
    }
    return changes;
  }

  /** Without the units that are equal at both ends. */
  #trimmed({ start, end, toStart, toEnd }: Run): Run {
    const most = Math.min(end - start, toEnd - toStart);
    let before = 0;
    while (before < most && this.#from.charCodeAt(start + before) === this.#to.charCodeAt(toStart + before)) {
      before++;
    }
    let after = 0;
    while (
      after < most - before &&
      this.#from.charCodeAt(end - after - 1) === this.#to.charCodeAt(toEnd - after - 1)
    ) {
      after++;
    }
    return { start: start + before, end: end - after, toStart: toStart + before, toEnd: toEnd - after };
  }
}

/** Words, blanks, line breaks, and each other character. */
function tokens(text: string): string[] {
  return text.match(/\n|[^\S\n]+|[\p{L}\p{N}\p{M}_]+|./gsu) ?? [];
}

function tokenStarts(words: readonly string[], start: number): number[] {
  let at = start;
  const starts = words.map((word) => {
    at += word.length;
    return at - word.length;
  });
  return [...starts, at];
}

/** Joins the nearest, where there are too many. */
function fewEnough(changes: readonly Run[]): Run[] {
  if (changes.length <= MOST_CHANGES) {
    return [...changes];
  }
  const gap = (index: number): number => (changes[index]?.start ?? 0) - (changes[index - 1]?.end ?? 0);
  const widest = changes.map((_, index) => index).slice(1);
  widest.sort((a, b) => gap(b) - gap(a));
  const borders = new Set(widest.slice(0, MOST_CHANGES - 1));
  const joined: Run[] = [];
  for (const [index, change] of changes.entries()) {
    const last = joined.at(-1);
    if (last && !borders.has(index)) {
      joined[joined.length - 1] = joinedRun(last, change);
    } else {
      joined.push(change);
    }
  }
  return joined;
}
