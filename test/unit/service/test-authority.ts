import { generate } from 'selfsigned';

const DAY = 24 * 60 * 60 * 1000;
const COMMON = { keyType: 'ec', algorithm: 'sha256' } as const;

export interface KeyPair {
  /** Private key in PEM. */
  readonly key: string;
  /** Certificate in PEM. */
  readonly cert: string;
}

/** A certificate authority that no system knows. */
export async function makeAuthority(): Promise<KeyPair> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Authority for tests' }], {
    ...COMMON,
    notBeforeDate: new Date(Date.now() - 30 * DAY),
    notAfterDate: new Date(Date.now() + DAY),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return { key, cert };
}

/** A certificate by an authority for one host name, valid from two days ago until `end` days from now. */
export async function makeCertificate(authority: KeyPair, name: string, end = 1): Promise<KeyPair> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    ...COMMON,
    ca: { key: authority.key, cert: authority.cert },
    notBeforeDate: new Date(Date.now() - 2 * DAY),
    notAfterDate: new Date(Date.now() + end * DAY),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  });
  return { key, cert };
}
