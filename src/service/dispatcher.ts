import { Agent, type Dispatcher, Pool } from 'undici';
import { type CertificateSettings, Trust } from './certificates.ts';
import { createConnector, type Open, openDirect } from './connector.ts';
import { ForwardingPool } from './forwarding-pool.ts';
import { type ProxyServer, type ProxySettings, proxyFor } from './proxy.ts';
import { openProxy, openTunnel } from './proxy-tunnel.ts';

/** How to reach the service, and whom to believe that it is the service. */
export interface Network extends ProxySettings, CertificateSettings {}

const CONNECTIONS: Pool.Options = {
  // A stream keeps a connection to itself: enough for a chat, completions and indexing side by side.
  connections: 32,
  pipelining: 1,
  // Nothing is gained by it: requests are few, and a cut connection would cut every stream in it.
  allowH2: false,
  // Milliseconds that an idle connection is kept where the server does not say how long it keeps it; a
  // server's hint counts up to the second figure, beyond which routers on the way forget a connection.
  keepAliveTimeout: 60_000,
  keepAliveMaxTimeout: 200_000,
  // Deadlines are the transport's.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/**
 * The connections to a service, and to other origins that it refers to; the route is decided anew for each
 * origin. A request may fail with undici's and Node's errors, with a ProxyError, or with a ServiceError
 * about the proxy's address; `connectionFailure` turns them all into words.
 *
 * @param options.connectTimeout milliseconds for the making of a connection, with all of its steps
 */
export function createDispatcher(network: Network, options: { readonly connectTimeout: number }): Dispatcher {
  const trust = new Trust(network);
  return new Agent({
    factory: (origin) => {
      const url = new URL(origin);
      const { open, forwarding } = openingOf(url, network, trust);
      const pool = { ...CONNECTIONS, connect: createConnector(open, trust, options.connectTimeout) };
      return forwarding ? new ForwardingPool(url, forwarding, pool) : new Pool(url, pool);
    },
  });
}

/** How connections for an origin are opened. */
interface Opening {
  readonly open: Open;
  /** The proxy, where requests are handed to it instead of going through a tunnel. */
  readonly forwarding?: ProxyServer;
}

/** @throws ServiceError about the proxy's address, as `proxyFor` does */
export function openingOf(url: URL, network: Network, trust: Trust): Opening {
  const proxy = proxyFor(url, network);
  if (proxy === undefined) {
    return { open: openDirect(trust) };
  }
  return url.protocol === 'http:' && !proxy.protocol.startsWith('socks')
    ? { open: openProxy(proxy, trust), forwarding: proxy }
    : { open: openTunnel(proxy, trust) };
}
