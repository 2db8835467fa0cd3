import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { get as httpsGet } from 'node:https';
import { connect, type Socket } from 'node:net';
import { makeCertificate } from '../../service/certificate.ts';
import { startSampleService } from '../../service/sample-service.ts';
import { answerOf, assertRefused, useService } from './service-fixture.ts';

const chat = '/v1/chat/completions';
const simple = { model: 'chat-1', messages: [{ role: 'user', content: 'Hello' }] };

describe('sample service: addresses and keys', () => {
  const fixture = useService();

  it('answers 404 at an unknown path and 405 to a wrong method, before it asks for a key', async () => {
    const { origin } = fixture.service;
    const unknown = await fetch(`${origin}/v1/engines`);
    assert.equal(unknown.status, 404);
    const wrong = await fetch(`${origin}${chat}`);
    assert.equal(wrong.status, 405);
    assert.equal(wrong.headers.get('allow'), 'POST');
    await Promise.all([unknown.text(), wrong.text()]);
  });

  it('answers 401 without the key, with a wrong one and with another scheme', async () => {
    for (const authorization of [
      undefined,
      'Bearer wrong',
      'Basic sk-sample',
      'bearer sk-sample',
      'Bearer ',
    ]) {
      const response = await fetch(`${fixture.service.origin}/v1/models`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      assert.equal(response.status, 401, authorization);
      const { error } = (await response.json()) as { error: { code: string; type: string } };
      assert.equal(error.code, 'invalid_api_key');
      assert.equal(error.type, 'invalid_request_error');
    }
  });

  it('refuses a body of another type, a broken one and none', async () => {
    const send = async (contentType: string, body: string) => {
      const response = await fixture.fetch(chat, {}, { headers: { 'content-type': contentType }, body });
      return answerOf(response);
    };
    assertRefused(await send('text/plain', JSON.stringify(simple)), null, 'invalid_content_type');
    assertRefused(await send('application/json', '{"model":'), null, 'invalid_body');
    assertRefused(await send('application/json', ''), null, 'invalid_type');
    assertRefused(await send('application/json', '[]'), null, 'invalid_type');
    assertRefused(await send('multipart/form-data; boundary=x', '--y\r\n'), null, 'invalid_content_type');
    const { status } = await send('application/json; charset=utf-8', JSON.stringify(simple));
    assert.equal(status, 200);
  });

  it('refuses broken forms and repeated fields', async () => {
    const send = async (body: string, contentType = 'multipart/form-data; boundary=x') => {
      const headers = { 'content-type': contentType };
      const response = await fixture.fetch('/v1/images/variations', {}, { headers, body });
      return answerOf(response);
    };
    const part = '--x\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n';
    assertRefused(await send(`${part}${part}--x--\r\n`), 'n', 'duplicate_field');
    assertRefused(await send(part), null, 'invalid_body');
    assertRefused(await send(part, 'multipart/form-data'), null, 'invalid_body');
  });

  it('serves under a path prefix', async () => {
    const service = await startSampleService({ pathPrefix: '/proxy/models', apiKey: null });
    try {
      assert.equal(service.baseUrl, `${service.origin}/proxy/models`);
      assert.equal((await fetch(`${service.baseUrl}/v1/models`)).status, 200);
      assert.equal((await fetch(`${service.origin}/v1/models`)).status, 404);
      const response = await fetch(`${service.baseUrl}/v1/images/generations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'x', size: '256x256' }),
      });
      const { data } = (await response.json()) as { data: [{ url: string }] };
      assert.ok(data[0].url.startsWith(`${service.baseUrl}/files/`));
      assert.equal((await fetch(data[0].url)).status, 200);
    } finally {
      await service.close();
    }
  });

  it('needs no key where none is set', async () => {
    const service = await startSampleService({ apiKey: null });
    try {
      assert.equal(service.apiKey, null);
      assert.equal((await fetch(`${service.origin}/v1/models`)).status, 200);
    } finally {
      await service.close();
    }
  });

  it('serves https with a certificate that only those trust who were given it', async () => {
    const { key, cert, ca } = await makeCertificate();
    const service = await startSampleService({ tls: { key, cert }, apiKey: null });
    const get = (options: object) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpsGet(`${service.origin}/v1/models`, { agent: false, ...options }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    try {
      assert.match(service.origin, /^https:/);
      assert.equal(await get({ ca }), 200);
      assert.equal(service.requests[0]?.connection, 1);
      await assert.rejects(get({}), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
      assert.equal(service.requests.length, 1);
    } finally {
      await service.close();
    }
  });
});

describe('sample service: the record', () => {
  const fixture = useService();

  it('keeps method, path, headers and body in the order of arrival', async () => {
    await fixture.get('/v1/models?limit=1');
    await fixture.post(chat, simple);
    const [first, second] = fixture.service.requests;
    assert.equal(first?.method, 'GET');
    assert.equal(first.path, '/v1/models?limit=1');
    assert.equal(first.headers.authorization, 'Bearer sk-sample');
    assert.equal(first.bodyBytes, 0);
    assert.equal(second?.method, 'POST');
    assert.deepEqual(second.json, simple);
    assert.equal(second.rawBody.toString(), JSON.stringify(simple));
    assert.equal(second.bodyBytes, second.rawBody.length);
    await second.whenClosed;
    assert.equal(second.closedByClient, false);
    assert.notEqual(first.requestId, second.requestId);
  });

  it('keeps refused requests too', async () => {
    await fixture.post('/v1/unknown', { a: 1 });
    assert.deepEqual(fixture.service.requests[0]?.json, { a: 1 });
  });

  it('keeps the fields of forms', async () => {
    const image = new File(['abc'], 'a b.png', { type: 'image/png' });
    await fixture.upload('/v1/images/variations', { image, n: '2' });
    const { form } = fixture.service.requests[0] ?? {};
    assert.equal(form?.n, '2');
    const file = form?.image;
    assert.ok(typeof file === 'object');
    assert.deepEqual(
      { ...file, bytes: file.bytes.toString() },
      { filename: 'a b.png', contentType: 'image/png', size: 3, bytes: 'abc' },
    );
  });

  it('tells a reused connection from a new one', async () => {
    const open = () => connect(fixture.service.port, '127.0.0.1');
    const ask = (socket: Socket) =>
      new Promise<void>((resolve) => {
        socket.once('data', () => resolve());
        socket.write('GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n');
      });
    const [one, two] = [open(), open()];
    await ask(one);
    await ask(one);
    await ask(two);
    one.destroy();
    two.destroy();
    const [a, b, c] = fixture.service.requests.map((request) => request.connection);
    assert.equal(a, b);
    assert.notEqual(a, c);
  });

  it('gives each request once to those who wait, whether it came before or after', async () => {
    await fixture.get('/v1/models');
    const { service } = fixture;
    assert.equal((await service.nextRequest()).path, '/v1/models');
    const isChat = service.nextRequest((request) => request.path === chat);
    const other = service.nextRequest();
    await fixture.get('/v1/models/chat-1');
    await fixture.post(chat, simple);
    assert.equal((await other).path, '/v1/models/chat-1');
    assert.deepEqual((await isChat).json, simple);
  });

  it('gives a request whose upload was broken off, with what came of it', async () => {
    const { origin, apiKey } = fixture.service;
    const request = httpRequest(`${origin}${chat}`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'content-length': 1000,
      },
    });
    request.on('error', () => {});
    request.write('{"model":', () => request.destroy());
    const recorded = await fixture.service.nextRequest();
    assert.equal(recorded.closedByClient, true);
    assert.equal(recorded.json, undefined);
    assert.equal(recorded.bodyBytes, 9);
  });

  it('forgets everything at a reset', async () => {
    await fixture.get('/v1/models');
    fixture.service.fault({ type: 'status', status: 500 });
    fixture.service.reset();
    assert.equal(fixture.service.requests.length, 0);
    assert.equal((await fixture.get('/v1/models')).status, 200);
  });

  it('does not give a request from before a reset to those who wait after it', async () => {
    const { service } = fixture;
    const upload = httpRequest(`${service.origin}${chat}`, { method: 'POST', agent: false });
    upload.on('error', () => {});
    upload.write('{');
    while (service.requests.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const [old] = service.requests;
    service.reset();
    upload.destroy();
    await old?.whenClosed;
    const next = service.nextRequest();
    await fixture.get('/v1/models');
    assert.equal((await next).path, '/v1/models');
  });

  it('closes although an answer is held and a connection open', async () => {
    const service = await startSampleService();
    service.fault({ type: 'stallBeforeHeaders' });
    const answer = fetch(`${service.origin}/v1/models`);
    const request = await service.nextRequest();
    await service.close();
    await assert.rejects(answer);
    await request.whenClosed;
  });
});
