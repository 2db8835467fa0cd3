import { codeOf } from '../service/errors.ts';

/**
 * Why the store could not do what was asked:
 *
 * - `missing`: there is no such conversation, or no longer
 * - `future`: a newer Inkwell wrote it, so it is only read
 * - `full`: the disk is full, or the quota spent
 * - `denied`: the folder or file may not be written or read
 * - `other`: what the system said
 */
export type StoreErrorKind = 'missing' | 'future' | 'full' | 'denied' | 'other';

const WORDS: Record<StoreErrorKind, string> = {
  missing: 'This conversation is not there any more.',
  future: 'This conversation was written by a newer Inkwell. It can only be read.',
  full: 'The disk is full.',
  denied: 'Inkwell may not use its storage folder.',
  other: 'Inkwell’s storage does not work.',
};

const KINDS: Readonly<Record<string, StoreErrorKind>> = {
  ENOENT: 'missing',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
};

/** What the store throws. Its message is a sentence for a person; `kind` is for those who know their language. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, cause?: unknown) {
    const detail = kind === 'other' && cause instanceof Error ? ` ${cause.message}` : '';
    super(`${WORDS[kind]}${detail}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }

  static from(error: unknown): StoreError {
    return error instanceof StoreError ? error : new StoreError(KINDS[codeOf(error) ?? ''] ?? 'other', error);
  }
}
