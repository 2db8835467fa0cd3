import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/service/errors.ts';
import { type ProxySettings, proxyFor, routeFor, routeOf } from '../../../src/service/proxy.ts';

function route(url: string, settings: ProxySettings): string | undefined {
  return routeOf(url, { environment: {}, ...settings }).proxy;
}

describe('route', () => {
  it('is direct where nothing names a proxy', () => {
    assert.deepEqual(routeOf('https://example.com', { environment: {} }), {});
    assert.equal(route('https://example.com', { proxy: ' ' }), undefined);
  });

  it('takes the proxy of the settings before that of the environment', () => {
    const environment = { HTTPS_PROXY: 'http://environment.test:1' };
    assert.equal(route('https://example.com', { environment }), 'http://environment.test:1');
    assert.equal(route('https://example.com', { environment, proxy: '' }), 'http://environment.test:1');
    assert.equal(
      route('https://example.com', { environment, proxy: 'http://settings.test:2' }),
      'http://settings.test:2',
    );
    assert.equal(route('https://example.com', { environment, proxy: false }), undefined);
  });

  const environments: readonly [
    url: string,
    environment: Record<string, string>,
    proxy: string | undefined,
  ][] = [
    ['https://a.test', { https_proxy: 'http://s:1', HTTPS_PROXY: 'http://t:1' }, 'http://s:1'],
    ['https://a.test', { https_proxy: '', HTTPS_PROXY: 'http://t:1' }, 'http://t:1'],
    ['https://a.test', { ALL_PROXY: 'http://all:1', HTTP_PROXY: 'http://p:1' }, 'http://all:1'],
    ['https://a.test', { HTTP_PROXY: 'http://p:1' }, 'http://p:1'],
    ['http://a.test', { HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://s:1' }, 'http://p:1'],
    ['http://a.test', { all_proxy: 'http://all:1' }, 'http://all:1'],
    ['http://a.test', { HTTPS_PROXY: 'http://s:1' }, undefined],
  ];
  for (const [url, environment, proxy] of environments) {
    it(`to ${url} in ${JSON.stringify(environment)} is ${proxy ?? 'direct'}`, () =>
      assert.equal(route(url, { environment }), proxy));
  }

  for (const url of [
    'http://localhost:8080',
    'https://127.0.0.2',
    'http://[::1]:8080',
    'https://x.localhost',
  ]) {
    it(`to ${url} is direct whatever the settings`, () =>
      assert.equal(route(url, { proxy: 'http://proxy.test:1' }), undefined));
  }

  const exceptions: readonly [entry: string, url: string, isDirect: boolean][] = [
    ['example.com', 'https://example.com', true],
    ['EXAMPLE.com', 'https://Example.COM', true],
    ['example.com', 'https://api.example.com', true],
    ['example.com', 'https://notexample.com', false],
    ['.example.com', 'https://api.example.com', true],
    ['*.example.com', 'https://api.example.com', true],
    ['*.example.com', 'https://example.com', false],
    ['example.com:8443', 'https://example.com:8443', true],
    ['example.com:8443', 'https://example.com', false],
    ['example.com:443', 'https://example.com', true],
    ['example.com:80', 'http://example.com', true],
    ['*', 'https://example.com', true],
    ['10.0.0.0/8', 'http://10.1.2.3', true],
    ['10.0.0.0/8', 'http://11.1.2.3', false],
    ['10.0.0.0/8', 'http://example.com', false],
    ['10.0.0.0/nonsense', 'http://10.1.2.3', false],
    ['fd00::/8', 'http://[fd00::2]', true],
    ['[fd00::2]:8080', 'http://[fd00::2]:8080', true],
    ['[fd00::2]:8080', 'http://[fd00::2]', false],
    ['fd00::2', 'http://[fd00::2]', true],
    ['2.3', 'http://10.1.2.3', false],
    ['', 'https://example.com', false],
  ];
  for (const [entry, url, isDirect] of exceptions) {
    it(`to ${url} with the exception ${JSON.stringify(entry)} is ${isDirect ? 'direct' : 'by proxy'}`, () => {
      const expected = isDirect ? undefined : 'http://proxy.test:1';
      assert.equal(route(url, { proxy: 'http://proxy.test:1', noProxy: [entry] }), expected);
      const environment = { NO_PROXY: `other.test, ${entry}`, ALL_PROXY: 'http://proxy.test:1' };
      assert.equal(route(url, { environment }), expected);
    });
  }

  it('takes exceptions from the environment for a proxy from the settings, unless the settings have their own', () => {
    const environment = { no_proxy: 'a.test' };
    const proxy = 'http://proxy.test:1';
    assert.equal(route('https://a.test', { environment, proxy }), undefined);
    assert.equal(route('https://a.test', { environment, proxy, noProxy: [] }), undefined);
    assert.equal(route('https://a.test', { environment, proxy, noProxy: ['b.test'] }), proxy);
    assert.equal(route('https://b.test', { environment, proxy, noProxy: ['b.test'] }), undefined);
  });

  it('names the proxy without user and password', () => {
    assert.equal(route('https://a.test', { proxy: 'http://user:secret@proxy.test' }), 'http://proxy.test:80');
    assert.equal(route('https://a.test', { proxy: 'proxy.test:3128' }), 'http://proxy.test:3128');
    assert.equal(route('https://a.test', { proxy: 'socks5h://[fd00::1]' }), 'socks5://[fd00::1]:1080');
  });

  for (const proxy of [
    'ftp://user:secret@proxy.test',
    'http://user:secret@',
    'http://user:secret@proxy.test:x',
  ]) {
    it(`refuses the proxy address ${proxy}`, () => {
      assert.throws(
        () => route('https://a.test', { proxy }),
        (error) => {
          assert.ok(ServiceError.is(error, 'connection'));
          assert.equal(error.code, 'ERR_PROXY_ADDRESS');
          assert.match(error.message, /http\.proxy/);
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      );
    });
  }
});

describe('proxy credentials', () => {
  const authorization = (settings: ProxySettings): string | undefined =>
    proxyFor(new URL('https://a.test'), { environment: {}, ...settings })?.authorization;

  it('come from the address, decoded', () => {
    assert.equal(
      authorization({ proxy: 'http://us%40er:p%3Ass@proxy.test' }),
      `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`,
    );
    assert.equal(
      authorization({ proxy: 'http://user:100%@proxy.test' }),
      `Basic ${Buffer.from('user:100%').toString('base64')}`,
    );
    assert.equal(authorization({ proxy: 'http://proxy.test' }), undefined);
  });

  it('come from the settings first', () => {
    const proxy = 'http://user:secret@proxy.test';
    assert.equal(authorization({ proxy, proxyAuthorization: 'Bearer x' }), 'Bearer x');
  });
});

describe('routeFor', () => {
  const cases: readonly [url: string, settings: ProxySettings, reason: string, source?: string][] = [
    ['http://localhost:1', { proxy: 'http://p:1' }, 'loopback'],
    ['https://a.test', { proxy: false }, 'off', 'http.proxySupport'],
    ['https://a.test', { proxy: 'http://p:1' }, 'settings', 'http.proxy'],
    ['https://a.test', { proxy: 'http://p:1', noProxy: ['a.test'] }, 'exception', 'http.noProxy'],
    ['https://a.test', { environment: { no_proxy: 'a.test' } }, 'exception', 'NO_PROXY'],
    ['https://a.test', { environment: { all_proxy: 'http://p:1' } }, 'environment', 'ALL_PROXY'],
    ['https://a.test', {}, 'none'],
  ];
  for (const [url, settings, reason, source] of cases) {
    it(`to ${url} with ${JSON.stringify(settings)} is by reason of ${reason}`, () => {
      const route = routeFor(new URL(url), { environment: {}, ...settings });
      assert.deepEqual([route.reason, route.source], [reason, source]);
      assert.equal(route.proxy !== undefined, reason === 'settings' || reason === 'environment');
    });
  }
});
