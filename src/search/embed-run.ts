import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { EmbeddingResult } from '../service/response-schema.ts';
import { BATCH_LIMITS, type BatchLimits, batchesOf, type TextToEmbed } from './embed-plan.ts';
import { checkAnswer, EmbeddingError } from './embedding-answer.ts';
import type { VectorIndex } from './vector-index.ts';

/** Requests at a time. */
const TOGETHER = 2;
/** So many texts refused by themselves, and none taken: the fault is not with the texts. */
const MOST_REFUSED_FIRST = 3;
/** So many pairs refused whose texts are taken one by one: the service takes no lists (§4.9 shows none). */
const MOST_REFUSED_PAIRS = 2;

export interface EmbedOptions {
  readonly client: Pick<Client, 'createEmbeddings'>;
  readonly model: string;
  readonly index: Pick<VectorIndex, 'add' | 'dimension'>;
  readonly texts: Iterable<TextToEmbed> | AsyncIterable<TextToEmbed>;
  readonly limits?: BatchLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: EmbedProgress) => void) | undefined;
}

export interface EmbedProgress {
  /** Texts whose vectors are on the disk. */
  readonly stored: number;
  readonly refused: number;
  /** About how many tokens were taken for them. */
  readonly tokens: number;
}

export interface EmbedOutcome extends Omit<EmbedProgress, 'refused'> {
  /** `failed` is what ended it early, with `error`; the vectors that had come are kept in any case. */
  readonly end: 'done' | 'cancelled' | 'failed';
  readonly error?: unknown;
  /** Texts that got no vector though they were asked for. */
  readonly refused: readonly { readonly hash: string; readonly error: EmbeddingError }[];
}

/**
 * Has texts turned into vectors, a batch in a request and two requests at a time, and keeps each batch when it comes. To
 * resume after it ended early is to run once more with what has no vector yet.
 */
export class EmbedRun {
  readonly #options: EmbedOptions;
  readonly #stop = new AbortController();
  readonly #refused: { hash: string; error: EmbeddingError }[] = [];
  #stored = 0;
  #tokens = 0;
  #refusedPairs = 0;
  #error: unknown;
  #gate: PromiseWithResolvers<void> | undefined;

  constructor(options: EmbedOptions) {
    this.#options = options;
  }

  get isPaused(): boolean {
    return this.#gate !== undefined;
  }

  /** No request is begun until `resume`; those under way come to their end. */
  pause(): void {
    this.#gate ??= Promise.withResolvers();
  }

  resume(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }

