import { ServiceError } from './errors.ts';

/** Not an error of its own: tells the transport where to go. */
export class Redirect extends Error {
  readonly status: number;
  /** Absent when the service did not say where to, or not in a way that can be read. */
  readonly target: URL | undefined;

  constructor(status: number, location: string | undefined, from: string) {
    super('redirected');
    this.status = status;
    this.target = location === undefined ? undefined : (URL.parse(location, from) ?? undefined);
  }
}

/** A redirect that is not followed. */
export function redirectError(
  { status, target }: Redirect,
  origin: string,
  host: string,
  id: string | undefined,
): ServiceError {
  const message = !target
    ? `${host} redirects, but does not say where to.`
    : target.origin === origin
      ? `${host} redirects again and again, or in a way that would lose the request.`
      : `${host} redirects to ${`${target.origin}${target.pathname}`.slice(0, 120)}, which was not followed: the key is for ${host} only. If that is the right address, connect to it.`;
  return new ServiceError('invalidResponse', message, { status, code: 'redirect', host, requestId: id });
}
