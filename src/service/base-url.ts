import { BlockList, isIP } from 'node:net';
import { ServiceError } from './errors.ts';

/** Where the service is (§2): everything before `/v1`. */
export interface BaseUrl {
  /** Scheme, host and port: what a key belongs to. */
  readonly origin: string;
  /** Path before `/v1`; begins with a slash or is empty. */
  readonly prefix: string;
  /** `origin` and `prefix`. */
  readonly href: string;
  /** Host, and port where it is not the scheme's own, as shown to people. */
  readonly host: string;
  readonly isLoopback: boolean;
  readonly isSecure: boolean;
}

const NAMED_SCHEME = /^([a-z][a-z\d+.-]*):\/\//i;
/** `javascript:alert(1)`, but neither `localhost:8080` nor `example.com:`. */
const BARE_SCHEME = /^([a-z][a-z\d+.-]*):(?!\d|$)/i;

/** `/v1`, with or without the path of an operation (§4) behind it. */
const VERSION_AND_OPERATION =
  /\/+v1(\/+(models(\/.+)?|(chat\/+)?completions|chat|edits|embeddings|moderations|images(\/+(generations|edits|variations))?|audio(\/+(transcriptions|translations))?))?$/;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a host name or address (an IPv6 address with or without brackets) is this machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  const family = isIP(name);
  if (family === 0) {
    return name === 'localhost' || name.endsWith('.localhost');
  }
  // The list knows IPv4 addresses mapped into IPv6, too.
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}

function refusal(sentence: string): ServiceError {
  return new ServiceError('invalidRequest', sentence, { param: 'baseUrl' });
}

function withScheme(text: string): string {
  const scheme = (NAMED_SCHEME.exec(text) ?? BARE_SCHEME.exec(text))?.[1];
  if (scheme !== undefined) {
    return text;
  }
  const rest = text.replace(/^\/+/, '');
  const guess = URL.parse(`http://${rest}`);
  return guess !== null && isLoopbackHost(guess.hostname) ? `http://${rest}` : `https://${rest}`;
}

/**
 * Reads a base address as people write it: with or without `/v1`, trailing slashes, a path prefix or white
 * space around it; the full address of an operation is cut back to its base. Without a scheme it is `http:`
 * on this machine and `https:` anywhere else, so that a key is never sent in the clear by an omission.
 *
 * @throws ServiceError `invalidRequest`, `param` `baseUrl`: its message says what is wrong with the address
 */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') {
    throw refusal("The service's base address is empty.");
  }
  if (/\s/.test(trimmed)) {
    throw refusal('The base address has white space in it.');
  }
  if (/^[^/?#]*(\/\/)?[^/?#]*@/.test(trimmed)) {
    throw refusal(
      'The base address holds a user name or password. Leave it out; the key is kept separately.',
    );
  }
  const url = URL.parse(withScheme(trimmed));
  if (url === null || (url.hostname === '' && /^https?:$/.test(url.protocol))) {
    throw refusal(
      'The base address is not a URL. Write it like https://example.com or http://localhost:8080.',
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusal(`The base address begins with ${url.protocol} but must begin with https: or http:.`);
  }
  if (/[?#]/.test(trimmed)) {
    throw refusal('The base address has a query (?) or a fragment (#). Leave it out.');
  }
  const prefix = url.pathname.replace(/\/+$/, '').replace(VERSION_AND_OPERATION, '').replace(/\/+$/, '');
  return {
    origin: url.origin,
    prefix,
    href: `${url.origin}${prefix}`,
    host: url.host,
    isLoopback: isLoopbackHost(url.hostname),
    isSecure: url.protocol === 'https:',
  };
}

/** The request target of an operation, such as `/prefix/v1/models` for `/models` (§4, §9). */
export function operationPath(base: BaseUrl, path: `/${string}`): string {
  return `${base.prefix}/v1${path}`;
}

/** The full address of an operation (§4, §9). */
export function operationUrl(base: BaseUrl, path: `/${string}`): string {
  return `${base.origin}${operationPath(base, path)}`;
}
