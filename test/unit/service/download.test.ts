import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { connect } from 'node:net';
import { Agent } from 'undici';
import { downloadImage } from '../../../src/service/download.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { failure, useClients } from './client-fixture.ts';
import { type LoopbackServer, startHttp } from './loopback-server.ts';

describe('downloadImage', () => {
  const fixture = useClients();
  let server: LoopbackServer;
  let answer: RequestListener = () => {};
  let seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];

  before(async () => {
    server = await startHttp((request, response) => {
      seen.push({ url: request.url, headers: request.headers });
      answer(request, response);
    });
  });
  beforeEach(() => {
    seen = [];
  });
  after(() => server.close());

  const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;

  it('fetches an image from the service itself, without the key', async () => {
    const client = fixture.connect();
    const { data } = await client.generateImages({ prompt: 'a cat', size: '256x256' });
    const { service } = fixture;
    const url = data[0]?.url ?? '';
    assert.ok(url.startsWith(service.origin));
    const progress: [number, number | undefined][] = [];
    const image = await client.downloadImage(url, { onProgress: (...told) => progress.push(told) });
    assert.equal(image.contentType, 'image/png');
    assert.equal(Buffer.from(image.data).toString('latin1', 1, 4), 'PNG');
    assert.deepEqual(progress.at(-1), [image.data.length, image.data.length]);
    assert.equal(service.requests.length, 2);
    const [, download] = service.requests;
    assert.equal(download?.headers.authorization, undefined);
    assert.equal(download?.headers['accept-encoding'], undefined);
  });

  it('follows redirects, without the key at any of them', async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) {
        response.writeHead(302, { location: left % 2 ? `/${left - 1}` : at(`/${left - 1}`) }).end('moved');
      } else {
        response.end('image');
      }
    };
    const client = fixture.connect();
    assert.equal(Buffer.from((await client.downloadImage(at('/5'))).data).toString(), 'image');
    assert.equal(seen.length, 6);
    const error = await failure(client.downloadImage(at('/6')), 'invalidResponse');
    assert.match(error.message, /redirects the image for ever/);
    assert.equal(seen.length, 12);
    assert.ok(
      seen.every(({ headers }) => headers.authorization === undefined && headers.cookie === undefined),
    );
  });

  it('leaves out credentials in the address', async () => {
    answer = (_request, response) => response.end('image');
    await fixture.connect().downloadImage(`http://user:password@127.0.0.1:${server.port}/a?b=c#d`);
    assert.equal(seen[0]?.url, '/a?b=c');
    assert.equal(seen[0]?.headers.authorization, undefined);
  });

  const refused = [
    'ftp://example.com/a.png',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'a.png',
    '',
    '//example.com/a.png',
    'http://',
  ];
  for (const url of refused) {
    it(`refuses ${JSON.stringify(url)}`, async () => {
      await failure(fixture.connect().downloadImage(url), 'invalidResponse');
    });
  }

  const local = [
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `http://localhost:${port}/`,
    (port: number) => `http://a.localhost.:${port}/`,
    (port: number) => `http://127.1:${port}/`,
    (port: number) => `http://2130706433:${port}/`,
    (port: number) => `http://0x7f.0.0.1:${port}/`,
    (port: number) => `http://[::1]:${port}/`,
    (port: number) => `http://[::ffff:127.0.0.1]:${port}/`,
    (port: number) => `http://0.0.0.0:${port}/`,
    (port: number) => `http://0:${port}/`,
    (port: number) => `http://[::]:${port}/`,
    (port: number) => `http://[::ffff:0.0.0.0]:${port}/`,
  ];
  for (const url of local) {
    it(`refuses ${url(1)} from a service elsewhere`, async () => {
      const client = fixture.connect({ baseUrl: 'https://service.example' });
      const error = await failure(client.downloadImage(url(server.port)), 'invalidResponse');
      assert.match(error.message, /an address on this machine/);
      assert.equal(seen.length, 0);
    });
  }

  it('refuses a redirect to this machine from an image elsewhere', async () => {
    answer = (_request, response) => {
      response.writeHead(302, { location: at('/secret') }).end();
    };
    // As if every name were an address elsewhere that happens to be this server.
    const dispatcher = new Agent({
      connect: (_options, callback) => {
        const socket = connect(server.port, '127.0.0.1');
        socket.once('connect', () => callback(null, socket));
      },
    });
    try {
      const call = downloadImage(dispatcher, 'http://images.example/a.png', {
        allowLoopback: false,
        network: {},
        retries: 0,
      });
      assert.match((await failure(call, 'invalidResponse')).message, /address on this machine/);
      assert.deepEqual(
        seen.map(({ url }) => url),
        ['/a.png'],
      );
    } finally {
      await dispatcher.destroy();
    }
  });

  it('takes no more than it was told to, announced or not', async () => {
    const client = fixture.connect();
    for (const headers of [{ 'content-length': '3000000' }, {}]) {
      answer = (_request, response) => {
        response.writeHead(200, headers);
        response.on('error', () => {});
        response.end(Buffer.alloc(3_000_000));
      };
      let received = 0;
      const onProgress = (bytes: number) => {
        received = bytes;
      };
      const call = client.downloadImage(at('/'), { maxBytes: 1024 * 1024, onProgress });
      assert.match((await failure(call, 'invalidResponse')).message, /is larger than 1 MiB\.$/);
      assert.ok(received <= 1024 * 1024);
      assert.equal(received > 0, !('content-length' in headers));
    }
    assert.equal((await client.downloadImage(at('/'), { maxBytes: 3_000_000 })).data.length, 3_000_000);
  });

  it('tries again what may come the next time', async () => {
    const failures: RequestListener[] = [
      (_request, response) => void response.writeHead(503).end(),
      (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('abc', () => response.destroy());
      },
    ];
    answer = (request, response) => {
      const fail = failures.shift();
      if (fail) {
        fail(request, response);
      } else {
        response.end('image');
      }
    };
    const { data } = await fixture.connect({ retries: 2 }).downloadImage(at('/'));
    assert.equal(Buffer.from(data).toString(), 'image');
    assert.equal(seen.length, 3);
    answer = (_request, response) => void response.writeHead(404).end();
    await failure(fixture.connect({ retries: 2 }).downloadImage(at('/')), 'invalidResponse');
    assert.equal(seen.length, 4);
  });

  it('tries no more when it is cancelled or its time is over', async () => {
    answer = (_request, response) => void response.writeHead(500).end();
    const client = fixture.connect({ retries: 1000 });
    assert.equal((await failure(client.downloadImage(at('/'), { timeout: 50 }), 'timeout')).code, 'total');
    const controller = new AbortController();
    answer = (_request, response) => {
      response.writeHead(500).end();
      setImmediate(() => controller.abort());
    };
    await failure(client.downloadImage(at('/'), { signal: controller.signal }), 'cancelled');
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });

  it('says why there is no image', async () => {
    const client = fixture.connect({ retries: 0 });
    for (const [status, kind] of [
      [404, 'invalidResponse'],
      [410, 'invalidResponse'],
      [403, 'invalidResponse'],
      [500, 'invalidResponse'],
      [204, 'invalidResponse'],
    ] as const) {
      answer = (_request, response) => {
        response.writeHead(status).end();
      };
      assert.equal((await failure(client.downloadImage(at('/')), kind)).status, status);
    }
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('abc', () => response.destroy());
    };
    assert.match(
      (await failure(client.downloadImage(at('/')), 'connection')).message,
      /could not be fetched/,
    );
    const closed = await startHttp(() => {});
    await closed.close();
    const unreachable = await failure(client.downloadImage(`http://127.0.0.1:${closed.port}/`), 'connection');
    assert.equal(unreachable.code, 'ECONNREFUSED');
    assert.match(unreachable.message, /^Nothing answers at 127\.0\.0\.1/);
  });

  it('ends by its deadline and by its signal, and leaves nothing on the signal', async () => {
    answer = (_request, response) => {
      response.writeHead(200).write('abc');
    };
    const client = fixture.connect();
    const late = await failure(client.downloadImage(at('/'), { timeout: 50 }), 'timeout');
    assert.equal(late.code, 'total');
    const controller = new AbortController();
    const call = failure(
      client.downloadImage(at('/'), { signal: controller.signal, onProgress: () => controller.abort() }),
      'cancelled',
    );
    await Promise.all([call, once(controller.signal, 'abort')]);
    await failure(client.downloadImage(at('/'), { signal: controller.signal }), 'cancelled');
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
    assert.ok(
      ServiceError.is(late, 'timeout') && !ServiceError.is(late, 'cancelled') && !ServiceError.is('late'),
    );
  });
});
