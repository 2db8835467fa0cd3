import type { TransportEvent } from '../service/transport.ts';

/** One line for a request's fate: neither the key nor anything that was sent or received is in an event. */
export function requestLine({
  method,
  path,
  status,
  requestId,
  elapsed,
  delay,
  error,
}: TransportEvent): string {
  return [
    `${method} ${path}`,
    status,
    requestId,
    `${Math.round(elapsed)} ms`,
    error && `${error.kind}${error.code ? ` (${error.code})` : ''}: ${error.message}`,
    delay !== undefined && `trying again in ${Math.round(delay * 10) / 10} s`,
  ]
    .filter(Boolean)
    .join(' · ');
}
