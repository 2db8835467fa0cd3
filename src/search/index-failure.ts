import { l10n } from 'vscode';
import { ServiceError } from '../service/errors.ts';
import { ToldError } from '../ui/told-error.ts';
import { EmbeddingError } from './embedding-answer.ts';
import { IndexError } from './index-error.ts';

/** Whether a failure is of this moment only, so that it is worth another try when the next file changes. */
export function mayPass(error: unknown): boolean {
  return (
    (ServiceError.is(error) &&
      (['server', 'rateLimit', 'timeout', 'connection'].includes(error.kind) || error.code === 'webPage')) ||
    IndexError.is(error, 'readOnly')
  );
}

/** Whether vectors are of another length than those that are there: only to begin anew helps. */
export function isOtherDimension(error: unknown): boolean {
  return (
    EmbeddingError.is(error, 'dimension') ||
    IndexError.is(error, 'dimension') ||
    (error instanceof ToldError && isOtherDimension(error.cause))
  );
}

/** The same failure, with a message for a person where it has none. */
export function toldFailure(error: unknown): unknown {
  return isOtherDimension(error)
    ? new ToldError(l10n.t('The model now gives vectors of another length: index anew.'), {
        cause: error,
      })
    : error;
}
