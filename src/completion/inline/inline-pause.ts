import { ServiceError } from '../../service/errors.ts';

/** Milliseconds after the first failure of a row, and at most. */
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 5 * 60_000;
/** Milliseconds where a service takes no more requests and does not say for how long. */
const USUAL_WAIT = 30_000;

/** Failures that may be over by themselves. */
const PASSING: readonly string[] = ['server', 'connection', 'timeout', 'truncated', 'invalidResponse'];

/** Why nothing is asked for now. */
export interface Pause {
  readonly error: unknown;
  /** Milliseconds, as of `Date`; `undefined` until something is changed by somebody. */
  readonly until?: number;
}

/**
 * Keeps from asking again what was just refused, as nobody has asked for it by a key and nobody is told: a key or a quota
 * does not mend itself, a service that is busy says when it is not any more, and one that does not answer is asked
 * less and less often.
 */
export class InlinePause {
  #pause: Pause | undefined;
  /** Failures in a row. */
  #failures = 0;

  /** What holds at a time, in milliseconds. */
  at(now: number): Pause | undefined {
    const { until } = this.#pause ?? {};
    return until !== undefined && until <= now ? undefined : this.#pause;
  }

  failed(error: unknown, now: number): void {
    if (ServiceError.is(error, 'cancelled')) {
      return;
    }
    this.#failures += 1;
    const wait = waitAfter(error, this.#failures);
    this.#pause = wait === undefined ? { error } : { error, until: now + wait };
  }

  /** An answer has come, or somebody has changed something. */
  clear(): void {
    this.#pause = undefined;
    this.#failures = 0;
  }
}

/** Milliseconds; `undefined` where waiting does not help. */
function waitAfter(error: unknown, failures: number): number | undefined {
  if (!ServiceError.is(error)) {
    return undefined;
  }
  const { kind, retryAfter } = error;
  if (kind === 'rateLimit' || (kind === 'server' && retryAfter !== undefined)) {
    return retryAfter === undefined ? USUAL_WAIT : retryAfter * 1000;
  }
  return PASSING.includes(kind) ? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1)) : undefined;
}
