import { changedRuns, type Effort } from './matching.ts';
import { joinedRun, type Run } from './runs.ts';

/** What two hunks may be apart, and how long one of them has to be, for a reader to see one. */
const SHORT_GAP = 4;
const LONG_RUN = 5;

/**
 * Runs of changed lines as a reader sees them. Between long runs, a blank line or a brace that happens to be in both
 * is no border; the measures are those of VS Code's diff editor, so that what it shows as one counts as one.
 */
export function lineRuns(from: readonly string[], to: readonly string[], effort?: Effort): Run[] {
  const joined: Run[] = [];
  for (const run of changedRuns(from, to, effort)) {
    const last = joined.at(-1);
    if (last && (isLong(last) || isLong(run)) && isShort(from, last.end, run.start)) {
      joined[joined.length - 1] = joinedRun(last, run);
    } else {
      joined.push(run);
    }
  }
  return joined;
}

function isLong({ start, end, toStart, toEnd }: Run): boolean {
  return end - start + toEnd - toStart > LONG_RUN;
}

function isShort(lines: readonly string[], start: number, end: number): boolean {
  let length = 0;
  for (let index = start; index < end && length <= SHORT_GAP; index++) {
    length += (lines[index] ?? '').replaceAll(/\s/g, '').length;
  }
  return length <= SHORT_GAP;
}

/** Where each line begins, in a text of these lines; for the end, where one more would begin. */
export function lineStarts(lines: readonly string[]): number[] {
  const starts = [0];
  let at = 0;
  for (const line of lines) {
    at += line.length + 1;
    starts.push(at);
  }
  return starts;
}
