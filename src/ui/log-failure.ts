import { ServiceError } from '../service/errors.ts';
import type { Log } from './log.ts';

/** Keeps what the words for the person leave out: the id to ask the service's operator about, or where it happened. */
export function logFailure(error: unknown, log: Pick<Log, 'error'>): void {
  if (!ServiceError.is(error)) {
    log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } else if (error.partial !== undefined || error.kind === 'invalidRequest') {
    // Of a request that failed before its answer, the log knows already.
    const { kind, code, message, requestId } = error;
    log.error([kind, code, message, requestId].filter(Boolean).join(' · '));
  }
}
