import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { codeOf } from './errors.ts';

/** A file of further certificate authorities. */
export interface CertificateFile {
  readonly path: string;
  /** Whom its certificates are for. */
  readonly names: readonly string[];
  /** What keeps it from counting, or makes it count for nothing. */
  readonly problems: readonly string[];
}

const CERTIFICATE =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/**
 * What is in a file of certificate authorities, and what is wrong with it. It never fails.
 *
 * @param now milliseconds since 1970
 */
export async function inspectCertificateFile(path: string, now = Date.now()): Promise<CertificateFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return { path, names: [], problems: [`cannot be read (${codeOf(error) ?? 'for an unknown reason'})`] };
  }
  const names: string[] = [];
  const problems: string[] = [];
  for (const [pem] of text.matchAll(CERTIFICATE)) {
    try {
      const certificate = new X509Certificate(pem);
      const name = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.replaceAll('\n', ', ');
      names.push(name);
      if (Date.parse(certificate.validTo) < now) {
        problems.push(`“${name}” has expired (${certificate.validTo})`);
      } else if (!certificate.ca) {
        problems.push(`“${name}” is not an authority’s certificate`);
      }
    } catch {
      problems.push('has a certificate that cannot be read');
    }
  }
  if (names.length + problems.length === 0) {
    problems.push('has no certificate in PEM');
  }
  return { path, names, problems };
}
