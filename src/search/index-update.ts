import type { Chunk } from './chunks.ts';
import {
  type BatchLimits,
  indexedFile,
  MissingTexts,
  type SeenFile,
  type TextToEmbed,
} from './embed-plan.ts';
import { type EmbedOptions, type EmbedOutcome, type EmbedProgress, EmbedRun } from './embed-run.ts';
import type { IndexedFile } from './index-manifest.ts';
import type { TokenEstimate } from './token-estimate.ts';
import type { VectorIndex } from './vector-index.ts';

/** Why there is nothing of a file to search by meaning. */
export type NoChunks = 'binary' | 'tooLarge' | 'generated' | 'missing';

/** Reads a file and cuts it into chunks. It does not throw. */
export type ReadChunks = (file: SeenFile) => Promise<readonly Chunk[] | NoChunks>;

/** Chunks of a folder: all are in memory while they are searched. */
const MOST_CHUNKS = 200_000;
/** Milliseconds after which what has come is written down, for other windows and for one that is killed. */
const SAVED_EACH = 30_000;

/** What is to be sent. */
export interface Survey {
  readonly files: number;
  readonly texts: number;
  /** About. */
  readonly tokens: number;
  readonly leftOut: ReadonlyMap<NoChunks | 'tooMany', number>;
}

export interface SurveyOptions {
  readonly index: Pick<VectorIndex, 'has' | 'files'>;
  readonly changed: readonly SeenFile[];
  readonly read: ReadChunks;
  readonly tokens: TokenEstimate;
  readonly most?: number;
  readonly signal: AbortSignal;
  /** Is told how many files have been read. */
  readonly onRead?: ((files: number) => void) | undefined;
}

/** Counts what changed files have that has no vector yet. Ends early when it is cancelled. */
export async function survey(options: SurveyOptions): Promise<Survey> {
  const { index, changed, read, tokens: estimate, signal, onRead } = options;
  const missing = new MissingTexts(
    (hash) => index.has(hash),
    (text) => estimate.of(text),
  );
  const room = new Room(index, changed, options.most);
  const leftOut = new Map<NoChunks | 'tooMany', number>();
  let [files, texts, tokens] = [0, 0, 0];
  for (const [at, file] of changed.entries()) {
    if (signal.aborted) {
      break;
    }
    const chunks = room.isFull ? 'tooMany' : await read(file);
    if (typeof chunks === 'string' || !room.takes(chunks)) {
      const reason = typeof chunks === 'string' ? chunks : 'tooMany';
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    } else if (chunks.length > 0) {
      const found = missing.of(chunks);
      files += 1;
      texts += found.length;
      tokens += found.reduce((sum, text) => sum + text.tokens, 0);
    }
    onRead?.(at + 1);
  }
  return { files, texts, tokens, leftOut };
}

export interface UpdateOptions extends Omit<SurveyOptions, 'index' | 'onRead'> {
  readonly index: VectorIndex;
  readonly removed: readonly string[];
  readonly client: EmbedOptions['client'];
  readonly model: string;
  readonly limits?: BatchLimits;
  readonly onProgress?: ((progress: EmbedProgress) => void) | undefined;
}

/** Brings an index up to what its files are now. It can pause, and ends early when it is cancelled. */
export class IndexUpdate {
  readonly #options: UpdateOptions;
  readonly #run: EmbedRun;
  /** Files whose chunks are known, and of which some may have no vector yet. */
  #waiting: { readonly path: string; readonly file: IndexedFile }[] = [];
  #saved = performance.now();

  constructor(options: UpdateOptions) {
    this.#options = options;
    const { client, model, index, limits, signal, onProgress } = options;
    this.#run = new EmbedRun({
      client,
      model,
      index,
      texts: this.#texts(),
      ...(limits && { limits }),
      signal,
      onProgress: (progress) => {
        this.#settle((hash) => index.has(hash));
        onProgress?.(progress);
      },
    });
  }

  get isPaused(): boolean {
    return this.#run.isPaused;
  }

  pause(): void {
    this.#run.pause();
  }

  resume(): void {
    this.#run.resume();
  }

  /** @throws {IndexError} `readOnly` */
  async run(): Promise<EmbedOutcome> {
    const { index, removed } = this.#options;
    for (const path of removed) {
      index.removeFile(path);
    }
    const outcome = await this.#run.run();
    // What was refused would be so again: it is asked for anew when its file changes.
    this.#settle(outcome.end === 'done' ? () => true : (hash) => index.has(hash));
    // Where nothing has come, what is there by another model is still all there is.
    if (outcome.end === 'done' || outcome.stored > 0) {
      await index.save();
    }
    return outcome;
  }

  async *#texts(): AsyncGenerator<TextToEmbed> {
    const { index, changed, read, tokens, most, signal } = this.#options;
    const missing = new MissingTexts(
      (hash) => index.has(hash),
      (text) => tokens.of(text),
    );
    const room = new Room(index, changed, most);
    for (const file of changed) {
      if (signal.aborted || room.isFull) {
        return;
      }
      const begun = Date.now();
      const chunks = await read(file);
      // What cannot be read now may be another time; what is no text stays so until it changes.
      if (chunks === 'missing' || (typeof chunks !== 'string' && !room.takes(chunks))) {
        continue;
      }
      const known = typeof chunks === 'string' ? [] : chunks;
      this.#waiting.push({ path: file.path, file: indexedFile(file, known, begun) });
      yield* missing.of(known);
      if (performance.now() - this.#saved > SAVED_EACH) {
        await index.save();
        this.#saved = performance.now();
      }
    }
  }

  /** Files that have all that they are to have count as they are now. */
  #settle(has: (hash: string) => boolean): void {
    this.#waiting = this.#waiting.filter(({ path, file }) => {
      const isWhole = file.chunks.every(([hash]) => has(hash));
      if (isWhole) {
        this.#options.index.setFile(path, file);
      }
      return !isWhole;
    });
  }
}

/** How many chunks an index still takes. */
class Room {
  #left: number;

  constructor({ files }: Pick<VectorIndex, 'files'>, changed: readonly SeenFile[], most = MOST_CHUNKS) {
    let used = 0;
    for (const { chunks } of files.values()) {
      used += chunks.length;
    }
    for (const { path } of changed) {
      used -= files.get(path)?.chunks.length ?? 0;
    }
    this.#left = most - used;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  takes({ length }: readonly Chunk[]): boolean {
    const fits = length <= this.#left;
    this.#left -= fits ? length : 0;
    return fits;
  }
}
