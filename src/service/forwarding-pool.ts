import { type Dispatcher, Pool } from 'undici';
import type { ProxyServer } from './proxy.ts';
import { refusedBy } from './proxy-error.ts';

type Headers = NonNullable<Dispatcher.DispatchOptions['headers']>;
type Header = [name: string, value: string | string[] | undefined];

function isIterable(headers: Headers): headers is Headers & Iterable<Header> {
  return Symbol.iterator in headers && typeof headers[Symbol.iterator] === 'function';
}

/** Headers in any of the forms that undici takes: names and values in turn, pairs, or an object. */
function pairs(headers: Headers): Header[] {
  if (Array.isArray(headers)) {
    return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]] as Header] : []));
  }
  return isIterable(headers)
    ? [...headers]
    : Object.entries(headers).map(([name, value]) => [
        name,
        typeof value === 'number' ? String(value) : value,
      ]);
}

/** Passes everything on but the proxy's own demand for authentication, which ends the request. */
function watch(handler: Dispatcher.DispatchHandler, proxy: ProxyServer): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (controller, status, headers, statusMessage) => {
      if (status === 407) {
        controller.abort(refusedBy(proxy.shown, status));
      } else {
        handler.onResponseStart?.(controller, status, headers, statusMessage);
      }
    },
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
    onResponseStarted: () => handler.onResponseStarted?.(),
    onBodySent: (...args) => handler.onBodySent?.(...args),
    onRequestSent: () => handler.onRequestSent?.(),
  };
}

/**
 * Requests to one `http:` origin through an HTTP proxy. They carry the target's whole address, as proxies
 * expect of plain HTTP: many allow a tunnel (CONNECT) only to port 443. Unlike in a tunnel, an answer of 403
 * or 502 cannot be told apart from the target's own, so only 407 becomes a ProxyError.
 */
export class ForwardingPool extends Pool {
  readonly #origin: string;
  readonly #headers: readonly Header[];
  readonly #proxy: ProxyServer;

  /** @param options with a `connect` that connects to the proxy itself, with TLS where it wants that */
  constructor(origin: URL, proxy: ProxyServer, options: Pool.Options) {
    super(origin, options);
    this.#origin = origin.origin;
    this.#proxy = proxy;
    this.#headers = proxy.authorization === undefined ? [] : [['proxy-authorization', proxy.authorization]];
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return super.dispatch(
      {
        ...options,
        path: `${this.#origin}${options.path}`,
        // A set, since undici reads an array as names and values in turn.
        headers: new Set([...pairs(options.headers ?? {}), ...this.#headers]),
      },
      watch(handler, this.#proxy),
    );
  }
}
