import assert from 'node:assert/strict';
import { isLoopbackHost, operationPath, operationUrl, parseBaseUrl } from '../../../src/service/base-url.ts';
import { ServiceError } from '../../../src/service/errors.ts';

describe('base address', () => {
  const bases: readonly [text: string, href: string][] = [
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/v1', 'https://example.com'],
    ['https://example.com/v1/', 'https://example.com'],
    ['  https://example.com//v1// \n', 'https://example.com'],
    ['HTTPS://Example.COM:443/v1', 'https://example.com'],
    ['https://example.com:8443/team/a/', 'https://example.com:8443/team/a'],
    ['https://example.com/team/v1', 'https://example.com/team'],
    ['https://example.com/team/v1/chat/completions', 'https://example.com/team'],
    ['https://example.com/v1/models/', 'https://example.com'],
    ['https://example.com/v1/models/some/model:1', 'https://example.com'],
    ['https://example.com/v1/completions', 'https://example.com'],
    ['https://example.com/v1/edits', 'https://example.com'],
    ['https://example.com/v1/images/variations', 'https://example.com'],
    ['https://example.com/v1/audio/transcriptions', 'https://example.com'],
    ['https://example.com/v1/embeddings', 'https://example.com'],
    ['https://example.com/v1/moderations', 'https://example.com'],
    ['https://example.com/v1/account/gateway', 'https://example.com/v1/account/gateway'],
    ['https://example.com/v10', 'https://example.com/v10'],
    ['http://[::1]:8080/v1', 'http://[::1]:8080'],
    ['localhost:8080', 'http://localhost:8080'],
    ['localhost:8080/v1', 'http://localhost:8080'],
    ['//localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['example.com', 'https://example.com'],
    ['example.com:8443/v1', 'https://example.com:8443'],
    ['192.168.1.5:8080', 'https://192.168.1.5:8080'],
    ['http://192.168.1.5:8080', 'http://192.168.1.5:8080'],
  ];
  for (const [text, href] of bases) {
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(parseBaseUrl(text).href, href));
  }

  const refusals: readonly [text: string, words: RegExp][] = [
    ['', /empty/],
    [' \t', /empty/],
    ['https://', /not a URL/],
    ['https://exa mple.com', /white space/],
    ['https://example.com:99999', /not a URL/],
    ['file:///etc/passwd', /begins with file:/],
    ['javascript:alert(1)', /begins with javascript:/],
    ['ftp://example.com', /begins with ftp:/],
    ['mailto:x', /begins with mailto:/],
    ['https://user:secret@example.com', /user name or password/],
    ['user:secret@example.com', /user name or password/],
    ['https://user@example.com', /user name or password/],
    ['https://example.com/v1?key=secret', /query/],
    ['https://example.com/v1#secret', /fragment/],
    ['https://example.com?', /query/],
  ];
  for (const [text, words] of refusals) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => parseBaseUrl(text),
        (error) => {
          assert.ok(ServiceError.is(error, 'invalidRequest'));
          assert.equal(error.param, 'baseUrl');
          assert.match(error.message, words);
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      );
    });
  }

  it('tells its parts', () => {
    assert.deepEqual(parseBaseUrl('http://localhost:8080/team/v1'), {
      origin: 'http://localhost:8080',
      prefix: '/team',
      href: 'http://localhost:8080/team',
      host: 'localhost:8080',
      isLoopback: true,
      isSecure: false,
    });
  });

  it('makes the addresses of operations', () => {
    const base = parseBaseUrl('https://example.com/team');
    assert.equal(operationPath(base, '/chat/completions'), '/team/v1/chat/completions');
    assert.equal(operationUrl(base, '/models'), 'https://example.com/team/v1/models');
    assert.equal(
      operationUrl(parseBaseUrl('https://example.com/v1'), '/models'),
      'https://example.com/v1/models',
    );
  });
});

describe('loopback host', () => {
  for (const host of [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.b.localhost',
    '127.0.0.1',
    '127.8.9.10',
    '::1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ]) {
    it(`${host} is one`, () => assert.equal(isLoopbackHost(host), true));
  }
  for (const host of [
    'example.com',
    'localhost.example.com',
    'notlocalhost',
    '128.0.0.1',
    '127.example.com',
    '::2',
    '',
  ]) {
    it(`${JSON.stringify(host)} is none`, () => assert.equal(isLoopbackHost(host), false));
  }
});
