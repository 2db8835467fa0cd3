/**
 * Why a proxy did not pass a request on:
 *
 * - `unreachable`: no connection to the proxy itself; `cause` says why
 * - `authentication`: it wants a user and password, or others (407)
 * - `refused`: it answered, and would not or could not connect to the target
 * - `protocol`: it closed the connection, or what it answered is not what a proxy answers
 */
export type ProxyFailure = 'unreachable' | 'authentication' | 'refused' | 'protocol';

/** A proxy, not the service, is at fault. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  // Never the cause's code: some of those make undici connect again and again.
  readonly code = 'ERR_PROXY';
  readonly reason: ProxyFailure;
  /** The proxy's address without user and password. */
  readonly proxy: string;
  /** HTTP status of the proxy's answer, if it gave one. */
  readonly status: number | undefined;

  constructor(reason: ProxyFailure, proxy: string, details: { status?: number; cause?: unknown } = {}) {
    const answer = details.status === undefined ? '' : ` (status ${details.status})`;
    super(`Proxy ${proxy}: ${reason}${answer}`, details.cause === undefined ? {} : { cause: details.cause });
    this.reason = reason;
    this.proxy = proxy;
    this.status = details.status;
  }
}

/** The error for a proxy's answer to CONNECT other than success, or for its refusal to forward. */
export function refusedBy(proxy: string, status: number): ProxyError {
  return new ProxyError(status === 407 ? 'authentication' : 'refused', proxy, { status });
}
