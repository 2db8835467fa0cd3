import type { BaseUrl } from '../service/base-url.ts';
import type { CallOptions, Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { isOperationMissing } from '../service/missing-operation.ts';
import { pool } from '../ui/pool.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** Texts of a request, and their UTF-16 units together. */
const MOST_TEXTS = 32;
const MOST_UNITS = 32_000;
/** Requests at a time, where each text needs one. */
const TOGETHER = 4;

/** A service that is asked. */
export interface Asked {
  readonly client: Pick<Client, 'createModeration'>;
  readonly base: Pick<BaseUrl, 'href'>;
}

export interface ModerateOptions {
  /** The service's own choice when absent. */
  readonly model?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of verdicts when they come, and of the number of the first one's text. */
  readonly onVerdicts?:
    | ((from: number, verdicts: readonly Verdict[], model: string | undefined) => void)
    | undefined;
}

export interface Moderated {
  /** One for each text, in their order. */
  readonly verdicts: readonly Verdict[];
  /** As the service names it, where it does. */
  readonly model: string | undefined;
}

/** Asks services whether texts violate their content policy (§4.10), and remembers what it has learnt of each. */
export class Moderator {
  /** Services that take only one text in a request, which is all that §4.10 promises; by address. */
  readonly #oneByOne = new Set<string>();
  readonly #missing = new Set<string>();

  /** Whether a service was found without the operation, in this session. */
  isMissing({ href }: Asked['base']): boolean {
    return this.#missing.has(href);
  }

  /**
   * @throws {ServiceError} `invalidResponse` where there is no result for a text; what else the client throws
   */
  async moderate(asked: Asked, texts: readonly string[], options: ModerateOptions = {}): Promise<Moderated> {
    const verdicts: Verdict[] = [];
    let model: string | undefined;
    try {
      for (const { from, batch } of batchesOf(texts)) {
        const answered = await this.#ask(asked, batch, options);
        model = answered.model ?? model;
        verdicts.push(...answered.verdicts);
        options.onVerdicts?.(from, answered.verdicts, model);
        this.#missing.delete(asked.base.href);
      }
    } catch (error) {
      if (isOperationMissing(error, 'results')) {
        this.#missing.add(asked.base.href);
      }
      throw error;
    }
    return { verdicts, model };
  }

  async #ask(asked: Asked, batch: readonly string[], options: ModerateOptions): Promise<Moderated> {
    const { href } = asked.base;
    if (batch.length === 1 || this.#oneByOne.has(href)) {
      return oneByOne(asked, batch, options);
    }
    try {
      return await request(asked, batch, options);
    } catch (error) {
      if (!mayBeOfList(error)) {
        throw error;
      }
      const each = await oneByOne(asked, batch, options);
      // What is too long together says nothing of fewer.
      if (error.kind !== 'tooLarge' && error.kind !== 'contextLength') {
        this.#oneByOne.add(href);
      }
      return each;
    }
  }
}

function* batchesOf(texts: readonly string[]): Generator<{ from: number; batch: readonly string[] }> {
  let from = 0;
  let units = 0;
  for (const [index, { length }] of texts.entries()) {
    if (index > from && (index - from === MOST_TEXTS || units + length > MOST_UNITS)) {
      yield { from, batch: texts.slice(from, index) };
      from = index;
      units = 0;
    }
    units += length;
  }
  if (from < texts.length) {
    yield { from, batch: texts.slice(from) };
  }
}

async function oneByOne(
  asked: Asked,
  texts: readonly string[],
  { signal, model }: ModerateOptions,
): Promise<Moderated> {
  const stop = new AbortController();
  const signals = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const answers = await pool(
    texts,
    TOGETHER,
    (text) => request(asked, [text], { model, signal: signals }),
    stop,
  );
  return {
    verdicts: answers.flatMap(({ verdicts }) => verdicts),
    model: answers.find((answer) => answer.model !== undefined)?.model,
  };
}

async function request(
  { client }: Asked,
  texts: readonly string[],
  { model, signal }: ModerateOptions,
): Promise<Moderated> {
  const input = texts.map((text) => text.toWellFormed());
  const [only = '', ...others] = input;
  const options: CallOptions = signal ? { signal } : {};
  const answer = await client.createModeration(
    { input: others.length === 0 ? only : input, ...(model !== undefined && { model }) },
    options,
  );
  const { results } = answer;
  if (results.length !== texts.length) {
    // Which result is of which text cannot be told.
    throw new ServiceError(
      'invalidResponse',
      `The answer has ${results.length} results for ${texts.length} texts.`,
    );
  }
  return { verdicts: results.map(verdictOf), model: answer.model ?? undefined };
}

function mayBeOfList(error: unknown): error is ServiceError {
  return (
    ServiceError.is(error) &&
    ['badRequest', 'invalidResponse', 'tooLarge', 'contextLength'].includes(error.kind) &&
    error.param !== 'model' &&
    !isOperationMissing(error, 'results')
  );
}
