import { IndexError } from './index-error.ts';
import type { ChunkPlace, IndexedFile } from './index-manifest.ts';
import { nearest } from './nearest.ts';
import type { VectorFile } from './vector-file.ts';

export interface SearchOptions {
  /** Places at most. */
  readonly limit: number;
  /** Cosine below which nothing is found; -1 when absent. */
  readonly least?: number;
  /** Which files are searched; all when absent. */
  readonly includes?: (path: string) => boolean;
  /** Places of one file at most. */
  readonly mostPerFile?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A place in a file, by a text that is near in meaning. Lines and columns count from 0. */
export interface Found {
  readonly path: string;
  readonly hash: string;
  readonly line: number;
  readonly column: number;
  readonly lastLine: number;
  /** Cosine, from -1 to 1. */
  readonly score: number;
}

/** All places of an index's files that have a vector, put together once for many searches. */
export class PlaceTable {
  readonly #vectors: VectorFile;
  readonly #slots: Uint32Array;
  readonly #places: readonly ChunkPlace[];
  /** Each with the number of its first place; those of the next file follow. */
  readonly #files: readonly { readonly path: string; readonly first: number }[];

  constructor(vectors: VectorFile, files: ReadonlyMap<string, IndexedFile>) {
    const slots: number[] = [];
    const places: ChunkPlace[] = [];
    const firsts: { path: string; first: number }[] = [];
    for (const [path, { chunks }] of files) {
      firsts.push({ path, first: places.length });
      for (const place of chunks) {
        const slot = vectors.slots.get(place[0]);
        if (slot !== undefined) {
          slots.push(slot);
          places.push(place);
        }
      }
    }
    this.#vectors = vectors;
    this.#slots = Uint32Array.from(slots);
    this.#places = places;
    this.#files = firsts;
  }

  /**
   * The places whose vectors are nearest to one, the nearest first.
   *
   * @throws {IndexError} `dimension`, `vector`
   */
  async search(
    vector: ArrayLike<number>,
    { limit, least = -1, includes = () => true, mostPerFile = limit, signal }: SearchOptions,
  ): Promise<Found[]> {
    const { blocks } = this.#vectors;
    if (vector.length !== blocks.dimension) {
      const message = `The index has vectors of ${blocks.dimension} numbers, but what is searched for has ${vector.length}.`;
      throw new IndexError('dimension', message);
    }
    // Of each place that is searched, its number and that of its file.
    const numbers = new Uint32Array(this.#slots.length);
    const owners = new Uint32Array(this.#slots.length);
    let count = 0;
    for (const [owner, { path, first }] of this.#files.entries()) {
      const end = this.#files[owner + 1]?.first ?? this.#slots.length;
      for (let number = first; number < end && (number > first || includes(path)); number += 1) {
        numbers[count] = number;
        owners[count] = owner;
        count += 1;
      }
    }
    const slots = numbers.subarray(0, count).map((number) => this.#slots[number] ?? 0);
    const found: Found[] = [];
    const perFile = new Map<number, number>();
    for (const { index, score } of await nearest(blocks, slots, vector, { least, signal })) {
      if (found.length >= limit) {
        break;
      }
      const owner = owners[index] ?? 0;
      const before = perFile.get(owner) ?? 0;
      const place = this.#places[numbers[index] ?? 0];
      if (place && before < mostPerFile) {
        perFile.set(owner, before + 1);
        const [hash, line, column, lastLine] = place;
        found.push({ path: this.#files[owner]?.path ?? '', hash, line, column, lastLine, score });
      }
    }
    return found;
  }
}
