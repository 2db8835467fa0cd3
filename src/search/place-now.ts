import { type Chunk, chunksOf, hashOf } from './chunks.ts';
import { tellingText } from './telling-line.ts';

/** Lines by which a text is looked for around where it was, if no piece of the file is the same. */
const FARTHEST = 200;

/** A place as an index knows it. Lines and columns count from 0. */
export interface IndexedPlace {
  readonly line: number;
  readonly column: number;
  readonly lastLine: number;
  readonly hash: string;
}

/** The same place as it is now. */
export interface PlaceNow {
  readonly line: number;
  readonly column: number;
  readonly lastLine: number;
  readonly text: string;
  /** Whether something else stands there than what was found. */
  readonly isChanged: boolean;
  /** The line that says what it is, among those of the file. */
  readonly tellingLine: number;
  readonly label: string;
  readonly rest: string;
}

/** A text in which places are found again. */
export class SearchedText {
  readonly #text: string;
  readonly #language: string | undefined;
  readonly #lines: readonly string[];
  /** Made only where something is not where it was. */
  #chunks: readonly Chunk[] | undefined;

  /** @param language VS Code's id */
  constructor(text: string, language?: string) {
    this.#text = text;
    this.#language = language;
    this.#lines = text.split(/\r\n|\r|\n/);
  }

  /** UTF-16 units. */
  get length(): number {
    return this.#text.length;
  }

  /**
   * Where a place is now: where it was, else where its text stands, the nearest of several. Where its text stands nowhere
   * any more, what stands in its place; `undefined` where that is nothing.
   */
  find(place: IndexedPlace): PlaceNow | undefined {
    const { line, lastLine, hash } = place;
    const there = this.#linesAt(place, 0);
    if (there) {
      return placeOf(there, false);
    }
    const chunks = this.#allChunks();
    const likes = chunks.filter((chunk) => chunk.hash === hash);
    const same = nearest(likes, line) ?? this.#linesNear(place);
    if (same) {
      return placeOf(same, false);
    }
    const here = chunks.find((chunk) => chunk.line <= lastLine && chunk.lastLine >= line);
    return here && placeOf(here, true);
  }

  /** The piece that a line is in, or comes before. */
  around(line: number): Chunk | undefined {
    const chunks = this.#allChunks();
    // What is said again at the beginning of a piece belongs to the one before.
    return chunks.find((chunk) => chunk.lastLine >= line) ?? chunks.at(-1);
  }

  /** The lines that a place has, so many further down, if they say what it said. */
  #linesAt({ line, lastLine, column, hash }: IndexedPlace, by: number): Omit<Chunk, 'hash'> | undefined {
    const [first, last] = [line + by, lastLine + by];
    const text =
      column === 0 && first >= 0
        ? this.#lines
            .slice(first, last + 1)
            .join('\n')
            .toWellFormed()
        : '';
    return text !== '' && hashOf(text) === hash ? { line: first, column, lastLine: last, text } : undefined;
  }

  /** What is cut otherwise since something was written beside it, is still there. */
  #linesNear(place: IndexedPlace): Omit<Chunk, 'hash'> | undefined {
    for (let by = 1; by <= FARTHEST; by += 1) {
      const found = this.#linesAt(place, by) ?? this.#linesAt(place, -by);
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  #allChunks(): readonly Chunk[] {
    this.#chunks ??= chunksOf(this.#text, this.#language);
    return this.#chunks;
  }
}

function nearest(chunks: readonly Chunk[], line: number): Chunk | undefined {
  let found: Chunk | undefined;
  for (const chunk of chunks) {
    if (!found || Math.abs(chunk.line - line) < Math.abs(found.line - line)) {
      found = chunk;
    }
  }
  return found;
}

function placeOf({ line, column, lastLine, text }: Omit<Chunk, 'hash'>, isChanged: boolean): PlaceNow {
  const telling = tellingText(text);
  return {
    line,
    column,
    lastLine,
    text,
    isChanged,
    tellingLine: Math.min(lastLine, line + telling.line),
    label: telling.label,
    rest: telling.rest,
  };
}
