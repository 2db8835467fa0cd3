import { mkdir } from 'node:fs/promises';
import { CHUNKER_VERSION } from './chunks.ts';
import { IndexError } from './index-error.ts';
import {
  type IndexIdentity,
  type IndexState,
  identityOf,
  type LoadedIndex,
  loadIndex,
  removeOthers,
  stampOf,
} from './index-folder.ts';
import { type IndexedFile, type Manifest, writeManifest } from './index-manifest.ts';
import { type Found, PlaceTable, type SearchOptions } from './index-search.ts';
import { quantised } from './quantised.ts';
import { VectorFile } from './vector-file.ts';
import { encodeRecord, isHash } from './vector-records.ts';
import { WriterLock } from './writer-lock.ts';

export interface NewVector {
  /** Of the text of a chunk. */
  readonly hash: string;
  readonly vector: ArrayLike<number>;
}

/** More vectors than this of texts that no file has any more, and more than those in use, are cleared away. */
const MOST_UNUSED = 2000;
/** Nobody saves faster than this many looks. */
const MOST_LOOKS = 5;

/**
 * The vectors of a folder's texts, and which text is where. Vectors are only added, each with a checksum, and known by
 * their text; which files there are stands in a manifest that is replaced as a whole. So whatever is cut off, what is lost
 * is at most what was under way, and no text is sent again whose vector has once come.
 *
 * One window writes; others read what was saved last.
 */
export class VectorIndex {
  readonly state: IndexState;
  readonly #folder: string;
  readonly #identity: string;
  readonly #lock: WriterLock | undefined;
  readonly #files: Map<string, IndexedFile>;
  #vectors: VectorFile | undefined;
  /** What is searched, until something changes. */
  #table: PlaceTable | undefined;
  /** What the manifest was like when it was read or written. */
  #stamp: string;
  /** Writing, one thing after the other. */
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(
    folder: string,
    identity: string,
    lock: WriterLock | undefined,
    loaded: LoadedIndex,
    stamp: string,
  ) {
    this.#folder = folder;
    this.#identity = identity;
    this.#lock = lock;
    this.state = loaded.state;
    this.#files = new Map(loaded.files);
    this.#vectors = loaded.vectors;
    this.#stamp = stamp;
  }

