import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { ServiceError } from './errors.ts';
import { ProxyError } from './proxy-error.ts';

export interface CertificateSettings {
  /** Whether a certificate must be valid, for the host and from a known authority. Default: true. */
  readonly strictSsl?: boolean | undefined;
  /** Whether the authorities that the operating system trusts count. Default: true. */
  readonly systemCertificates?: boolean | undefined;
  /** Further certificate authorities, each in PEM. */
  readonly certificates?: readonly string[] | undefined;
}

/** What a chain fails with whose authority is not among those that were loaded. */
const UNKNOWN_AUTHORITY: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  // An authority may be there twice, and the one that was loaded be the expired one.
  'CERT_HAS_EXPIRED',
]);

function isUnknownAuthority(error: unknown): boolean {
  const reason = error instanceof ProxyError ? error.cause : error;
  return reason instanceof Error && 'code' in reason && UNKNOWN_AUTHORITY.has(reason.code);
}

function systemAuthorities(): readonly string[] {
  try {
    return getCACertificates('system');
  } catch {
    // A store that cannot be read must not stop connections that do not need it.
    return [];
  }
}

/** A text that holds no certificate would be passed over in silence. */
function checkCertificates(certificates: readonly string[]): void {
  for (const certificate of certificates) {
    try {
      new X509Certificate(certificate);
    } catch (cause) {
      throw new ServiceError('connection', 'One of the further certificate authorities is not in PEM.', {
        code: 'ERR_CERTIFICATES',
        cause,
      });
    }
  }
}

function defaultAuthorities(): readonly string[] {
  // With what NODE_EXTRA_CA_CERTS names.
  return typeof getCACertificates === 'function' ? getCACertificates('default') : rootCertificates;
}

/**
 * The certificate authorities of one dispatcher, and the TLS handshake with them.
 *
 * Reading the operating system's authorities and building a context from them blocks the thread, which an
 * extension shares with others, for about 60 ms on Linux and longer elsewhere; most services never need
 * them. So a handshake is tried with Node's own authorities, NODE_EXTRA_CA_CERTS and those of the settings,
 * and only a certificate of unknown authority makes the system's count from then on. Nothing is sent before
 * a handshake has succeeded. Node keeps what it has read for the life of the process.
 */
export class Trust {
  readonly #settings: CertificateSettings;
  #isWide = false;
  #connector: buildConnector.connector | undefined;

  constructor(settings: CertificateSettings) {
    this.#settings = settings;
  }

  /** Makes the handshake on the open socket that it is given as `httpSocket`. */
  get connector(): buildConnector.connector {
    this.#connector ??= buildConnector({
      secureContext: this.#createContext(),
      rejectUnauthorized: this.#settings.strictSsl !== false,
      allowH2: false,
      // The caller keeps the deadline.
      timeout: 0,
    });
    return this.#connector;
  }

  /** Whether the operating system's authorities count by now. */
  get isWide(): boolean {
    return this.#isWide;
  }

  /** Lets the system's authorities count if they may settle this error. */
  widen(error: unknown): void {
    if (!this.#isWide && this.#settings.systemCertificates !== false && isUnknownAuthority(error)) {
      this.#isWide = true;
      this.#connector = undefined;
    }
  }

  #createContext(): SecureContext {
    const own = this.#settings.certificates ?? [];
    checkCertificates(own);
    const further = [...(this.#isWide ? systemAuthorities() : []), ...own];
    // Without `ca`, Node uses its default authorities from a store that it parses only once.
    return further.length === 0
      ? createSecureContext()
      : createSecureContext({ ca: [...new Set([...defaultAuthorities(), ...further])] });
  }
}
