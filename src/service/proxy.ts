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
 * The proxy that requests to a URL's origin go through, or nothing where they go directly. Loopback is never
 * proxied.
 *
 * As in VS Code's own network code, a list of exceptions in the settings replaces that of the environment,
 * and the environment's list counts for a proxy from the settings, too.
 *
 * @throws ServiceError `connection`, `code` `ERR_PROXY_ADDRESS`, if the address is none or of an unknown kind
 */
export function proxyFor(url: URL, settings: ProxySettings): ProxyServer | undefined {
  const environment = settings.environment ?? process.env;
  if (settings.proxy === false || isLoopbackHost(url.hostname)) {
    return undefined;
  }
  const noProxy = settings.noProxy?.some((entry) => entry.trim() !== '')
    ? settings.noProxy
    : [variable(environment, 'no_proxy') ?? ''];
  if (bypassesProxy(url, noProxy)) {
    return undefined;
  }
  const fromSettings = settings.proxy?.trim();
  if (fromSettings) {
    return parseProxy(fromSettings, 'the settings (http.proxy)', settings.proxyAuthorization);
  }
  for (const name of VARIABLES[url.protocol] ?? []) {
    const address = variable(environment, name);
    if (address !== undefined) {
      return parseProxy(
        address,
        `the environment variable ${name.toUpperCase()}`,
        settings.proxyAuthorization,
      );
    }
  }
  return undefined;
}

/**
 * Which proxy, without user and password, requests to a URL go through: for error texts and the connection report.
 *
 * @throws ServiceError as `proxyFor` does
 */
export function routeOf(url: URL | string, settings: ProxySettings): { proxy?: string } {
  const proxy = proxyFor(new URL(url), settings);
  return proxy === undefined ? {} : { proxy: proxy.shown };
}