  /** Once only. It does not throw. */
  async run(): Promise<EmbedOutcome> {
    const { texts, limits = BATCH_LIMITS, signal } = this.#options;
    const onAbort = (): void => this.#stop.abort();
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) {
      onAbort();
    }
    const released = Promise.withResolvers<void>();
    this.#stop.signal.addEventListener('abort', () => released.resolve());
    const batches = batchesOf(texts, limits);
    try {
      await Promise.all(Array.from({ length: TOGETHER }, () => this.#work(batches, released.promise)));
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
    const end = this.#error !== undefined ? 'failed' : this.#stop.signal.aborted ? 'cancelled' : 'done';
    return {
      end,
      ...(this.#error !== undefined && { error: this.#error }),
      stored: this.#stored,
      tokens: this.#tokens,
      refused: this.#refused,
    };
  }

  async #work(batches: AsyncGenerator<readonly TextToEmbed[], void>, released: Promise<void>): Promise<void> {
    try {
      for (;;) {
        while (this.#gate && !this.#stop.signal.aborted) {
          await Promise.race([this.#gate.promise, released]);
        }
        if (this.#stop.signal.aborted) {
          return;
        }
        const { value, done } = await batches.next();
        if (done || this.#stop.signal.aborted) {
          return;
        }
        await this.#embed(value);
      }
    } catch (error) {
      // Of what fails because it was stopped, nobody needs to know.
      if (!this.#stop.signal.aborted) {
        this.#error = error;
        this.#stop.abort();
      }
    }
  }

  /** Returns how many texts got their vectors. */
  async #embed(batch: readonly TextToEmbed[]): Promise<number> {
    const [first] = batch;
    if (!first || this.#stop.signal.aborted) {
      return 0;
    }
    if (batch.length > 1 && this.#refusedPairs >= MOST_REFUSED_PAIRS) {
      return this.#oneByOne(batch);
    }
    const input = batch.length === 1 ? first.text : batch.map(({ text }) => text);
    const { client, model } = this.#options;
    let answer: EmbeddingResult;
    try {
      answer = await client.createEmbeddings({ model, input }, { signal: this.#stop.signal });
    } catch (error) {
      if (!isAboutTexts(error)) {
        throw error;
      }
      if (batch.length > 1) {
        return this.#refusedHalves(batch);
      }
      this.#refuse(first, refusal(error), error);
      return 0;
    }
    const { stored, again } = await this.#take(batch, answer);
    return stored + (again.length < batch.length ? await this.#embed(again) : await this.#halves(again));
  }

  /** Keeps what is good of an answer; returns what is to be asked for again. */
  async #take(
    batch: readonly TextToEmbed[],
    answer: EmbeddingResult,
  ): Promise<{ stored: number; again: readonly TextToEmbed[] }> {
    const checked = checkAnswer(answer, batch.length, this.#options.index.dimension);
    const good = batch.flatMap(({ hash }, place) => {
      const vector = checked[place];
      return vector === undefined || vector instanceof EmbeddingError ? [] : [{ hash, vector }];
    });
    if (good.length > 0) {
      await this.#options.index.add(good);
      this.#stored += good.length;
      this.#tokens += answer.usage?.total_tokens ?? batch.reduce((sum, { tokens }) => sum + tokens, 0);
    }
    const again: TextToEmbed[] = [];
    for (const [place, text] of batch.entries()) {
      const error = checked[place];
      if (!(error instanceof EmbeddingError)) {
        continue;
      }
      // Another model by the same name: none of what follows would fit.
      if (error.kind === 'dimension') {
        throw error;
      }
      if (batch.length > 1 && (error.kind === 'missing' || error.kind === 'disorder')) {
        again.push(text);
      } else {
        this.#refuse(text, error, error);
      }
    }
    this.#tell();
    return { stored: good.length, again };
  }

  async #oneByOne(batch: readonly TextToEmbed[]): Promise<number> {
    let stored = 0;
    for (const text of batch) {
      stored += await this.#embed([text]);
    }
    return stored;
  }

  async #halves(batch: readonly TextToEmbed[]): Promise<number> {
    const middle = Math.ceil(batch.length / 2);
    const stored = await this.#embed(batch.slice(0, middle));
    return stored + (await this.#embed(batch.slice(middle)));
  }

  /** Finds the texts that a refusal is about. */
  async #refusedHalves(batch: readonly TextToEmbed[]): Promise<number> {
    const stored = await this.#halves(batch);
    if (batch.length === 2 && stored === 2) {
      this.#refusedPairs += 1;
    }
    return stored;
  }

  #refuse({ hash }: TextToEmbed, error: EmbeddingError, cause: unknown): void {
    this.#refused.push({ hash, error });
    this.#tell();
    if (this.#stored === 0 && this.#refused.length >= MOST_REFUSED_FIRST) {
      throw cause;
    }
  }

  #tell(): void {
    const [stored, refused, tokens] = [this.#stored, this.#refused.length, this.#tokens];
    this.#options.onProgress?.({ stored, refused, tokens });
  }
}

/** Whether it may be the fault of some texts, so that others are worth a try. */
function isAboutTexts(error: unknown): boolean {
  return (
    ServiceError.is(error) &&
    ['badRequest', 'contextLength', 'tooLarge', 'invalidResponse', 'invalidRequest'].includes(error.kind) &&
    error.code !== 'webPage'
  );
}

function refusal(error: unknown): EmbeddingError {
  const message = error instanceof Error ? error.message : String(error);
  return new EmbeddingError('refused', message, error);
}
