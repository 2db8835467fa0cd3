import { diffArrays } from 'diff';
import { type Run, settled } from './runs.ts';

/** The least that one step costs for each token it may compare: beyond this, long texts get fewer steps. */
const TOKENS_FOR_A_STEP = 64;

/**
 * How much comparing is still allowed, in steps of Myers' algorithm. Counted and not timed, so that the same two texts
 * give the same changes on every machine.
 */
export class Effort {
  #steps: number;

  constructor(steps = 500_000) {
    this.#steps = steps;
  }

  /** The longest edit worth looking for. An edit of length d takes d²/2 steps; half of what is left stays. */
  longestEdit(tokens: number): number {
    return Math.floor(Math.min(Math.sqrt(this.#steps), (this.#steps * TOKENS_FOR_A_STEP) / (tokens + 1)));
  }

  spend(editLength: number): void {
    this.#steps = Math.max(0, this.#steps - editLength ** 2 / 2);
  }
}

/**
 * Where two sequences differ: as little as can be, and within bounded effort. Runs are in order, never touch, and stand
 * as late as they can: among equal lines it is the last that counts as added, whatever changed elsewhere, so that the
 * same change is found at the same place twice.
 */
export function changedRuns(
  from: readonly string[],
  to: readonly string[],
  effort: Effort = new Effort(),
): Run[] {
  const whole = trimmed(from, to, { start: 0, end: from.length, toStart: 0, toEnd: to.length });
  if (whole.start === whole.end || whole.toStart === whole.toEnd) {
    return isEmpty(whole) ? [] : [whole];
  }
  const partners = new Int32Array(from.length).fill(-1);
  pairBetween(partners, 0, whole.start, 0);
  pairBetween(partners, whole.end, from.length, whole.toEnd);
  if (!pairLeastEdit(from, to, whole, partners, effort)) {
    for (const gap of pairAnchors(from, to, whole, partners)) {
      const rest = trimmed(from, to, gap);
      pairBetween(partners, gap.start, rest.start, gap.toStart);
      pairBetween(partners, rest.end, gap.end, rest.toEnd);
      pairLeastEdit(from, to, rest, partners, effort);
    }
  }
  return settled(from, to, unpaired(partners, to.length));
}

function isEmpty({ start, end, toStart, toEnd }: Run): boolean {
  return start === end && toStart === toEnd;
}

/** Without what is equal at both ends. */
function trimmed(from: readonly string[], to: readonly string[], run: Run): Run {
  let { start, end, toStart, toEnd } = run;
  while (start < end && toStart < toEnd && from[start] === to[toStart]) {
    start++;
    toStart++;
  }
  while (start < end && toStart < toEnd && from[end - 1] === to[toEnd - 1]) {
    end--;
    toEnd--;
  }
  return { start, end, toStart, toEnd };
}

function pairBetween(partners: Int32Array, start: number, end: number, toStart: number): void {
  for (let index = start; index < end; index++) {
    partners[index] = toStart + index - start;
  }
}

/** Pairs what the shortest edit keeps; `false`, and nothing paired, when that is too long to look for. */
function pairLeastEdit(
  from: readonly string[],
  to: readonly string[],
  { start, end, toStart, toEnd }: Run,
  partners: Int32Array,
  effort: Effort,
): boolean {
  const ids = new Map<string, number>();
  for (let index = start; index < end; index++) {
    const token = from[index] ?? '';
    if (!ids.has(token)) {
      ids.set(token, ids.size);
    }
  }
  const isShared = new Uint8Array(ids.size);
  for (let index = toStart; index < toEnd; index++) {
    const id = ids.get(to[index] ?? '');
    if (id !== undefined) {
      isShared[id] = 1;
    }
  }
  // What only one side has can have no partner, and makes most of the edit's length: it is left out.
  const shared = (tokens: readonly string[], first: number, last: number): [number[], number[]] => {
    const kept: number[] = [];
    const places: number[] = [];
    for (let index = first; index < last; index++) {
      const id = ids.get(tokens[index] ?? '');
      if (id !== undefined && isShared[id] === 1) {
        kept.push(id);
        places.push(index);
      }
    }
    return [kept, places];
  };
  const [fromIds, fromPlaces] = shared(from, start, end);
  const [toIds, toPlaces] = shared(to, toStart, toEnd);
  const maxEditLength = effort.longestEdit(fromIds.length + toIds.length);
  const changes = diffArrays(fromIds, toIds, { maxEditLength });
  if (!changes) {
    effort.spend(maxEditLength);
    return false;
  }
  let at = 0;
  let toAt = 0;
  let editLength = 0;
  for (const { added, removed, count } of changes) {
    if (added) {
      toAt += count;
      editLength += count;
    } else if (removed) {
      at += count;
      editLength += count;
    } else {
      for (let index = 0; index < count; index++) {
        partners[fromPlaces[at++] ?? -1] = toPlaces[toAt++] ?? -1;
      }
    }
  }
  effort.spend(editLength);
  return true;
}

/**
 * Pairs tokens that both sides have exactly once, as many as keep their order (as “patience” diffs do), and tells what
 * is left between them.
 */
function pairAnchors(from: readonly string[], to: readonly string[], run: Run, partners: Int32Array): Run[] {
  const places = onceOnly(from, run.start, run.end);
  const toPlaces = onceOnly(to, run.toStart, run.toEnd);
  const anchors: [number, number][] = [];
  for (const [token, place] of places) {
    const toPlace = toPlaces.get(token);
    if (place >= 0 && toPlace !== undefined && toPlace >= 0) {
      anchors.push([place, toPlace]);
    }
  }
  const gaps: Run[] = [];
  let { start, toStart } = run;
  for (const [place, toPlace] of longestRising(anchors)) {
    partners[place] = toPlace;
    gaps.push({ start, end: place, toStart, toEnd: toPlace });
    start = place + 1;
    toStart = toPlace + 1;
  }
  gaps.push({ start, end: run.end, toStart, toEnd: run.toEnd });
  return gaps.filter((gap) => gap.start < gap.end && gap.toStart < gap.toEnd);
}

/** Where each token stands, in order of first appearance; -1 for what is there several times. */
function onceOnly(tokens: readonly string[], start: number, end: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let index = start; index < end; index++) {
    const token = tokens[index] ?? '';
    places.set(token, places.has(token) ? -1 : index);
  }
  return places;
}

/** The longest part of pairs, given in order of their first, in which the second rises too. */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  // For each length, the index of the pair that ends a rising part of that length with the smallest second.
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, second]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[ends[middle] ?? -1]?.[1] ?? 0) < second) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const rising: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) {
      rising.push(pair);
    }
  }
  return rising.reverse();
}

function unpaired(partners: Int32Array, toLength: number): Run[] {
  const runs: Run[] = [];
  let start = 0;
  let toStart = 0;
  for (let index = 0; index <= partners.length; index++) {
    const partner = index < partners.length ? (partners[index] ?? -1) : toLength;
    if (partner < 0) {
      continue;
    }
    if (index > start || partner > toStart) {
      runs.push({ start, end: index, toStart, toEnd: partner });
    }
    start = index + 1;
    toStart = partner + 1;
  }
  return runs;
}
