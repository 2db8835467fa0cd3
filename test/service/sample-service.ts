import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Exchange, type RecordedRequest } from './exchange.ts';
import { type Fault, type FaultOptions, FaultQueue } from './faults.ts';
import { FileStore } from './file-store.ts';
import { Gate } from './gate.ts';
import { handle } from './handle.ts';

export interface SampleServiceOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** 127.0.0.1 unless said otherwise. */
  host?: string;
  /** `sk-sample` unless said otherwise; null needs no key. */
  apiKey?: string | null;
  /** Key and certificate in PEM; makes it an https service. */
  tls?: { key: string; cert: string };
  /** Stands before `/v1`, for instance `/proxy/models`. */
  pathPrefix?: string;
  /** Whether faults can be switched over HTTP at `/_faults`, from this machine only. */
  control?: boolean;
}

export interface SampleService {
  /** Scheme, host and port. */
  readonly origin: string;
  /** What a client takes as the base address: the origin with the path prefix. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly port: number;
  /** Every request since the start or the last reset, in the order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /**
   * The first request not yet given out by this method that matches, as soon as its body was read or the
   * exchange is over. Waits for one if there is none.
   */
  nextRequest(match?: (request: RecordedRequest) => boolean): Promise<RecordedRequest>;
  /** Faults for the next matching request: one, or several that apply together. */
  fault(fault: Fault | readonly Fault[], options?: FaultOptions): void;
  /** Holds the next matching answer at a gate that the test opens. */
  gate(options?: FaultOptions): Gate;
  clearFaults(): void;
  /** Forgets requests and faults. */
  reset(): void;
  /** Ends the service and every open connection. */
  close(): Promise<void>;
}

interface Waiter {
  match: (request: RecordedRequest) => boolean;
  resolve: (request: RecordedRequest) => void;
}

/** Starts the sample service: the whole interface, on loopback. */
export async function startSampleService(options: SampleServiceOptions = {}): Promise<SampleService> {
  const host = options.host ?? '127.0.0.1';
  const apiKey = options.apiKey === undefined ? 'sk-sample' : options.apiKey;
  const pathPrefix = options.pathPrefix ?? '';
  const faults = new FaultQueue();
  const files = new FileStore();
  const requests: Exchange[] = [];
  const unclaimed: Exchange[] = [];
  const waiters: Waiter[] = [];
  const connections = new WeakMap<Socket, number>();
  let connectionCount = 0;
  let requestCount = 0;
  let resets = 0;

  const announce = (exchange: Exchange) => {
    const at = waiters.findIndex((waiter) => waiter.match(exchange));
    if (at < 0) {
      unclaimed.push(exchange);
    } else {
      waiters.splice(at, 1)[0]?.resolve(exchange);
    }
  };
  const listener: RequestListener = (request: IncomingMessage, response: ServerResponse) => {
    if (!options.control || request.url !== '/_faults') {
      requestCount += 1;
    }
    const exchange = new Exchange(
      request,
      response,
      connections.get(request.socket) ?? 0,
      `req_${requestCount}`,
    );
    const bornAfter = resets;
    void handle(exchange, {
      apiKey,
      baseUrl,
      pathPrefix,
      faults,
      files,
      control: options.control ?? false,
      record: (recorded) => requests.push(recorded),
      // One that a reset has forgotten must not turn up among those of the next test.
      announce: (announced) => {
        if (bornAfter === resets) {
          announce(announced);
        }
      },
    });
  };
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  server.on(options.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    connectionCount += 1;
    connections.set(socket, connectionCount);
    // A connection the client resets is nothing to end the process over.
    socket.on('error', () => {});
  });
  // A client that does not trust the certificate ends the handshake; that is its right.
  server.on('tlsClientError', () => {});
  // An idle connection stays open as long as the tests want it.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const authority = host.includes(':') ? `[${host}]` : host;
  const origin = `${options.tls ? 'https' : 'http'}://${authority}:${port}`;
  const baseUrl = origin + pathPrefix;

  return {
    origin,
    baseUrl,
    apiKey,
    port,
    requests,
    nextRequest(match = () => true) {
      const at = unclaimed.findIndex(match);
      const [found] = at < 0 ? [] : unclaimed.splice(at, 1);
      return found ? Promise.resolve(found) : new Promise((resolve) => waiters.push({ match, resolve }));
    },
    fault(fault, faultOptions) {
      faults.add(fault, faultOptions);
    },
    gate(faultOptions) {
      const gate = new Gate();
      faults.add({ type: 'hold', gate }, faultOptions);
      return gate;
    },
    clearFaults() {
      faults.clear();
    },
    reset() {
      faults.clear();
      requests.length = 0;
      unclaimed.length = 0;
      waiters.length = 0;
      resets += 1;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
