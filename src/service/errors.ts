/**
 * What went wrong, in terms that a caller can act on:
 *
 * - `invalidRequest`: refused here, before anything was sent; `param` names the field
 * - `authentication`: the key is missing or wrong (401)
 * - `permission`: the key may not do this (403)
 * - `notFound`: no such model, operation or address (404, 405, 501)
 * - `badRequest`: the service refused the request (400, 409, 422 and other 4xx)
 * - `contextLength`: prompt and `max_tokens` exceed the model's context length
 * - `tooLarge`: the body is larger than the service takes (413)
 * - `rateLimit`: too many requests for now (429); `retryAfter` says how long to wait
 * - `quota`: the account's quota is spent (429 or 402 with such a code); waiting does not help
 * - `server`: the service failed (5xx, or an error event inside a stream)
 * - `connection`: no connection, or it was cut
 * - `timeout`: a deadline passed; `code` names which: `connect`, `firstByte`, `idle`, `total`
 * - `truncated`: a stream ended before its end was said; `partial` has what came
 * - `invalidResponse`: an answer that is not what the interface says; `code` is `redirect` for a redirect elsewhere, and
 *   `webPage` for a page, as a log-in in between gives it
 * - `cancelled`: the caller's signal, or the client was closed
 */
export type ServiceErrorKind =
  | 'invalidRequest'
  | 'authentication'
  | 'permission'
  | 'notFound'
  | 'badRequest'
  | 'contextLength'
  | 'tooLarge'
  | 'rateLimit'
  | 'quota'
  | 'server'
  | 'connection'
  | 'timeout'
  | 'truncated'
  | 'invalidResponse'
  | 'cancelled';

export interface ServiceErrorDetails {
  /** HTTP status of the answer. */
  status?: number | undefined;
  /** The service's own code, a system error code, or the name of a deadline. */
  code?: string | undefined;
  /** Wire name of the request field at fault. */
  param?: string | undefined;
  /** `x-request-id` of the answer. */
  requestId?: string | undefined;
  /** Host and port that the request went to. */
  host?: string | undefined;
  /** Seconds to wait before another try, as the service asked. */
  retryAfter?: number | undefined;
  /** From a stream: the text so far of choice 0. */
  partial?: string | undefined;
  cause?: unknown;
}

/** The one error that the client throws. Its message is a sentence for a person and never holds the key. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly requestId: string | undefined;
  readonly host: string | undefined;
  readonly retryAfter: number | undefined;
  readonly partial: string | undefined;

  constructor(kind: ServiceErrorKind, message: string, details: ServiceErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.code = details.code;
    this.param = details.param;
    this.requestId = details.requestId;
    this.host = details.host;
    this.retryAfter = details.retryAfter;
    this.partial = details.partial;
  }

  static is(error: unknown, kind?: ServiceErrorKind): error is ServiceError {
    return error instanceof ServiceError && (kind === undefined || error.kind === kind);
  }

  /** The same error, with more details. */
  with(details: ServiceErrorDetails): ServiceError {
    const copy = new ServiceError(this.kind, this.message, { ...this, cause: this.cause, ...details });
    copy.stack = this.stack ?? copy.stack ?? '';
    return copy;
  }
}

export function cancelled(signal?: AbortSignal): ServiceError {
  return new ServiceError('cancelled', 'Cancelled.', { cause: signal?.reason });
}

/** The `code` of a system error or of one of undici's. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
