import type { Chunk } from './chunks.ts';
import type { IndexedFile } from './index-manifest.ts';

/** A file as it is now. */
export interface SeenFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export interface FilePlan {
  /** To be read and cut into chunks. */
  readonly changed: readonly SeenFile[];
  readonly unchanged: number;
  /** In the index, and no more there. */
  readonly removed: readonly string[];
}

/** A text that has no vector yet. */
export interface TextToEmbed {
  readonly hash: string;
  readonly text: string;
  /** About. */
  readonly tokens: number;
}

/** What one request takes. */
export interface BatchLimits {
  readonly mostTexts: number;
  readonly mostTokens: number;
}

export const BATCH_LIMITS: BatchLimits = { mostTexts: 64, mostTokens: 32_000 };

/** Milliseconds in which a file may change twice with one and the same time: the coarsest clock is that of FAT. */
const COARSEST = 2000;

/** Which files differ from what the index knows of them, by size and time. */
export function planFiles(known: ReadonlyMap<string, IndexedFile>, seen: Iterable<SeenFile>): FilePlan {
  const changed: SeenFile[] = [];
  const met = new Set<string>();
  let unchanged = 0;
  for (const file of seen) {
    const before = known.get(file.path);
    met.add(file.path);
    if (before && before.size === file.size && before.modified === file.modified) {
      unchanged += 1;
    } else {
      changed.push(file);
    }
  }
  return { changed, unchanged, removed: [...known.keys()].filter((path) => !met.has(path)) };
}

/**
 * What the index is to know of a file.
 *
 * @param read when it was begun to be read, in milliseconds since 1970: what was changed just before may change once more
 * without that being seen, and is looked at again next time, which sends nothing
 */
export function indexedFile(
  { size, modified }: SeenFile,
  chunks: readonly Chunk[],
  read: number,
): IndexedFile {
  return {
    size,
    modified: read - modified < COARSEST ? -1 : modified,
    chunks: chunks.map(({ hash, line, column, lastLine }) => [hash, line, column, lastLine]),
  };
}

/** The texts that are to be sent, each once. */
export class MissingTexts {
  readonly #has: (hash: string) => boolean;
  readonly #count: (text: string) => number;
  readonly #met = new Set<string>();

  /**
   * @param has whether there is a vector of a text already
   * @param count about how many tokens a text has
   */
  constructor(has: (hash: string) => boolean, count: (text: string) => number) {
    this.#has = has;
    this.#count = count;
  }

  of(chunks: readonly Chunk[]): TextToEmbed[] {
    const missing: TextToEmbed[] = [];
    for (const { hash, text } of chunks) {
      if (!this.#met.has(hash) && !this.#has(hash)) {
        this.#met.add(hash);
        missing.push({ hash, text, tokens: this.#count(text) });
      }
    }
    return missing;
  }
}

/** Puts texts together as they come, in their order. One that is too long by itself goes alone. */
export async function* batchesOf(
  texts: Iterable<TextToEmbed> | AsyncIterable<TextToEmbed>,
  { mostTexts, mostTokens }: BatchLimits,
): AsyncGenerator<readonly TextToEmbed[], void> {
  let batch: TextToEmbed[] = [];
  let tokens = 0;
  for await (const text of texts) {
    if (batch.length > 0 && (batch.length >= mostTexts || tokens + text.tokens > mostTokens)) {
      yield batch;
      batch = [];
      tokens = 0;
    }
    batch.push(text);
    tokens += text.tokens;
  }
  if (batch.length > 0) {
    yield batch;
  }
}
