import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { createDispatcher, type Network } from '../../../src/service/dispatcher.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { ProxyError, type ProxyFailure } from '../../../src/service/proxy-error.ts';
import { type ForwardingProxyOptions, startForwardingProxy } from './forwarding-proxy.ts';
import { type LoopbackServer, startHttp, startTcp } from './loopback-server.ts';
import { startSocksProxy } from './socks-proxy.ts';
import { type KeyPair, makeAuthority, makeCertificate } from './test-authority.ts';

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

describe('dispatcher', () => {
  let authority: KeyPair;
  let certificate: KeyPair;
  const toClose: (() => Promise<unknown>)[] = [];

  before(async () => {
    authority = await makeAuthority();
    certificate = await makeCertificate(authority, 'service.test');
  });

  afterEach(async () => {
    await Promise.all(toClose.splice(0).map((close) => close()));
  });

  function open(network: Network, connectTimeout = 10_000): Dispatcher {
    const dispatcher = createDispatcher({ environment: {}, ...network }, { connectTimeout });
    toClose.push(() => dispatcher.destroy());
    return dispatcher;
  }

  function closing<T extends { close(): Promise<void> }>(server: T): T {
    toClose.push(() => server.close());
    return server;
  }

  /** Answers with what it was sent. */
  const echo = async (options: { host?: string; certificate?: KeyPair } = {}): Promise<LoopbackServer> =>
    closing(
      await startHttp(async (request, response) => {
        const body = (await request.toArray()).join('');
        response.end(JSON.stringify({ url: request.url, headers: request.headers, body }));
      }, options),
    );

  interface Echo {
    url: string;
    headers: Record<string, string>;
    body: string;
  }

  async function post(
    dispatcher: Dispatcher,
    origin: string,
    headers: Dispatcher.DispatchOptions['headers'] = { authorization: 'Bearer key' },
  ): Promise<Echo> {
    const answer = await dispatcher.request({
      origin,
      path: '/v1/edits?a=1',
      method: 'POST',
      headers,
      body: 'text',
    });
    assert.equal(answer.statusCode, 200);
    const echoed = (await answer.body.json()) as Echo;
    // undici has the connection back in its pool a turn after the body's end.
    await setImmediate();
    return echoed;
  }

  describe('directly', () => {
    it('reaches localhost on IPv4 alone', async () => {
      const { port } = await echo();
      assert.equal((await post(open({}), `http://localhost:${port}`)).body, 'text');
    });

    it('reaches localhost on IPv6 alone', async function () {
      if (
        !Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))
      ) {
        // This machine has no IPv6.
        this.skip();
      }
      const { port } = await echo({ host: '::1' });
      assert.equal((await post(open({}), `http://localhost:${port}`)).body, 'text');
      assert.equal((await post(open({}), `http://[::1]:${port}`)).body, 'text');
    });

    it('reaches a name below localhost, which name services need not know', async () => {
      const { port } = await echo();
      const { headers } = await post(open({}), `http://some.name.localhost:${port}`);
      assert.equal(headers.host, `some.name.localhost:${port}`);
    });

    it('uses a connection again', async () => {
      const server = await echo();
      const dispatcher = open({});
      await post(dispatcher, `http://127.0.0.1:${server.port}`);
      await post(dispatcher, `http://127.0.0.1:${server.port}`);
      assert.equal(server.connections(), 1);
    });

    it('keeps the system error of a refused connection, for all that wait for it', async () => {
      const { port, close } = await startTcp(() => {});
      await close();
      const dispatcher = open({});
      const results = await Promise.allSettled(
        [1, 2, 3].map(() => post(dispatcher, `http://localhost:${port}`)),
      );
      assert.deepEqual(
        results.map((result) => result.status === 'rejected' && result.reason.code),
        ['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED'],
      );
    });
  });

  describe('by an HTTP proxy', () => {
    const proxied = async (options: ForwardingProxyOptions) => closing(await startForwardingProxy(options));

    it('sends plain HTTP with its whole address, not through a tunnel', async () => {
      const target = await echo();
      const proxy = await proxied({ hosts: { 'service.test:8080': target.port } });
      const dispatcher = open({ proxy: `http://127.0.0.1:${proxy.port}` });
      const { url, headers, body } = await post(dispatcher, 'http://service.test:8080');
      assert.deepEqual(
        [url, headers.host, headers.authorization, body],
        ['/v1/edits?a=1', 'service.test:8080', 'Bearer key', 'text'],
      );
      assert.deepEqual(
        proxy.seen.map(({ method, target: requested }) => `${method} ${requested}`),
        ['POST http://service.test:8080/v1/edits?a=1'],
      );
    });

    for (const [form, headers] of Object.entries({
      object: { 'x-one': '1', 'x-two': ['2', '3'] },
      'names and values in turn': ['x-one', '1', 'x-two', '2', 'x-two', '3'],
      pairs: new Map<string, string | string[]>([
        ['x-one', '1'],
        ['x-two', ['2', '3']],
      ]),
    })) {
      it(`adds its credentials to headers given as ${form}; the target does not see them`, async () => {
        const target = await echo();
        const proxy = await proxied({
          hosts: { 'service.test:80': target.port },
          authorization: basic('user:p@ss'),
        });
        const dispatcher = open({ proxy: `http://user:p%40ss@127.0.0.1:${proxy.port}` });
        const seen = (await post(dispatcher, 'http://service.test', headers)).headers;
        assert.deepEqual(
          [seen['x-one'], seen['x-two'], seen['proxy-authorization']],
          ['1', '2, 3', undefined],
        );
      });
    }

    it('reaches https: through a tunnel that hides everything else, and keeps it', async () => {
      const target = await echo({ certificate });
      const proxy = await proxied({
        hosts: { 'service.test:443': target.port },
        authorization: 'Custom token',
      });
      const dispatcher = open({
        proxy: `http://user:ignored@127.0.0.1:${proxy.port}`,
        proxyAuthorization: 'Custom token',
        certificates: [authority.cert],
      });
      const { headers } = await post(dispatcher, 'https://service.test');
      assert.equal(headers.authorization, 'Bearer key');
      assert.equal(headers['proxy-authorization'], undefined);
      await post(dispatcher, 'https://service.test');
      assert.equal(proxy.seen.length, 1);
      const { method, target: requested, headers: sent } = proxy.seen[0] ?? {};
      assert.deepEqual([method, requested, sent?.host], ['CONNECT', 'service.test:443', 'service.test:443']);
      assert.equal(sent?.authorization, undefined);
    });

    it('decides the route by origin', async () => {
      const target = await echo();
      const proxy = await proxied({ hosts: { 'service.test:80': target.port } });
      const dispatcher = open({ proxy: `http://127.0.0.1:${proxy.port}` });
      await post(dispatcher, `http://localhost:${target.port}`);
      assert.equal(proxy.seen.length, 0);
      await post(dispatcher, 'http://service.test');
      assert.equal(proxy.seen.length, 1);
    });

    it('takes the proxy from the environment', async () => {
      const target = await echo();
      const proxy = await proxied({ hosts: { 'service.test:80': target.port } });
      const dispatcher = open({ environment: { HTTP_PROXY: `127.0.0.1:${proxy.port}` } });
      assert.equal((await post(dispatcher, 'http://service.test')).body, 'text');
    });

    it('speaks TLS to a proxy whose address says so', async () => {
      const local = await makeCertificate(authority, 'localhost');
      const secure = await echo({ certificate });
      const plain = await echo();
      const hosts = { 'service.test:443': secure.port, 'service.test:80': plain.port };
      const { port } = await proxied({ hosts, certificate: local });
      const dispatcher = open({ proxy: `https://localhost:${port}`, certificates: [authority.cert] });
      assert.equal((await post(dispatcher, 'https://service.test')).body, 'text');
      assert.equal((await post(dispatcher, 'http://service.test')).body, 'text');
    });

    for (const origin of ['https://service.test', 'http://service.test']) {
      it(`checks a proxy's certificate unless told not to, on the way to ${origin}`, async () => {
        const other = await makeCertificate(authority, 'other.test');
        const target = await echo(origin.startsWith('https') ? { certificate } : {});
        const hosts = { 'service.test:443': target.port, 'service.test:80': target.port };
        const { port } = await proxied({ hosts, certificate: other });
        const proxy = `https://localhost:${port}`;
        await assert.rejects(
          post(open({ proxy }), origin),
          isProxyError('unreachable', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
        );
        await assert.rejects(
          post(open({ proxy, certificates: [authority.cert] }), origin),
          isProxyError('unreachable', 'ERR_TLS_CERT_ALTNAME_INVALID'),
        );
        assert.equal((await post(open({ proxy, strictSsl: false }), origin)).body, 'text');
      });
    }

    function isProxyError(reason: ProxyFailure, detail?: number | string): (error: unknown) => true {
      return (error) => {
        assert.ok(error instanceof ProxyError, String(error));
        const code = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : undefined;
        assert.deepEqual([error.reason, error.status ?? code], [reason, detail]);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      };
    }

    for (const origin of ['https://service.test', 'http://service.test']) {
      it(`tells that the proxy wants other credentials, on the way to ${origin}`, async () => {
        const { port } = await proxied({ hosts: {}, authorization: basic('user:right') });
        const dispatcher = open({ proxy: `http://user:secret@127.0.0.1:${port}` });
        await assert.rejects(post(dispatcher, origin), isProxyError('authentication', 407));
      });

      it(`tells that there is no such proxy, on the way to ${origin}`, async () => {
        const { port, close } = await startTcp(() => {});
        await close();
        const dispatcher = open({ proxy: `http://user:secret@127.0.0.1:${port}` });
        await assert.rejects(post(dispatcher, origin), isProxyError('unreachable', 'ECONNREFUSED'));
      });

      it(`tells that the proxy's address is none, on the way to ${origin}`, async () => {
        const isAddressError = (error: unknown): boolean =>
          ServiceError.is(error, 'connection') && error.code === 'ERR_PROXY_ADDRESS';
        await assert.rejects(post(open({ proxy: 'ftp://proxy.test' }), origin), isAddressError);
      });
    }

    for (const status of [403, 502]) {
      it(`tells that the proxy answered ${status}, for all that wait for it`, async () => {
        const { port } = await proxied({ hosts: {}, connectAnswer: status });
        const dispatcher = open({ proxy: `http://127.0.0.1:${port}` });
        const requests = [1, 2, 3].map(() => post(dispatcher, 'https://service.test'));
        await Promise.all(
          requests.map((request) => assert.rejects(request, isProxyError('refused', status))),
        );
      });
    }

    for (const [behaviour, onConnection] of Object.entries<(socket: Socket) => void>({
      'closes at once': (socket) => socket.destroy(),
      'closes when asked': (socket) => socket.once('data', () => socket.end()),
      'does not speak HTTP': (socket) => socket.once('data', () => socket.end('220 Mail is here\r\n')),
    })) {
      it(`tells that the proxy ${behaviour}`, async () => {
        const { port } = closing(await startTcp(onConnection));
        await assert.rejects(
          post(open({ proxy: `http://127.0.0.1:${port}` }), 'https://service.test'),
          (error) => error instanceof ProxyError && error.reason === 'protocol',
        );
      });
    }
  });

  describe('by a SOCKS proxy', () => {
    for (const scheme of ['http', 'https']) {
      it(`reaches ${scheme}: and lets the proxy look the name up`, async () => {
        const target = await echo(scheme === 'https' ? { certificate } : {});
        const proxy = closing(await startSocksProxy({ hosts: { 'service.test:8443': target.port } }));
        const dispatcher = open({
          proxy: `socks5://127.0.0.1:${proxy.port}`,
          certificates: [authority.cert],
        });
        assert.equal((await post(dispatcher, `${scheme}://service.test:8443`)).body, 'text');
        assert.equal((await post(dispatcher, `${scheme}://service.test:8443`)).body, 'text');
        assert.deepEqual(proxy.seen, ['service.test:8443']);
      });
    }

    it('gives user and password', async () => {
      const target = await echo();
      const { port } = closing(
        await startSocksProxy({ hosts: { 'service.test:80': target.port }, user: 'user', password: 'p@ss' }),
      );
      const right = open({ proxy: `socks://user:p%40ss@127.0.0.1:${port}` });
      assert.equal((await post(right, 'http://service.test')).body, 'text');
      for (const credentials of ['', 'user:secret@']) {
        const wrong = open({ proxy: `socks://${credentials}127.0.0.1:${port}` });
        await assert.rejects(post(wrong, 'http://service.test'), (error) => {
          assert.ok(error instanceof ProxyError, String(error));
          assert.equal(error.reason, 'authentication');
          assert.doesNotMatch(JSON.stringify([error, error.cause, error.message]), /secret/);
          return true;
        });
      }
    });

    it('tells that the proxy refused', async () => {
      const { port } = closing(await startSocksProxy({ hosts: {} }));
      await assert.rejects(
        post(open({ proxy: `socks5://127.0.0.1:${port}` }), 'http://service.test'),
        (error) => error instanceof ProxyError && error.reason === 'refused',
      );
    });
  });

  describe('connect deadline', () => {
    for (const [way, origin, proxy] of [
      ['a TLS handshake', 'https://127.0.0.1:PORT', false],
      ['an HTTP proxy', 'https://service.test', 'http://127.0.0.1:PORT'],
      ['a TLS handshake with a proxy', 'http://service.test', 'https://127.0.0.1:PORT'],
      ['a SOCKS proxy', 'http://service.test', 'socks5://127.0.0.1:PORT'],
    ] as const) {
      it(`ends ${way} that gets no answer in time, and its socket`, async () => {
        const taken = Promise.withResolvers<Socket>();
        const silent = closing(await startTcp((socket) => taken.resolve(socket.resume())));
        const at = (address: string): string => address.replace('PORT', String(silent.port));
        const dispatcher = open({ proxy: proxy && at(proxy) }, 100);
        const start = performance.now();
        // By these words: it is not undici's own timer, which runs every half second or so.
        const failure = assert.rejects(post(dispatcher, at(origin)), {
          code: 'UND_ERR_CONNECT_TIMEOUT',
          message: /within 100 ms/,
        });
        const socket = await taken.promise;
        const closed = once(socket, 'close');
        await failure;
        // Timers count whole milliseconds.
        assert.ok(performance.now() - start > 98);
        await closed;
      });
    }
  });
});
