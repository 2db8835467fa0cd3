/**
 * Why an index could not do what was asked of it:
 *
 * - `dimension`: a vector is of another length than those it has
 * - `vector`: a vector has no direction, or holds what is no number
 * - `readOnly`: another window writes to it
 */
export type IndexErrorKind = 'dimension' | 'vector' | 'readOnly';

export class IndexError extends Error {
  override readonly name = 'IndexError';
  readonly kind: IndexErrorKind;

  constructor(kind: IndexErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }

  static is(error: unknown, kind?: IndexErrorKind): error is IndexError {
    return error instanceof IndexError && (kind === undefined || error.kind === kind);
  }
}
