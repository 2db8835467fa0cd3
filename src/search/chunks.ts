import { createHash } from 'node:crypto';
import { type Borders, bordersOf } from './chunk-borders.ts';
import { type Unit, unitsOf } from './chunk-units.ts';

/** Raised when the same text is cut otherwise; what an index knows of its files then is found anew. */
export const CHUNKER_VERSION = 1;

/** UTF-16 units. A border is the best one so far to both sides, so that this is what a chunk has at least. */
const REACH = 500;
/** UTF-16 units. As bytes of UTF-8 it is below the 8,192 tokens that models take, overlap included. */
const LONGEST = 1500;
/** UTF-16 units; of what is longer than `LONGEST`, no part is cut off that is shorter than this, if it can be. */
const SHORTEST = 350;
/** UTF-16 units of whole lines that are said again behind a border in the middle of something. */
const OVERLAP = 160;

/** A piece of a text that gets a vector. Lines and columns count from 0. */
export interface Chunk {
  /** Of its text: the same text is the same chunk, whatever file it is in. */
  readonly hash: string;
  /** What is sent, with line feeds only and without blank lines around it. */
  readonly text: string;
  readonly line: number;
  /** Where it begins within its first line; not 0 only in a line that is too long for one chunk. UTF-16 units. */
  readonly column: number;
  readonly lastLine: number;
}

/**
 * Cuts a text into chunks. Where it is cut is told by the lines around the place alone, not by a count from the
 * beginning: so an edit changes the chunks near it and no others.
 *
 * @param language VS Code's id
 */
export function chunksOf(text: string, language?: string): Chunk[] {
  const units = unitsOf(text, LONGEST);
  const borders = bordersOf(units, language);
  const cuts = [0, ...localBests(units, borders), units.length];
  const chunks: Chunk[] = [];
  for (const [index, start] of cuts.slice(0, -1).entries()) {
    for (const [from, to] of pieces(units, borders, start, cuts[index + 1] ?? units.length)) {
      const chunk = chunkOf(units, withOverlap(units, borders, from), from, to);
      if (chunk) {
        chunks.push(chunk);
      }
    }
  }
  return chunks;
}

/** By which a text is known: 128 bits are enough that no two ever meet. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The borders that none within reach is better than; of equals, the first. */
function localBests(units: readonly Unit[], { priority }: Borders): number[] {
  const found: number[] = [];
  const ends = endsOf(units);
  const place = (index: number): number => ends[index - 1] ?? 0;
  const last = ends.at(-1) ?? 0;
  // Candidates that may still be the best of their surroundings, falling.
  const falling: number[] = [];
  let head = 0;
  let ahead = 1;
  for (let index = 1; index < units.length; index += 1) {
    for (; ahead < units.length && place(ahead) <= place(index) + REACH; ahead += 1) {
      while (falling.length > head && (priority[falling.at(-1) ?? 0] ?? 0) < (priority[ahead] ?? 0)) {
        falling.pop();
      }
      falling.push(ahead);
    }
    while ((falling[head] ?? index) < index && place(falling[head] ?? index) < place(index) - REACH) {
      head += 1;
    }
    if (falling[head] === index && place(index) >= REACH / 2 && last - place(index) >= REACH / 2) {
      found.push(index);
    }
  }
  return found;
}

/** What is too long by itself, in parts: cut at the best border that a part can end at. */
function* pieces(
  units: readonly Unit[],
  borders: Borders,
  start: number,
  end: number,
): Generator<readonly [start: number, end: number]> {
  let left = 0;
  for (let index = start; index < end; index += 1) {
    left += units[index]?.length ?? 0;
  }
  let from = start;
  while (left > LONGEST) {
    const [cut, length] = bestCut(units, borders, from, left);
    yield [from, cut];
    from = cut;
    left -= length;
  }
  yield [from, end];
}

/** @param total UTF-16 units from there to the end, more than `LONGEST` */
function bestCut(
  units: readonly Unit[],
  { priority }: Borders,
  from: number,
  total: number,
): readonly [cut: number, length: number] {
  let [best, bestLength] = [-1, 0];
  let length = units[from]?.length ?? 0;
  let index = from + 1;
  for (; length + (units[index]?.length ?? 0) <= LONGEST; index += 1) {
    const isFair = length >= SHORTEST && total - length >= SHORTEST;
    if (isFair && (best < 0 || (priority[index] ?? 0) > (priority[best] ?? 0))) {
      [best, bestLength] = [index, length];
    }
    length += units[index]?.length ?? 0;
  }
  return best < 0 ? [index, length] : [best, bestLength];
}

function endsOf(units: readonly Unit[]): number[] {
  let end = 0;
  return units.map(({ length }) => {
    end += length;
    return end;
  });
}

/** Where a chunk begins to be sent: some lines earlier, unless something new begins there. */
function withOverlap(units: readonly Unit[], { isClean }: Borders, from: number): number {
  let start = from;
  let said = 0;
  while (start > 0 && !isClean(start)) {
    said += units[start - 1]?.length ?? 0;
    if (said > OVERLAP) {
      break;
    }
    start -= 1;
  }
  return start;
}

function chunkOf(units: readonly Unit[], start: number, from: number, to: number): Chunk | undefined {
  let [first, end] = [start, to];
  while (first < end && isBlank(units[first])) {
    first += 1;
  }
  while (end > first && isBlank(units[end - 1])) {
    end -= 1;
  }
  const [one, last] = [units[first], units[end - 1]];
  // What is blank but for lines said before, says nothing new.
  if (!one || !last || end <= Math.max(first, from)) {
    return undefined;
  }
  const text = units
    .slice(first, end)
    .map((unit, index) => (index > 0 && unit.column === 0 ? `\n${unit.text}` : unit.text))
    .join('')
    .toWellFormed();
  return { hash: hashOf(text), text, line: one.line, column: one.column, lastLine: last.line };
}

function isBlank(unit: Unit | undefined): boolean {
  return unit === undefined || unit.text.trim() === '';
}
