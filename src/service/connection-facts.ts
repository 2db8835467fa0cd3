import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { BaseUrl } from './base-url.ts';
import { Trust } from './certificates.ts';
import { connectionFailure } from './connection-failure.ts';
import { createConnector } from './connector.ts';
import { type Network, openingOf } from './dispatcher.ts';
import { cancelled, codeOf, ServiceError } from './errors.ts';

/** A connection as requests have it. */
export interface ConnectionFacts {
  /** Milliseconds until it stood: name, TCP, proxy and TLS together. */
  readonly elapsed: number;
  /** The other end's address: the proxy's where there is one. */
  readonly peer: string | undefined;
  readonly tls: TlsFacts | undefined;
}

export interface TlsFacts {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  /** Whom the certificate is for, and who says so; their words. */
  readonly subject: string;
  readonly issuer: string;
  /** As the certificate has it, such as `Nov 21 00:00:00 2026 GMT`. */
  readonly validTo: string;
  /** Whether the operating system's authorities were needed to trust it. */
  readonly isBySystem: boolean;
  /** Why it would not be trusted if it were checked. */
  readonly problem: string | undefined;
}

/**
 * Makes a connection to the service by the way that requests go, sends nothing over it, and ends it.
 *
 * @param connectTimeout milliseconds
 * @throws {ServiceError} `connection`, `timeout`, or `cancelled` by the signal
 */
export async function inspectConnection(
  base: BaseUrl,
  network: Network,
  { connectTimeout, signal }: { connectTimeout: number; signal: AbortSignal },
): Promise<ConnectionFacts> {
  const url = new URL(base.origin);
  const trust = new Trust(network);
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const start = performance.now();
  try {
    const connect = createConnector(openingOf(url, network, trust).open, trust, connectTimeout);
    return await new Promise<ConnectionFacts>((resolve, reject) => {
      const stop = (): void => reject(cancelled(signal));
      if (signal.aborted) {
        stop();
        return;
      }
      signal.addEventListener('abort', stop, { once: true });
      const target = {
        hostname,
        host: url.host,
        protocol: url.protocol,
        port: url.port,
        ...(isIP(hostname) ? {} : { servername: hostname }),
      };
      connect(target, (error, socket) => {
        signal.removeEventListener('abort', stop);
        if (error) {
          reject(error);
          return;
        }
        resolve({
          elapsed: performance.now() - start,
          peer: socket.remoteAddress,
          tls: socket instanceof TLSSocket ? tlsFacts(socket, trust) : undefined,
        });
        // Also one that came after it was given up.
        socket.on('error', () => {}).destroy();
      });
    });
  } catch (error) {
    if (ServiceError.is(error, 'cancelled')) {
      throw error;
    }
    const message = `There is no connection to ${base.host}.`;
    const details = { code: codeOf(error), host: base.host, cause: error };
    throw connectionFailure(error, url, network) ?? new ServiceError('connection', message, details);
  }
}

function tlsFacts(socket: TLSSocket, { isWide }: Trust): TlsFacts {
  const { subject, issuer, valid_to } = socket.getPeerCertificate();
  // By its types an Error, it is a code such as `CERT_HAS_EXPIRED`.
  const problem: unknown = socket.authorizationError;
  return {
    protocol: socket.getProtocol() ?? '',
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    validTo: valid_to ?? '',
    isBySystem: isWide,
    problem: socket.authorized ? undefined : String(problem ?? 'unknown'),
  };
}

/** Certificates may have several names of a kind, or none. */
function nameOf(name: Partial<Record<'CN' | 'O', unknown>> | undefined): string {
  return [name?.CN, name?.O]
    .flat()
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}
