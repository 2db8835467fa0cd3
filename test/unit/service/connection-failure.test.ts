import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { connectionFailure, connectionFailureReason } from '../../../src/service/connection-failure.ts';
import { createDispatcher, type Network } from '../../../src/service/dispatcher.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { ProxyError, type ProxyFailure } from '../../../src/service/proxy-error.ts';
import { type LoopbackServer, startHttp, startTcp } from './loopback-server.ts';
import { makeAuthority, makeCertificate } from './test-authority.ts';

describe('connection failure', () => {
  const toClose: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    await Promise.all(toClose.splice(0).map((close) => close()));
  });

  /** The error of a request, and what is made of it. */
  async function failure(address: string, settings: Network = {}, connectTimeout = 10_000) {
    const network = { environment: {}, ...settings };
    const dispatcher = createDispatcher(network, { connectTimeout });
    toClose.push(() => dispatcher.destroy());
    const url = new URL(address);
    try {
      await dispatcher.request({ origin: url.origin, path: '/', method: 'GET' });
    } catch (error) {
      const described = connectionFailure(error, url, network);
      assert.ok(described, String(error));
      assert.equal(described.host, url.host);
      return { error, reason: connectionFailureReason(error), described };
    }
    return assert.fail('The request succeeded');
  }

  function closing(server: LoopbackServer): LoopbackServer {
    toClose.push(() => server.close());
    return server;
  }

  it('tells a name that nobody knows', async () => {
    const { reason, described } = await failure('http://no-such-host.invalid');
    assert.equal(reason, 'dns');
    assert.equal(described.kind, 'connection');
    assert.match(described.message, /no-such-host\.invalid/);
  });

  it('tells that nothing listens', async () => {
    const { port, close } = await startTcp(() => {});
    await close();
    const { reason, described } = await failure(`http://localhost:${port}`);
    assert.equal(reason, 'refused');
    assert.equal(described.code, 'ECONNREFUSED');
    assert.match(described.message, new RegExp(`localhost:${port}.*running`));
  });

  it('tells a cut connection', async () => {
    const { port } = closing(await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy())));
    const { reason, described } = await failure(`http://localhost:${port}`);
    assert.equal(reason, 'reset');
    assert.equal(described.kind, 'connection');
  });

  it('tells https: spoken to a server of plain HTTP', async () => {
    const { port } = closing(await startHttp((_, response) => response.end()));
    const { reason, described } = await failure(`https://localhost:${port}`);
    assert.equal(reason, 'tls-protocol');
    assert.match(described.message, /begins with http:/);
  });

  it('tells https: spoken to a server that then closes', async () => {
    const { port } = closing(await startTcp((socket) => socket.once('data', () => socket.end())));
    const { reason } = await failure(`https://localhost:${port}`);
    assert.equal(reason, 'tls-protocol');
  });

  it('suggests https: where plain HTTP is spoken to a server of TLS', async () => {
    const certificate = await makeCertificate(await makeAuthority(), 'localhost');
    const { port } = closing(await startHttp((_, response) => response.end(), { certificate }));
    const { described } = await failure(`http://localhost:${port}`);
    assert.equal(described.kind, 'connection');
    assert.match(described.message, /begins with https:/);
  });

  it('tells an answer that is no HTTP', async () => {
    const alert = Buffer.from([0x15, 3, 3, 0, 2, 2, 10]);
    const { port } = closing(
      await startTcp((socket: Socket) => socket.once('data', () => socket.end(alert))),
    );
    const { reason, described } = await failure(`http://localhost:${port}`);
    assert.equal(reason, 'tls-protocol');
    assert.match(described.message, /begins with https:/);
  });

  it('tells a certificate of unknown authority, with the remedies', async () => {
    const certificate = await makeCertificate(await makeAuthority(), 'localhost');
    const { port } = closing(await startHttp((_, response) => response.end(), { certificate }));
    const { reason, described } = await failure(`https://localhost:${port}`);
    assert.equal(reason, 'tls-certificate');
    assert.equal(described.code, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    assert.match(described.message, /inkwell\.certificates.*operating system/);
  });

  for (const [code, words] of [
    ['ERR_TLS_CERT_ALTNAME_INVALID', /another host/],
    ['CERT_HAS_EXPIRED', /expired/],
    ['CERT_NOT_YET_VALID', /date/],
    ['CERT_REVOKED', /revoked/],
  ] as const) {
    it(`has words for ${code}`, () => {
      const error = Object.assign(new Error('x'), { code });
      assert.equal(connectionFailureReason(error), 'tls-certificate');
      assert.match(connectionFailure(error, new URL('https://a.test'), {})?.message ?? '', words);
    });
  }

  it('tells that time ran out, and by which proxy', async () => {
    const { port } = closing(await startTcp(() => {}));
    const proxy = `http://user:secret@127.0.0.1:${port}`;
    const { reason, described } = await failure('https://service.test', { proxy }, 50);
    assert.equal(reason, 'connectTimeout');
    assert.equal(described.kind, 'timeout');
    assert.equal(described.code, 'connect');
    assert.match(described.message, new RegExp(`service\\.test.*proxy http://127\\.0\\.0\\.1:${port}`));
    assert.doesNotMatch(described.message, /secret/);
  });

  it('tells that there is no connection to the proxy, and why', async () => {
    const { port, close } = await startTcp(() => {});
    await close();
    const { reason, described } = await failure('https://service.test', {
      proxy: `http://user:secret@127.0.0.1:${port}`,
    });
    assert.equal(reason, 'proxy');
    assert.equal(described.kind, 'connection');
    assert.equal(described.code, 'ECONNREFUSED');
    assert.match(
      described.message,
      new RegExp(`no connection to the proxy http://127\\.0\\.0\\.1:${port}\\. Nothing answers`),
    );
    assert.doesNotMatch(described.message, /secret/);
  });

  for (const [reason, words] of [
    ['authentication', /http\.proxyAuthorization/],
    ['refused', /did not connect to a\.test \(status 403\).*http\.noProxy/],
    ['protocol', /did not answer as one/],
  ] as const satisfies readonly (readonly [ProxyFailure, RegExp])[]) {
    it(`has words for a proxy's failure: ${reason}`, () => {
      const error = new ProxyError(reason, 'http://proxy.test:80', { status: 403 });
      const described = connectionFailure(error, new URL('https://a.test'), {});
      assert.equal(described?.code, 'ERR_PROXY');
      assert.match(described?.message ?? '', words);
      assert.match(described?.message ?? '', /http:\/\/proxy\.test:80/);
    });
  }

  it('passes on what a proxy address was refused with', async () => {
    const { error, described } = await failure('https://a.test', { proxy: 'ftp://user:secret@proxy.test' });
    assert.ok(ServiceError.is(error));
    assert.equal(described.message, error.message);
    assert.equal(described.host, 'a.test');
  });

  it('leaves other errors alone', () => {
    for (const error of [
      new Error('x'),
      undefined,
      'text',
      new ServiceError('rateLimit', 'x'),
      Object.assign(new Error('x'), { code: 'UND_ERR_ABORTED' }),
    ]) {
      assert.equal(connectionFailure(error, new URL('https://a.test'), {}), undefined);
    }
  });
});
