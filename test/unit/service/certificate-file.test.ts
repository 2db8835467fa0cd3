import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectCertificateFile } from '../../../src/service/certificate-file.ts';
import { makeAuthority, makeCertificate } from './test-authority.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('inspectCertificateFile', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-certificates-'));
  });

  after(() => rm(folder, { recursive: true }));

  async function inspect(text: string, now?: number) {
    const path = join(folder, 'authority.pem');
    await writeFile(path, text);
    const { names, problems } = await inspectCertificateFile(path, now);
    return { names, problems };
  }

  it('names each certificate of a bundle', async () => {
    const { cert } = await makeAuthority();
    assert.deepEqual(await inspect(`# ours\n${cert}\n${cert}`), {
      names: ['Authority for tests', 'Authority for tests'],
      problems: [],
    });
  });

  it('says which has expired, or is no authority’s', async () => {
    const authority = await makeAuthority();
    const expired = await inspect(authority.cert, Date.now() + 10 * DAY);
    assert.match(expired.problems.join(), /^“Authority for tests” has expired \(.* GMT\)$/);
    const { cert } = await makeCertificate(authority, 'service.test');
    assert.deepEqual(await inspect(cert), {
      names: ['service.test'],
      problems: ['“service.test” is not an authority’s certificate'],
    });
  });

  it('says what is no certificate', async () => {
    const none = { names: [], problems: ['has no certificate in PEM'] };
    assert.deepEqual(await inspect(''), none);
    assert.deepEqual(await inspect('\u0000\u0001 binary'), none);
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    assert.deepEqual(await inspect(broken), {
      names: [],
      problems: ['has a certificate that cannot be read'],
    });
  });

  it('says why a file cannot be read', async () => {
    const { problems } = await inspectCertificateFile(join(folder, 'missing.pem'));
    assert.deepEqual(problems, ['cannot be read (ENOENT)']);
    assert.deepEqual((await inspectCertificateFile(folder)).problems, ['cannot be read (EISDIR)']);
  });
});
