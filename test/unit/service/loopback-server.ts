import { once } from 'node:events';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import type { KeyPair } from './test-authority.ts';

export interface LoopbackServer {
  readonly port: number;
  /** How many connections it has taken. */
  connections(): number;
  close(): Promise<void>;
}

async function listen(server: Server, host: string): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen({ port: 0, host, ipv6Only: true });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
    },
  };
}

/** An HTTP server on loopback; with a certificate it speaks TLS. */
export function startHttp(
  listener: RequestListener,
  { host = '127.0.0.1', certificate }: { host?: string; certificate?: KeyPair } = {},
): Promise<LoopbackServer> {
  return listen(
    certificate === undefined ? createHttp(listener) : createHttps({ ...certificate }, listener),
    host,
  );
}

/** A TCP server on loopback. */
export function startTcp(onConnection: (socket: Socket) => void): Promise<LoopbackServer> {
  return listen(createTcp(onConnection), '127.0.0.1');
}
