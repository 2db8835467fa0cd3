import type { EmbeddingResult } from '../service/response-schema.ts';

/**
 * Why there is no vector of a text:
 *
 * - `missing`: the answer has none for it
 * - `disorder`: the answer does not tell which vector is of which text
 * - `dimension`: it is of another length than the others
 * - `notFinite`: it holds what is no number that can be counted with
 * - `zero`: it has no direction
 * - `refused`: the service did not take the text; `cause` says why
 */
export type EmbeddingErrorKind = 'missing' | 'disorder' | 'dimension' | 'notFinite' | 'zero' | 'refused';

export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly kind: EmbeddingErrorKind;

  constructor(kind: EmbeddingErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }

  static is(error: unknown, kind?: EmbeddingErrorKind): error is EmbeddingError {
    return error instanceof EmbeddingError && (kind === undefined || error.kind === kind);
  }
}

/** By the number of the text that was asked for: its vector, or why there is none. */
export type CheckedAnswer = readonly (readonly number[] | EmbeddingError)[];

/**
 * Which vectors of an answer can be relied on. A vector with another text is worse than none.
 *
 * @param asked how many texts were sent
 * @param dimension what vectors are to have; that of the first one when absent
 */
export function checkAnswer(answer: EmbeddingResult, asked: number, dimension?: number): CheckedAnswer {
  const vectors = inOrder(answer.data, asked);
  if (!vectors) {
    const error = new EmbeddingError(
      'disorder',
      `For ${asked} texts there came ${answer.data.length} vectors, and it cannot be told of which texts they are.`,
    );
    return Array.from({ length: asked }, () => error);
  }
  let expected = dimension;
  return Array.from({ length: asked }, (_, index) => {
    const vector = vectors.get(index);
    const error = vector ? problemOf(vector, expected) : missing();
    if (!error) {
      expected ??= vector?.length;
    }
    return error ?? vector ?? missing();
  });
}

/** By `index` (§2), or as they come where no vector has one; `undefined` where neither can be relied on. */
function inOrder(
  data: EmbeddingResult['data'],
  asked: number,
): ReadonlyMap<number, readonly number[]> | undefined {
  const hasNoIndex = data.length > 1 && data.every(({ index }) => index === 0);
  const vectors = new Map<number, readonly number[]>();
  for (const [place, { embedding, index }] of data.entries()) {
    vectors.set(hasNoIndex ? place : index, embedding);
  }
  const indices = [...vectors.keys()];
  const isValid = indices.every((index) => Number.isInteger(index) && index >= 0 && index < asked);
  if (!isValid || vectors.size !== data.length) {
    return undefined;
  }
  // With gaps, the numbers are those of the texts; without, they may have been given to what was left.
  const hasGaps = indices.some((index) => index >= data.length);
  return data.length === asked || hasGaps || data.length === 0 ? vectors : undefined;
}

function problemOf(vector: readonly number[], expected: number | undefined): EmbeddingError | undefined {
  if (!vector.every(Number.isFinite)) {
    return new EmbeddingError('notFinite', 'The vector holds what is no finite number.');
  }
  if (vector.length === 0 || (expected !== undefined && vector.length !== expected)) {
    return new EmbeddingError(
      'dimension',
      `The vector has ${vector.length} numbers, where ${expected ?? 'some'} are expected.`,
    );
  }
  return vector.every((each) => each === 0)
    ? new EmbeddingError('zero', 'The vector has no direction: all its numbers are 0.')
    : undefined;
}

function missing(): EmbeddingError {
  return new EmbeddingError('missing', 'The answer has no vector for this text.');
}
