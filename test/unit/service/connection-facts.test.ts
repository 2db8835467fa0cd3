import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../src/service/base-url.ts';
import { inspectConnection } from '../../../src/service/connection-facts.ts';
import type { Network } from '../../../src/service/dispatcher.ts';
import { failure } from './client-fixture.ts';
import { startForwardingProxy } from './forwarding-proxy.ts';
import { type LoopbackServer, startHttp, startTcp } from './loopback-server.ts';
import { type KeyPair, makeAuthority, makeCertificate } from './test-authority.ts';

const never = new AbortController().signal;
const inspect = (url: string, network: Network = {}, signal = never, connectTimeout = 5000) =>
  inspectConnection(parseBaseUrl(url), network, { connectTimeout, signal });

describe('inspectConnection', () => {
  let authority: KeyPair;
  let secure: LoopbackServer;

  before(async () => {
    authority = await makeAuthority();
    secure = await startHttp((_, response) => response.end(), {
      certificate: await makeCertificate(authority, 'localhost'),
    });
  });

  after(() => secure.close());

  it('tells of plain HTTP when the connection stood, and sends nothing', async () => {
    let requests = 0;
    const server = await startHttp((_, response) => {
      requests += 1;
      response.end();
    });
    const facts = await inspect(`http://127.0.0.1:${server.port}`);
    assert.ok(facts.elapsed >= 0 && facts.elapsed < 5000);
    assert.deepEqual([facts.peer, facts.tls], ['127.0.0.1', undefined]);
    assert.equal(server.connections(), 1);
    await server.close();
    assert.equal(requests, 0);
  });

  it('tells protocol, certificate and issuer of TLS', async () => {
    const { tls } = await inspect(`https://localhost:${secure.port}`, { certificates: [authority.cert] });
    assert.equal(tls?.protocol, 'TLSv1.3');
    assert.equal(tls.subject, 'localhost');
    assert.equal(tls.issuer, 'Authority for tests');
    assert.ok(Date.parse(tls.validTo) > Date.now());
    assert.equal(tls.problem, undefined);
  });

  it('says what is wrong with a certificate that is not checked', async () => {
    const { tls } = await inspect(`https://localhost:${secure.port}`, { strictSsl: false });
    assert.match(tls?.problem ?? '', /UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET/);
  });

  it('fails in words for one that is', async () => {
    const url = `https://localhost:${secure.port}`;
    const error = await failure(inspect(url, { systemCertificates: false }), 'connection');
    assert.match(error.message, /inkwell\.certificates/);
  });

  it('goes through the proxy, whose failure it names without credentials', async () => {
    const proxy = await startForwardingProxy({
      hosts: { 'service.test:443': secure.port },
      authorization: 'Basic eDp5',
    });
    const network = { strictSsl: false, environment: {}, proxy: `http://x:y@127.0.0.1:${proxy.port}` };
    const { tls } = await inspect('https://service.test', network);
    assert.equal(tls?.issuer, 'Authority for tests');
    const wrong = { ...network, proxy: `http://x:secret@127.0.0.1:${proxy.port}` };
    const error = await failure(inspect('https://service.test', wrong), 'connection');
    assert.match(error.message, /credentials/);
    assert.ok(!error.message.includes('secret'));
    await proxy.close();
  });

  it('fails where nothing listens, or nothing answers in time', async () => {
    const closed = await startTcp(() => {});
    await closed.close();
    const refused = await failure(inspect(`http://127.0.0.1:${closed.port}`), 'connection');
    assert.match(refused.message, /Nothing answers/);
    const silent = await startTcp(() => {});
    const error = await failure(inspect(`https://127.0.0.1:${silent.port}`, {}, never, 50), 'timeout');
    assert.equal(error.code, 'connect');
    await silent.close();
  });

  it('ends at once when it is cancelled', async () => {
    const silent = await startTcp(() => {});
    const controller = new AbortController();
    const inspected = failure(
      inspect(`https://127.0.0.1:${silent.port}`, {}, controller.signal),
      'cancelled',
    );
    controller.abort();
    await inspected;
    await failure(inspect(`http://127.0.0.1:${silent.port}`, {}, AbortSignal.abort()), 'cancelled');
    await silent.close();
  });
});
