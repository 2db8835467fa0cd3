import { errors } from 'undici';
import type { Network } from './dispatcher.ts';
import { ServiceError } from './errors.ts';
import { routeOf } from './proxy.ts';
import { ProxyError } from './proxy-error.ts';

/** What kept a connection from standing, independent of system and library. */
export type ConnectionFailureReason =
  | 'dns'
  | 'refused'
  | 'reset'
  | 'unreachable'
  | 'tls-certificate'
  | 'tls-protocol'
  | 'proxy'
  | 'connectTimeout';

const REASONS: Readonly<Record<string, ConnectionFailureReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  // A firewall on this machine.
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  ETIMEDOUT: 'connectTimeout',
  UND_ERR_CONNECT_TIMEOUT: 'connectTimeout',
  ERR_PROXY: 'proxy',
  EPROTO: 'tls-protocol',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-certificate',
  HOSTNAME_MISMATCH: 'tls-certificate',
  INVALID_CA: 'tls-certificate',
  INVALID_PURPOSE: 'tls-certificate',
  PATH_LENGTH_EXCEEDED: 'tls-certificate',
};

/** OpenSSL's names for what is wrong with a chain, beyond those above. */
const CERTIFICATE = /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_CERT_)/;
const TLS = /^ERR_(SSL|TLS)_/;
/** Both ends closed before the handshake was over; Node has no code of its own for it. */
const HANDSHAKE_CUT = /before secure TLS connection/;

/** What an answer fails with whose first bytes are not HTTP; undici gives no code. */
function isNoHttp(error: unknown): boolean {
  return error instanceof errors.HTTPParserError && error.message.includes('Expected HTTP/');
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The reason of a failure that came before the first byte of an answer; nothing for any other error. */
export function connectionFailureReason(error: unknown): ConnectionFailureReason | undefined {
  const code = codeOf(error) ?? '';
  if (isNoHttp(error) || (error instanceof Error && HANDSHAKE_CUT.test(error.message))) {
    return 'tls-protocol';
  }
  return (
    REASONS[code] ??
    (CERTIFICATE.test(code) ? 'tls-certificate' : TLS.test(code) ? 'tls-protocol' : undefined)
  );
}

function certificateSentence(code: string | undefined, host: string): string {
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return `The certificate of ${host} is for another host. Check the address.`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host} has expired. Its operator must renew it; also check this computer's date.`;
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${host} is not valid yet. Check this computer's date.`;
    case 'CERT_REVOKED':
      return `The certificate of ${host} has been revoked. Ask its operator.`;
    default:
      return (
        `The certificate of ${host} is not from an authority that this computer knows. If you trust that ` +
        'authority, name its certificate file in the setting inkwell.certificates, or add it to the operating ' +
        "system's."
      );
  }
}

/** What is wrong and what to do about it. `host` is the service's or that of its proxy. */
function sentence(
  reason: Exclude<ConnectionFailureReason, 'proxy'>,
  code: string | undefined,
  host: string,
  protocol: string,
): string {
  switch (reason) {
    case 'dns':
      return code === 'EAI_AGAIN'
        ? `The name service did not answer for ${host}. Check this computer's network connection.`
        : `The name in ${host} is unknown. Check the address and this computer's network connection.`;
    case 'refused':
      return `Nothing answers at ${host}. Check that it is running, and the port in the address.`;
    case 'reset':
      return protocol === 'https:'
        ? `${host} closed the connection without an answer.`
        : `${host} closed the connection without an answer. If it expects TLS, its address begins with https:.`;
    case 'unreachable':
      return `${host} cannot be reached from this network. Check the connection, a VPN and the firewall.`;
    case 'tls-certificate':
      return certificateSentence(code, host);
    case 'tls-protocol':
      return protocol === 'https:'
        ? `${host} did not answer with TLS. If it speaks plain HTTP, its address begins with http:.`
        : `${host} answered with something other than HTTP. If it expects TLS, its address begins with https:.`;
    case 'connectTimeout':
      return `There was no connection to ${host} in time. Check the address, a VPN and the firewall.`;
  }
}

function proxySentence(error: ProxyError, host: string): string {
  const { proxy } = error;
  switch (error.reason) {
    case 'authentication':
      return (
        `The proxy ${proxy} wants other credentials than it was given. Set user and password in the ` +
        'address in http.proxy, or set http.proxyAuthorization.'
      );
    case 'refused': {
      const answer = error.status === undefined ? '' : ` (status ${error.status})`;
      return `The proxy ${proxy} did not connect to ${host}${answer}. If ${host} needs no proxy, name it in http.noProxy.`;
    }
    case 'protocol':
      return `The proxy ${proxy} did not answer as one. Check http.proxy, or the proxy in the environment.`;
    case 'unreachable': {
      const { protocol, host: proxyHost } = new URL(proxy);
      const reason = connectionFailureReason(error.cause);
      const why =
        reason === undefined || reason === 'proxy'
          ? 'Check its address.'
          : sentence(reason, codeOf(error.cause), proxyHost, protocol);
      return `There is no connection to the proxy ${proxy}. ${why}`;
    }
  }
}

function proxyOf(url: URL, network: Network): string | undefined {
  try {
    return routeOf(url, network).proxy;
  } catch {
    return undefined;
  }
}

/**
 * Says in words why no connection stood, and what to do; for an error from before the first byte of an
 * answer. The result's kind is `timeout` (`code` `connect`) where time ran out and `connection` otherwise,
 * with the system's or library's own `code`; its `cause` is the error. Nothing in it holds credentials.
 *
 * @returns nothing if the error is not about the connection
 */
export function connectionFailure(error: unknown, url: URL, network: Network): ServiceError | undefined {
  if (ServiceError.is(error, 'connection')) {
    return error.with({ host: url.host });
  }
  const reason = connectionFailureReason(error);
  if (reason === undefined) {
    return undefined;
  }
  const details = { host: url.host, cause: error };
  if (error instanceof ProxyError) {
    const code = codeOf(error.cause) ?? error.code;
    return new ServiceError('connection', proxySentence(error, url.host), { ...details, code });
  }
  if (reason === 'proxy') {
    return undefined;
  }
  const code = codeOf(error);
  const proxy = proxyOf(url, network);
  const by = proxy === undefined ? '' : ` The way there is the proxy ${proxy}.`;
  const message = `${sentence(reason, code, url.host, url.protocol)}${by}`;
  return reason === 'connectTimeout'
    ? new ServiceError('timeout', message, { ...details, code: 'connect' })
    : new ServiceError('connection', message, { ...details, code });
}
