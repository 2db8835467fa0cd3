import { generate } from 'selfsigned';

export interface Certificate {
  /** The private key in PEM. */
  key: string;
  /** The certificate in PEM; nobody else has signed it, so it is its own authority too. */
  cert: string;
  ca: string;
}

/** A certificate for 127.0.0.1, ::1 and localhost that no system knows, valid for a day. */
export async function makeCertificate(): Promise<Certificate> {
  const day = 24 * 60 * 60 * 1000;
  // From yesterday, since clocks may differ a little.
  const notBeforeDate = new Date(Date.now() - day);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Sample service' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate,
    notAfterDate: new Date(Date.now() + day),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { key, cert, ca: cert };
}
