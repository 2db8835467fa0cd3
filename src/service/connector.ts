import { lookup } from 'node:dns';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { type buildConnector, errors } from 'undici';
import { isLoopbackHost } from './base-url.ts';
import type { Trust } from './certificates.ts';

/** Of a connection to an origin; `hostname` is without brackets. */
export type Target = Pick<buildConnector.Options, 'hostname' | 'host' | 'protocol' | 'port' | 'servername'>;

/** Opens the socket for one connection and lets the deadline watch it. */
export type Open = (target: Target, deadline: ConnectDeadline) => Promise<Socket>;

/** How long one of several addresses of a host may take, in milliseconds, before the next is tried as well. */
const ADDRESS_ATTEMPT = 500;
/** How long a connection is idle, in milliseconds, before TCP asks whether the other side is still there. */
const PROBE_AFTER = 30_000;

/** Ends the making of a connection, whichever step it is at, when its time is up. */
export class ConnectDeadline {
  readonly #timer: NodeJS.Timeout;
  #socket: Socket | undefined;
  #error: Error | undefined;

  /** @param time in milliseconds */
  constructor(time: number, target: Target) {
    this.#timer = setTimeout(() => {
      this.#error = new errors.ConnectTimeoutError(`No connection to ${target.host} within ${time} ms`);
      this.#socket?.destroy(this.#error);
    }, time);
  }

  /** The error of a deadline that has passed. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** From now on it is this socket that ends with the deadline. */
  watch<T extends Socket>(socket: T): T {
    this.#socket = socket;
    if (this.#error !== undefined) {
      socket.destroy(this.#error);
    }
    return socket;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** `localhost` and the names below it are this machine whatever the name service says (RFC 6761). */
const lookupHost: LookupFunction = (hostname, options, callback) => {
  if (!isLoopbackHost(hostname)) {
    lookup(hostname, options, callback);
  } else if (options.all === true) {
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  } else {
    callback(null, '127.0.0.1', 4);
  }
};

/** Opens a TCP connection, over IPv4 or IPv6, whichever answers. */
export function openTcp(hostname: string, port: number, deadline: ConnectDeadline): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = deadline.watch(
      connect({
        host: hostname,
        port,
        lookup: lookupHost,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT,
        keepAlive: true,
        keepAliveInitialDelay: PROBE_AFTER,
        noDelay: true,
      }),
    );
    // Stays for the life of the socket: between two steps nobody else listens for errors.
    socket.once('connect', () => resolve(socket)).on('error', reject);
  });
}

/** Makes a TLS handshake over an open socket. */
export function openTls(socket: Socket, target: Target, trust: Trust): Promise<Socket> {
  return new Promise((resolve, reject) => {
    trust.connector({ ...target, protocol: 'https:', httpSocket: socket }, (error, secured) => {
      if (error === null) {
        resolve(secured);
      } else {
        reject(error);
      }
    });
  });
}

/** Connects to the target itself. */
export function openDirect(trust: Trust): Open {
  return async (target, deadline) => {
    const isSecure = target.protocol === 'https:';
    const socket = await openTcp(target.hostname, Number(target.port || (isSecure ? 443 : 80)), deadline);
    return isSecure ? openTls(socket, target, trust) : socket;
  };
}

/**
 * Makes undici's connector of a way to open sockets. All steps together (name look-up, TCP, proxy, TLS) have
 * `connectTimeout` milliseconds, to the millisecond, where undici's own timers are up to a second late;
 * afterwards the error is undici's ConnectTimeoutError, `code` `UND_ERR_CONNECT_TIMEOUT`.
 */
export function createConnector(open: Open, trust: Trust, connectTimeout: number): buildConnector.connector {
  const attempt = async (target: Target, deadline: ConnectDeadline): Promise<Socket> => {
    const wasWide = trust.isWide;
    try {
      return await open(target, deadline);
    } catch (error) {
      trust.widen(error);
      // Another connection may have widened it meanwhile.
      if (deadline.error === undefined && trust.isWide !== wasWide) {
        return open(target, deadline);
      }
      throw error;
    }
  };
  return (target, callback) => {
    const deadline = new ConnectDeadline(connectTimeout, target);
    attempt(target, deadline)
      .finally(() => deadline.end())
      .then(
        (socket) => callback(null, socket),
        (error: unknown) =>
          callback(deadline.error ?? (error instanceof Error ? error : new Error(String(error))), null),
      );
  };
}
