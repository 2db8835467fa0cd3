import type { Socket } from 'node:net';
import { Client } from 'undici';
import type { Trust } from './certificates.ts';
import { type ConnectDeadline, type Open, openDirect, openTls, type Target } from './connector.ts';
import { ServiceError } from './errors.ts';
import type { ProxyServer } from './proxy.ts';
import { ProxyError, refusedBy } from './proxy-error.ts';

function portOf(target: Target): number {
  return Number(target.port || (target.protocol === 'https:' ? 443 : 80));
}

/** Host and port as they stand in a request, an IPv6 address in brackets. */
function authority(hostname: string, port: number): string {
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

/** Connects to the proxy itself, with TLS where its address says `https:`. */
export function openProxy(proxy: ProxyServer, trust: Trust): Open {
  const open = openDirect(trust);
  const target: Target = {
    protocol: proxy.protocol,
    hostname: proxy.hostname,
    host: authority(proxy.hostname, proxy.port),
    port: String(proxy.port),
  };
  return async (_, deadline) => {
    try {
      return await open(target, deadline);
    } catch (cause) {
      // A ServiceError is about the settings, not the proxy.
      throw ServiceError.is(cause) ? cause : new ProxyError('unreachable', proxy.shown, { cause });
    }
  };
}

/** Asks an HTTP proxy for a tunnel to the target. */
async function connectByHttp(socket: Socket, proxy: ProxyServer, target: Target): Promise<Socket> {
  const path = authority(target.hostname, portOf(target));
  // Not by node:http, since VS Code replaces that module's functions in the extension host with ones that
  // go through its own proxy. The socket is already open, so the scheme of this address means nothing.
  const sockets = [socket];
  const client = new Client(`http://${authority(proxy.hostname, proxy.port)}`, {
    connect: (_, callback) => {
      const open = sockets.pop();
      // Later, since a client is not ready for a socket within this call. After a cut it asks for another.
      queueMicrotask(() =>
        open === undefined
          ? callback(new Error('The proxy closed the connection'), null)
          : callback(null, open),
      );
    },
    headersTimeout: 0,
  });
  const answer = await client
    .connect({
      path,
      headers: {
        host: path,
        'proxy-connection': 'keep-alive',
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
    })
    .catch(async (cause: unknown) => {
      await client.destroy();
      throw new ProxyError('protocol', proxy.shown, { cause });
    });
  // The tunnel's socket no longer belongs to the client.
  void client.close();
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    answer.socket.on('error', () => {}).destroy();
    throw refusedBy(proxy.shown, answer.statusCode);
  }
  return socket;
}

/** Asks a SOCKS proxy for a tunnel to the target; the proxy looks the name up. */
async function connectBySocks(socket: Socket, proxy: ProxyServer, target: Target): Promise<Socket> {
  const { SocksClient } = await import('socks');
  try {
    await SocksClient.createConnection({
      command: 'connect',
      existing_socket: socket,
      destination: { host: target.hostname, port: portOf(target) },
      proxy: {
        host: proxy.hostname,
        port: proxy.port,
        type: proxy.protocol === 'socks4:' ? 4 : 5,
        ...(proxy.username === '' ? {} : { userId: proxy.username, password: proxy.password }),
      },
    });
    return socket;
  } catch (error) {
    // The library's error holds the password, so it is not passed on.
    const message = error instanceof Error ? error.message : '';
    const reason = /authentication/i.test(message)
      ? 'authentication'
      : /rejected/i.test(message)
        ? 'refused'
        : 'protocol';
    throw new ProxyError(reason, proxy.shown, { cause: new Error(message) });
  }
}

/** Connects to the target through a tunnel that a proxy makes. */
export function openTunnel(proxy: ProxyServer, trust: Trust): Open {
  const open = openProxy(proxy, trust);
  const ask = proxy.protocol.startsWith('socks') ? connectBySocks : connectByHttp;
  return async (target: Target, deadline: ConnectDeadline) => {
    const socket = await ask(await open(target, deadline), proxy, target);
    return target.protocol === 'https:' ? openTls(socket, target, trust) : socket;
  };
}