  /** @param options.write to write, unless another window does: see `isWriter` */
  static async open(
    folder: string,
    of: IndexIdentity,
    { write }: { readonly write: boolean },
  ): Promise<VectorIndex> {
    const identity = identityOf(of);
    let lock: WriterLock | undefined;
    if (write) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      lock = await WriterLock.take(folder);
    }
    try {
      for (let looks = 1; ; looks += 1) {
        const stamp = await stampOf(folder);
        const loaded = await loadIndex(folder, identity, lock !== undefined);
        // A writer may clear away vectors between two looks of a reader.
        if (lock || looks === MOST_LOOKS || stamp === (await stampOf(folder))) {
          return new VectorIndex(folder, identity, lock, loaded, stamp);
        }
      }
    } catch (error) {
      await lock?.release();
      throw error;
    }
  }

  get isWriter(): boolean {
    return this.#lock !== undefined;
  }

  /** Of its vectors; `undefined` before the first. */
  get dimension(): number | undefined {
    return this.#vectors?.dimension;
  }

  /** Paths as they were given. */
  get files(): ReadonlyMap<string, IndexedFile> {
    return this.#files;
  }

  /** Whether there is a vector of this text. */
  has(hash: string): boolean {
    return this.#vectors?.slots.has(hash) ?? false;
  }

  /** Texts that have a vector, in use or not. */
  get size(): number {
    return this.#vectors?.slots.size ?? 0;
  }

  /**
   * Keeps vectors; they are on the disk when this is done.
   *
   * @throws {IndexError} `dimension`, `vector`, `readOnly`; then none of them is kept
   */
  async add(entries: readonly NewVector[]): Promise<void> {
    this.#mustWrite();
    const [first] = entries;
    if (!first) {
      return;
    }
    const dimension = this.dimension ?? first.vector.length;
    const records = entries.map(({ hash, vector }) => {
      if (vector.length !== dimension) {
        const message = `The index has vectors of ${dimension} numbers, but this one has ${vector.length}.`;
        throw new IndexError('dimension', message);
      }
      if (!isHash(hash)) {
        throw new TypeError('A text is known by 32 hexadecimal digits.');
      }
      return { hash, bytes: encodeRecord(hash, quantised(vector)) };
    });
    await this.#write(async () => {
      if (this.#vectors && this.#vectors.dimension !== dimension) {
        throw new IndexError('dimension', `The index has vectors of ${this.#vectors.dimension} numbers.`);
      }
      this.#vectors ??= await VectorFile.create(this.#folder, { dimension, identity: this.#identity });
      await this.#vectors.append(records);
      this.#table = undefined;
    });
  }

  /** Saved by `save`. */
  setFile(path: string, file: IndexedFile): void {
    this.#mustWrite();
    this.#files.set(path, file);
    this.#table = undefined;
  }

  /** Saved by `save`. Its vectors stay for a while, since a file that is gone may be a file that was moved. */
  removeFile(path: string): void {
    this.#mustWrite();
    this.#files.delete(path);
    this.#table = undefined;
  }

  /** Writes down which files there are, and clears away what no file needs where that is much. */
  async save(): Promise<void> {
    this.#mustWrite();
    await this.#write(async () => {
      const used = this.#used();
      const unused = (this.#vectors?.blocks.length ?? 0) - used.size;
      if (unused > MOST_UNUSED && unused > used.size) {
        await this.#compact(used);
      } else {
        await this.#saveManifest();
      }
    });
  }

  /** Leaves out all vectors that no file needs. */
  async compact(): Promise<void> {
    this.#mustWrite();
    await this.#write(() => this.#compact(this.#used()));
  }

  /** Forgets everything, as when the model's vectors have become others. */
  async clear(): Promise<void> {
    this.#mustWrite();
    await this.#write(async () => {
      await this.#vectors?.close();
      this.#vectors = undefined;
      this.#table = undefined;
      this.#files.clear();
      await this.#saveManifest();
    });
  }

  /** Whether nothing was saved by another window since this one has read. */
  async isCurrent(): Promise<boolean> {
    return this.#stamp === (await stampOf(this.#folder));
  }

  /**
   * The places whose texts are nearest in meaning.
   *
   * @throws {IndexError} `dimension`, `vector`
   */
  async search(vector: ArrayLike<number>, options: SearchOptions): Promise<Found[]> {
    if (!this.#vectors) {
      return [];
    }
    this.#table ??= new PlaceTable(this.#vectors, this.#files);
    return this.#table.search(vector, options);
  }

  /** Ends writing; what was not saved is found by its texts again. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#vectors?.close();
    await this.#lock?.release();
  }

  #used(): Set<number> {
    const used = new Set<number>();
    for (const { chunks } of this.#files.values()) {
      for (const [hash] of chunks) {
        const slot = this.#vectors?.slots.get(hash);
        if (slot !== undefined) {
          used.add(slot);
        }
      }
    }
    return used;
  }

  async #compact(used: ReadonlySet<number>): Promise<void> {
    const old = this.#vectors;
    if (old) {
      const { dimension, blocks } = old;
      const fresh = await VectorFile.create(this.#folder, { dimension, identity: this.#identity });
      const kept = [...old.slots].filter(([, slot]) => used.has(slot));
      for (let at = 0; at < kept.length; at += blocks.perBlock) {
        const some = kept.slice(at, at + blocks.perBlock);
        await fresh.append(some.map(([hash, slot]) => ({ hash, bytes: blocks.record(slot) })));
      }
      this.#vectors = fresh;
      this.#table = undefined;
      await old.close();
    }
    await this.#saveManifest();
  }

  async #saveManifest(): Promise<void> {
    const manifest: Manifest = {
      identity: this.#identity,
      chunker: CHUNKER_VERSION,
      vectors: this.#vectors?.name,
      files: [...this.#files],
    };
    await writeManifest(this.#folder, manifest);
    this.#stamp = await stampOf(this.#folder);
    // Only now is nothing needed that was there before.
    await removeOthers(this.#folder, this.#vectors?.name);
  }

  #mustWrite(): void {
    if (!this.#lock) {
      throw readOnly();
    }
  }

  async #write(work: () => Promise<void>): Promise<void> {
    const turn = this.#writing.then(async () => {
      // A machine that slept long may find that another has gone on.
      if (!(await this.#lock?.renew())) {
        throw readOnly();
      }
      await work();
    });
    this.#writing = turn.catch(() => {});
    await turn;
  }
}

function readOnly(): IndexError {
  return new IndexError('readOnly', 'Another window writes to this index.');
}
