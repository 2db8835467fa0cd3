/** A run of tokens that differ: from `start` to `end` there, from `toStart` to `toEnd` here. Either may be empty. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly toStart: number;
  readonly toEnd: number;
}

/** From the beginning of one to the end of a later one. */
export function joinedRun(first: Run, second: Run): Run {
  return { ...second, start: first.start, toStart: first.toStart };
}

/**
 * Settles runs that could stand elsewhere: what was only added, or only removed, joins such a run before it if what is
 * between can as well stand behind both; then it goes behind equal tokens that follow it.
 */
export function settled(from: readonly string[], to: readonly string[], runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    let at = run;
    let last = joined.at(-1);
    while (last && reachesUp(from, to, last, at)) {
      joined.pop();
      at = joinedRun(last, moved(at, last.end - at.start));
      last = joined.at(-1);
    }
    joined.push(at);
  }
  const slid: Run[] = [];
  for (let run = joined.pop(); run; run = joined.pop()) {
    let at = run;
    for (;;) {
      const next = slid.at(-1);
      const length = slideDown(from, to, at, (next?.start ?? from.length) - at.end);
      at = moved(at, length);
      if (!next || at.end < next.start) {
        break;
      }
      // What stood between the two is above both now.
      slid.pop();
      at = joinedRun(at, next);
    }
    slid.push(at);
  }
  return slid.reverse();
}

/** Whether a run can be moved up to the one before it, and both are of one kind. */
function reachesUp(from: readonly string[], to: readonly string[], last: Run, run: Run): boolean {
  const isAdded = run.start === run.end && last.start === last.end;
  const isRemoved = run.toStart === run.toEnd && last.toStart === last.toEnd;
  if (!isAdded && !isRemoved) {
    return false;
  }
  const [tokens, start, end] = isAdded ? [to, run.toStart, run.toEnd] : [from, run.start, run.end];
  const gap = run.start - last.end;
  for (let by = 1; by <= gap; by++) {
    if (tokens[start - by] !== tokens[end - by]) {
      return false;
    }
  }
  return true;
}

/** How far down a run can be moved, within the gap behind it. */
function slideDown(from: readonly string[], to: readonly string[], run: Run, gap: number): number {
  const { start, end, toStart, toEnd } = run;
  const [tokens, first, last] = start === end ? [to, toStart, toEnd] : [from, start, end];
  let by = 0;
  if (start === end || toStart === toEnd) {
    while (by < gap && tokens[first + by] === tokens[last + by]) {
      by++;
    }
  }
  return by;
}

function moved({ start, end, toStart, toEnd }: Run, by: number): Run {
  return { start: start + by, end: end + by, toStart: toStart + by, toEnd: toEnd + by };
}
