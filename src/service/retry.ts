import type { IncomingHttpHeaders } from 'node:http';
import { cancelled, type ServiceError } from './errors.ts';

/** Seconds. A longer wait asked for by the service is reported rather than slept. */
export const LONGEST_WAIT = 60;

const FIRST_WAIT = 0.5;
const LONGEST_BACKOFF = 8;
const JITTER = 0.25;

/** Seconds the service asked to wait, from `retry-after-ms` or `retry-after` (seconds or an HTTP date). */
export function retryAfter(headers: IncomingHttpHeaders, now = Date.now()): number | undefined {
  const milliseconds = single(headers['retry-after-ms'])?.trim() ?? '';
  if (NUMBER.test(milliseconds)) {
    return Number(milliseconds) / 1000;
  }
  const value = single(headers['retry-after'])?.trim() ?? '';
  if (NUMBER.test(value)) {
    return Number(value);
  }
  // The oldest of HTTP's three forms of a date does not name its zone, which is GMT in each.
  const date = DATE.test(value) ? Date.parse(/GMT$/i.test(value) ? value : `${value} GMT`) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

const NUMBER = /^\d+(\.\d+)?$/;
/** Needed since `Date.parse` finds a date in almost anything, such as in `-5`. */
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * Seconds to wait before trying again, or `undefined` when there should be no other try.
 *
 * @param attempt how many tries there have been, from 0
 * @param shouldRetry the service's `x-should-retry`, which overrides our own judgement
 */
export function retryDelay(
  error: ServiceError,
  attempt: number,
  shouldRetry: string | undefined,
  random: () => number = Math.random,
): number | undefined {
  if (!isWorthRetrying(error, shouldRetry)) {
    return undefined;
  }
  if (error.retryAfter !== undefined) {
    return error.retryAfter > LONGEST_WAIT ? undefined : error.retryAfter;
  }
  return backoff(attempt, random);
}

/** Seconds to wait after some tries, from 0, when nobody says how long. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_BACKOFF) * (1 - JITTER * random());
}

function isWorthRetrying(error: ServiceError, shouldRetry: string | undefined): boolean {
  if (error.status !== undefined) {
    if (shouldRetry === 'true' || shouldRetry === 'false') {
      return shouldRetry === 'true';
    }
    return (
      error.kind === 'rateLimit' ||
      [408, 409].includes(error.status) ||
      (error.kind === 'server' && error.status >= 500)
    );
  }
  return isPassingFailure(error);
}

/** Connections that another try may well establish: not those that fail for a reason that stays. */
export function isPassingFailure(error: ServiceError): boolean {
  const { kind, code = '' } = error;
  return kind === 'timeout' ? code === 'connect' : kind === 'connection' && !LASTING.test(code);
}

const LASTING = /CERT|SSL|TLS|EPROTO|SIGNATURE|PROXY|ENOTFOUND|HOSTNAME|INVALID|^HPE_/;

/** Ends early, with a `cancelled` error, when the signal aborts. */
export function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      clearTimeout(timer);
      reject(cancelled(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) {
      aborted();
      return;
    }
    signal?.addEventListener('abort', aborted, { once: true });
  });
}

/** A header that should come once. */
export function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
