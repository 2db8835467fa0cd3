import { isLoopbackHost } from './base-url.ts';
import { ServiceError } from './errors.ts';
import { bypassesProxy } from './no-proxy.ts';

export interface ProxySettings {
  /**
   * Address of the proxy; `false`: never use one; absent or empty: what the environment says (`HTTPS_PROXY`,
   * `HTTP_PROXY`, `ALL_PROXY`, in either case).
   */
  readonly proxy?: string | false | undefined;
  /** Hosts that are reached directly (see `bypassesProxy`); absent or empty: what `NO_PROXY` says. */
  readonly noProxy?: readonly string[] | undefined;
  /** Value of the `Proxy-Authorization` header; goes before user and password in the proxy's address. */
  readonly proxyAuthorization?: string | undefined;
  /** Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

export type ProxyProtocol = 'http:' | 'https:' | 'socks4:' | 'socks5:';

export interface ProxyServer {
  readonly protocol: ProxyProtocol;
  /** Without brackets around an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Value of the `Proxy-Authorization` header. */
  readonly authorization: string | undefined;
  /** The address without user and password, for people. */
  readonly shown: string;
}

const PROTOCOLS: Readonly<Record<string, { readonly protocol: ProxyProtocol; readonly port: number }>> = {
  'http:': { protocol: 'http:', port: 80 },
  'https:': { protocol: 'https:', port: 443 },
  'socks:': { protocol: 'socks5:', port: 1080 },
  'socks5:': { protocol: 'socks5:', port: 1080 },
  'socks5h:': { protocol: 'socks5:', port: 1080 },
  'socks4:': { protocol: 'socks4:', port: 1080 },
  'socks4a:': { protocol: 'socks4:', port: 1080 },
};

/** Per scheme of the target, the variables that name its proxy, the most particular first. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  // VS Code, too, takes the proxy for http: where none is named for https:.
  'https:': ['https_proxy', 'all_proxy', 'http_proxy'],
  'http:': ['http_proxy', 'all_proxy'],
};

type Environment = NonNullable<ProxySettings['environment']>;

function variable(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that was meant as itself.
    return text;
  }
}

function basic(username: string, password: string): string | undefined {
  return username === '' && password === ''
    ? undefined
    : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function parseProxy(address: string, source: string, authorization: string | undefined): ProxyServer {
  // Without a scheme it is an HTTP proxy, as everywhere.
  const url = URL.parse(address.includes('://') ? address : `http://${address}`);
  const known = PROTOCOLS[url?.protocol ?? ''];
  if (url === null || known === undefined || url.hostname === '') {
    // The address itself may hold a password, so it is not repeated.
    throw new ServiceError(
      'connection',
      `The proxy address in ${source} cannot be used. Write it like http://proxy.example.com:8080; https:, socks4: and socks5: work too.`,
      { code: 'ERR_PROXY_ADDRESS' },
    );
  }
  const port = url.port === '' ? known.port : Number(url.port);
  const username = decoded(url.username);
  const password = decoded(url.password);
  return {
    protocol: known.protocol,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    username,
    password,
    authorization: authorization || basic(username, password),
    shown: `${known.protocol}//${url.hostname}:${port}`,
  };
}

/**
 * Why requests go the way they go: by the proxy of the settings or the environment; or directly, since proxies are
 * switched off, it is this machine, a list of exceptions names the host, or there is no proxy.
 */
export type RouteReason = 'settings' | 'environment' | 'off' | 'loopback' | 'exception' | 'none';

export interface Route {
  readonly proxy: ProxyServer | undefined;
  readonly reason: RouteReason;
  /** The setting or environment variable that decided it, if one did. */
  readonly source?: string;
}

/**
 * The way that requests to a URL's origin go. Loopback is never proxied.
 *
 * As in VS Code's own network code, a list of exceptions in the settings replaces that of the environment,
 * and the environment's list counts for a proxy from the settings, too.
 *
 * @throws ServiceError `connection`, `code` `ERR_PROXY_ADDRESS`, if the proxy's address is none or of an unknown kind
 */
export function routeFor(url: URL, settings: ProxySettings): Route {
  const environment = settings.environment ?? process.env;
  if (isLoopbackHost(url.hostname)) {
    return { proxy: undefined, reason: 'loopback' };
  }
  if (settings.proxy === false) {
    return { proxy: undefined, reason: 'off', source: 'http.proxySupport' };
  }
  const own = settings.noProxy?.some((entry) => entry.trim() !== '') ? settings.noProxy : undefined;
  if (bypassesProxy(url, own ?? [variable(environment, 'no_proxy') ?? ''])) {
    return { proxy: undefined, reason: 'exception', source: own ? 'http.noProxy' : 'NO_PROXY' };
  }
  const fromSettings = settings.proxy?.trim();
  if (fromSettings) {
    const proxy = parseProxy(fromSettings, 'the settings (http.proxy)', settings.proxyAuthorization);
    return { proxy, reason: 'settings', source: 'http.proxy' };
  }
  for (const name of VARIABLES[url.protocol] ?? []) {
    const address = variable(environment, name);
    if (address !== undefined) {
      const source = name.toUpperCase();
      const proxy = parseProxy(address, `the environment variable ${source}`, settings.proxyAuthorization);
      return { proxy, reason: 'environment', source };
    }
  }
  return { proxy: undefined, reason: 'none' };
}

/**
 * The proxy that requests to a URL's origin go through, or nothing where they go directly.
 *
 * @throws ServiceError as `routeFor` does
 */
export function proxyFor(url: URL, settings: ProxySettings): ProxyServer | undefined {
  return routeFor(url, settings).proxy;
}

/**
 * Which proxy, without user and password, requests to a URL go through: for error texts.
 *
 * @throws ServiceError as `proxyFor` does
 */
export function routeOf(url: URL | string, settings: ProxySettings): { proxy?: string } {
  const proxy = proxyFor(new URL(url), settings);
  return proxy === undefined ? {} : { proxy: proxy.shown };
}
