import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { KeyPair } from './test-authority.ts';

export interface ProxiedRequest {
  readonly method: string;
  /** As it stood in the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ForwardingProxyOptions {
  /** Ports on 127.0.0.1 that stand in for hosts: `{ 'service.test:443': 40123 }`. */
  readonly hosts: Readonly<Record<string, number>>;
  /** With it, clients speak TLS to the proxy. */
  readonly certificate?: KeyPair;
  /** The `Proxy-Authorization` that it wants. */
  readonly authorization?: string;
  /** Status of its answer to every CONNECT; `'none'`: it never answers. */
  readonly connectAnswer?: number | 'none';
}

/** A forward proxy for tests: tunnels by CONNECT, whole addresses for plain HTTP. */
export interface ForwardingProxy {
  readonly port: number;
  readonly seen: readonly ProxiedRequest[];
  close(): Promise<void>;
}

export async function startForwardingProxy(options: ForwardingProxyOptions): Promise<ForwardingProxy> {
  const seen: ProxiedRequest[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const record = ({ method = '', url = '', headers }: IncomingMessage): void => {
    seen.push({ method, target: url, headers });
  };
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    options.authorization === undefined || headers['proxy-authorization'] === options.authorization;

  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    record(incoming);
    const url = URL.parse(incoming.url ?? '');
    const port = url === null ? undefined : options.hosts[`${url.hostname}:${url.port || '80'}`];
    if (!isAllowed(incoming)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end('Who are you?');
    } else if (url === null || port === undefined) {
      response.writeHead(502).end();
    } else {
      const { 'proxy-authorization': _, ...headers } = incoming.headers;
      const onward = request(
        {
          host: '127.0.0.1',
          port,
          method: incoming.method,
          path: url.pathname + url.search,
          headers,
          agent: false,
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.on('error', () => response.destroy());
      incoming.pipe(onward);
    }
  };

  const tunnel = (incoming: IncomingMessage, client: Socket, head: Buffer): void => {
    record(incoming);
    const port = options.hosts[incoming.url ?? ''];
    const status = isAllowed(incoming) ? (options.connectAnswer ?? (port === undefined ? 502 : 200)) : 407;
    if (status === 'none') {
      return;
    }
    if (status !== 200 || port === undefined) {
      client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const onward = keep(connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 Connected\r\n\r\n')));
    onward.write(head);
    onward.pipe(client).pipe(onward);
    client.on('close', () => onward.destroy());
    onward.on('close', () => client.destroy());
  };

  const server =
    options.certificate === undefined
      ? createServer(forward)
      : createSecure({ key: options.certificate.key, cert: options.certificate.cert }, forward);
  server.on('connect', tunnel);
  server.on('connection', keep);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
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
