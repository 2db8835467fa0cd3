import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDispatcher, type Network } from '../../../src/service/dispatcher.ts';
import { makeCertificate as makeSelfSigned } from '../../service/certificate.ts';
import { type LoopbackServer, startHttp } from './loopback-server.ts';
import { type KeyPair, makeAuthority, makeCertificate } from './test-authority.ts';

describe('certificates', () => {
  let folder: string;
  let authority: KeyPair;
  let server: LoopbackServer;
  const started: LoopbackServer[] = [];

  async function start(certificate: KeyPair): Promise<LoopbackServer> {
    const one = await startHttp((_, response) => response.end(), { certificate });
    started.push(one);
    return one;
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-certificates-'));
    authority = await makeAuthority();
    await writeFile(join(folder, 'authority.pem'), authority.cert);
    await writeFile(join(folder, 'none.pem'), '');
    server = await start(await makeCertificate(authority, 'localhost'));
  });

  after(async () => {
    await Promise.all(started.map((one) => one.close()));
    await rm(folder, { recursive: true });
  });

  async function outcome(network: Network, { port } = server): Promise<unknown> {
    const dispatcher = createDispatcher({ environment: {}, ...network }, { connectTimeout: 10_000 });
    try {
      const origin = `https://localhost:${port}`;
      return (await dispatcher.request({ origin, path: '/', method: 'GET' })).statusCode;
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    } finally {
      await dispatcher.destroy();
    }
  }

  it('of an unknown authority are refused, under their own code', async () => {
    assert.equal(await outcome({}), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    const itself = await start(await makeSelfSigned());
    assert.equal(await outcome({}, itself), 'DEPTH_ZERO_SELF_SIGNED_CERT');
    const leaf = await makeCertificate(authority, 'localhost');
    const chain = await start({ key: leaf.key, cert: `${leaf.cert}\n${authority.cert}` });
    assert.equal(await outcome({}, chain), 'SELF_SIGNED_CERT_IN_CHAIN');
  });

  it('of an authority in the settings are accepted', async () => {
    assert.equal(await outcome({ certificates: [authority.cert] }), 200);
    assert.equal(await outcome({ certificates: [authority.cert], systemCertificates: false }), 200);
  });

  it('in the settings that are none are named as the cause', async () => {
    assert.equal(await outcome({ certificates: ['nonsense'] }), 'ERR_CERTIFICATES');
  });

  it('for another host, or expired, are refused even so', async () => {
    const certificates = [authority.cert];
    const other = await start(await makeCertificate(authority, 'other.test'));
    assert.equal(await outcome({ certificates }, other), 'ERR_TLS_CERT_ALTNAME_INVALID');
    const expired = await start(await makeCertificate(authority, 'localhost', -1));
    assert.equal(await outcome({ certificates }, expired), 'CERT_HAS_EXPIRED');
  });

  it('of any kind are accepted where the settings are not strict', async () => {
    assert.equal(await outcome({ strictSsl: false }), 200);
    const other = await start(await makeCertificate(authority, 'other.test', -1));
    assert.equal(await outcome({ strictSsl: false }, other), 200);
  });

  /** Outcomes in a process whose only authorities beside Node's own are those that `env` names. */
  async function outcomesWith(env: Record<string, string>, network: Network = {}): Promise<unknown> {
    const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
    const none = { SSL_CERT_FILE: join(folder, 'none.pem'), SSL_CERT_DIR: join(folder, 'none') };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(import.meta.dirname, 'request-once.ts'),
        `https://localhost:${server.port}/`,
        JSON.stringify(network),
      ],
      { env: { ...inherited, ...none, ...env } },
    );
    return JSON.parse(stdout);
  }

  it('of an authority in NODE_EXTRA_CA_CERTS are accepted, beside those of the settings', async () => {
    const unknown = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
    assert.deepEqual(await outcomesWith({}), [unknown, unknown]);
    const env = { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') };
    assert.deepEqual(await outcomesWith(env), [200, 200]);
    const { cert } = await makeAuthority();
    assert.deepEqual(await outcomesWith(env, { certificates: [cert] }), [200, 200]);
  }).timeout(20_000);

  it("of the operating system's authorities are accepted, unless the settings say otherwise", async function () {
    if (process.platform !== 'linux') {
      // Elsewhere the system's store cannot be replaced for one process.
      this.skip();
    }
    const env = { SSL_CERT_FILE: join(folder, 'authority.pem') };
    assert.deepEqual(await outcomesWith(env), [200, 200]);
    const unknown = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
    assert.deepEqual(await outcomesWith(env, { systemCertificates: false }), [unknown, unknown]);
  }).timeout(20_000);
});
