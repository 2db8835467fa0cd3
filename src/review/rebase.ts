import { lineRuns, lineStarts } from './line-runs.ts';
import type { Run } from './runs.ts';

/** Offsets in UTF-16 units; whole lines, or the place where lines would go. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where both changed the same, in each of the three texts. */
export interface Conflict {
  readonly base: TextRange;
  readonly current: TextRange;
  readonly proposal: TextRange;
}

export interface Rebase {
  /** The current text with the proposal's changes carried over. */
  readonly text: string;
  /**
   * What the text is to be compared with from now on, for the same conflicts to be found again: the current text, but
   * the base's lines in the conflicts.
   */
  readonly base: string;
  readonly conflicts: readonly Conflict[];
}

/**
 * Carries a proposal over to a text that was changed since the proposal was asked for.
 *
 * Whole lines are carried: a line made of halves is one that nobody has seen. There is a conflict where both changed the
 * same run of lines, and where both may have put lines at the same place, whose order nobody knows; unless what they
 * made of it is the same, which then counts once. Changes in neighbouring lines are none. Whether there is a line break
 * at the end of the text is a matter of its own: who appends one has changed no line.
 *
 * @param wins Whose text stands in the conflicts; `current`, if it is not given.
 */
export function rebase(
  base: string,
  proposal: string,
  current: string,
  wins: 'current' | 'proposal' = 'current',
): Rebase {
  const from = new Lines(base);
  const ours = new Lines(current);
  const theirs = new Lines(proposal);
  const parts: (readonly string[])[] = [];
  const baseParts: (readonly string[])[] = [];
  const conflicts: Conflict[] = [];
  let at = 0;
  for (const region of regions(lineRuns(from.lines, ours.lines), lineRuns(from.lines, theirs.lines))) {
    const unchanged = from.lines.slice(at, region.base.start);
    at = region.base.end;
    const kept = ours.slice(region.current);
    const proposed = theirs.slice(region.proposal);
    const isConflict = region.changedBy === 'both' && !isSame(kept, proposed);
    if (isConflict) {
      conflicts.push({
        base: from.offsets(region.base),
        current: ours.offsets(region.current),
        proposal: theirs.offsets(region.proposal),
      });
    }
    const takesProposal = isConflict ? wins === 'proposal' : region.changedBy === 'proposal';
    parts.push(unchanged, takesProposal ? proposed : kept);
    baseParts.push(unchanged, isConflict ? from.slice(region.base) : kept);
  }
  const rest = from.lines.slice(at);
  return {
    text: asText([...parts, rest], lastBreak(from, ours, theirs, conflicts.length > 0 ? wins : undefined)),
    base:
      conflicts.length > 0 ? asText([...baseParts, rest], ours.isEnded ?? from.isEnded ?? false) : current,
    conflicts,
  };
}

function asText(parts: readonly (readonly string[])[], isEnded: boolean): string {
  const lines = parts.flat();
  // A blank last line is there by the break behind it only.
  const hasBreak = lines.length > 0 && (isEnded || lines.at(-1) === '');
  return lines.join('\n') + (hasBreak ? '\n' : '');
}

/** The lines of a text, the break at its end taken apart. */
class Lines {
  readonly lines: readonly string[];
  /** Whether there is a break behind the last line; an empty text does not say. */
  readonly isEnded: boolean | undefined;
  readonly #length: number;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.isEnded = text === '' ? undefined : text.endsWith('\n');
    this.lines = text === '' ? [] : (this.isEnded ? text.slice(0, -1) : text).split('\n');
    this.#length = text.length;
    this.#starts = lineStarts(this.lines);
  }

  slice({ start, end }: TextRange): readonly string[] {
    return this.lines.slice(start, end);
  }

  offsets({ start, end }: TextRange): TextRange {
    return { start: this.#offset(start), end: this.#offset(end) };
  }

  #offset(line: number): number {
    return Math.min(this.#starts[line] ?? this.#length, this.#length);
  }
}

/** Whether the result ends in a line break: as it was, unless one side has changed that. */
function lastBreak(
  base: Lines,
  current: Lines,
  proposal: Lines,
  wins: 'current' | 'proposal' | undefined,
): boolean {
  const ours = current.isEnded ?? proposal.isEnded;
  const theirs = proposal.isEnded ?? current.isEnded;
  if (ours === undefined || theirs === undefined || ours === theirs) {
    return ours ?? theirs ?? false;
  }
  if (base.isEnded === undefined) {
    return wins === undefined || (wins === 'proposal' ? theirs : ours);
  }
  return base.isEnded === ours ? theirs : ours;
}

/** Lines that belong together, by number in each text. */
interface Region {
  readonly base: TextRange;
  readonly current: TextRange;
  readonly proposal: TextRange;
  readonly changedBy: 'current' | 'proposal' | 'both';
}

/** The changed regions in order. One that both changed holds all runs that clash with one another. */
function regions(ours: readonly Run[], theirs: readonly Run[]): Region[] {
  const found: Region[] = [];
  const current = new Runs(ours);
  const proposal = new Runs(theirs);
  for (;;) {
    const isOurs = isFirst(current.next, proposal.next);
    const first = isOurs ? current.next : proposal.next;
    if (!first) {
      return found;
    }
    const begun = { current: current.begin(first.start), proposal: proposal.begin(first.start) };
    (isOurs ? current : proposal).take();
    while (clash(current.next, proposal.last) || clash(proposal.next, current.last)) {
      (clash(current.next, proposal.last) ? current : proposal).take();
    }
    const end = Math.max(current.last?.end ?? 0, proposal.last?.end ?? 0);
    found.push({
      base: { start: first.start, end },
      current: { start: begun.current, end: current.lineOf(end) },
      proposal: { start: begun.proposal, end: proposal.lineOf(end) },
      changedBy: current.last && proposal.last ? 'both' : isOurs ? 'current' : 'proposal',
    });
  }
}

/** One side's runs, taken one after the other. */
class Runs {
  readonly #runs: readonly Run[];
  #taken = 0;
  /** By how many lines this side is ahead of the base, behind the runs taken. */
  #ahead = 0;
  /** The last one taken for the region at hand. */
  last: Run | undefined;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
  }

  get next(): Run | undefined {
    return this.#runs[this.#taken];
  }

  /** Begins a region at a line of the base, which is the returned one on this side. */
  begin(line: number): number {
    this.last = undefined;
    return this.lineOf(line);
  }

  take(): void {
    this.last = this.next;
    this.#taken++;
    this.#ahead = this.last ? this.last.toEnd - this.last.end : this.#ahead;
  }

  lineOf(line: number): number {
    return line + this.#ahead;
  }
}

function isFirst(a: Run | undefined, b: Run | undefined): boolean {
  if (!a || !b) {
    return a !== undefined;
  }
  return a.start < b.start || (a.start === b.start && a.end <= b.end);
}

function clash(a: Run | undefined, b: Run | undefined): boolean {
  if (!a || !b) {
    return false;
  }
  const isOverlap = a.start < b.end && b.start < a.end;
  // Of two that touch, both may have put lines between the two.
  const isTouch = a.end === b.start || b.end === a.start;
  return isOverlap || (isTouch && isGrown(a) && isGrown(b));
}

function isGrown({ start, end, toStart, toEnd }: Run): boolean {
  return toEnd - toStart > end - start;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
