import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { ChatCompletion, Failure } from './answers.ts';
import { chunksOf, payloadsOf, type Raw, useService } from './service-fixture.ts';

const chat = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'Hello' }];
const whole = { model: 'chat-1', messages };
const streamed = { ...whole, stream: true };

describe('sample service: faults', () => {
  const fixture = useService();

  const send = (body: object, path = chat): Promise<Raw> => fixture.send(path, body);

  async function sendForJson(body: object): Promise<ChatCompletion & Failure> {
    return JSON.parse((await send(body)).body.toString());
  }

  describe('which request they meet', () => {
    it('meets one request, then no more', async () => {
      fixture.service.fault({ type: 'status', status: 500 });
      assert.deepEqual([(await send(whole)).status, (await send(whole)).status], [500, 200]);
    });

    it('queues counted faults one behind the other', async () => {
      fixture.service.fault({ type: 'status', status: 429 }, { times: 2 });
      fixture.service.fault({ type: 'status', status: 503 });
      const statuses = [];
      for (let i = 0; i < 4; i++) {
        statuses.push((await send(whole)).status);
      }
      assert.deepEqual(statuses, [429, 429, 503, 200]);
    });

    it('keeps a lasting fault beside counted ones until the faults are cleared', async () => {
      fixture.service.fault({ type: 'requestId', value: 'fixed' }, { times: Number.POSITIVE_INFINITY });
      fixture.service.fault({ type: 'status', status: 500 });
      const [first, second] = [await send(whole), await send(whole)];
      assert.deepEqual([first.status, first.headers['x-request-id']], [500, 'fixed']);
      assert.deepEqual([second.status, second.headers['x-request-id']], [200, 'fixed']);
      fixture.service.clearFaults();
      assert.notEqual((await send(whole)).headers['x-request-id'], 'fixed');
    });

    it('meets only the path it is for', async () => {
      fixture.service.fault({ type: 'status', status: 500 }, { path: '/v1/completions' });
      fixture.service.fault({ type: 'status', status: 503 }, { path: /chat/ });
      assert.equal((await send(whole)).status, 503);
      assert.equal((await send(whole)).status, 200);
      assert.equal((await send({ model: 'complete-1' }, '/v1/completions')).status, 500);
    });

    it('answers 500 where a fault that needs a stream meets none', async () => {
      fixture.service.fault({ type: 'stallAfter', events: 1 });
      const { error } = await sendForJson(whole);
      assert.equal(error.code, 'misplaced_fault');
    });
  });

  describe('answers', () => {
    it('status: the usual error of that status, or the one given', async () => {
      fixture.service.fault({ type: 'status', status: 429, headers: { 'retry-after': '7' } });
      const limited = await send(whole);
      assert.equal(limited.status, 429);
      assert.equal(limited.headers['retry-after'], '7');
      assert.equal(JSON.parse(limited.body.toString()).error.code, 'rate_limit_exceeded');
      fixture.service.fault({ type: 'status', status: 429, error: { code: 'insufficient_quota' } });
      assert.equal((await sendForJson(whole)).error.code, 'insufficient_quota');
      fixture.service.fault({ type: 'status', status: 502, body: '<p>Bad</p>', contentType: 'text/html' });
      const gateway = await send(whole);
      assert.equal(gateway.headers['content-type'], 'text/html');
      assert.equal(gateway.body.toString(), '<p>Bad</p>');
    });

    it('html: a log-in page under status 200', async () => {
      fixture.service.fault({ type: 'html' });
      const { status, headers, body } = await send(streamed);
      assert.equal(status, 200);
      assert.match(headers['content-type'] ?? '', /^text\/html/);
      assert.match(body.toString(), /<title>Sign in<\/title>/);
    });

    it('contentType: the right body under another type, or none', async () => {
      fixture.service.fault({ type: 'contentType', value: 'text/plain' });
      const plain = await send(streamed);
      assert.equal(plain.headers['content-type'], 'text/plain');
      assert.equal(payloadsOf(plain.body.toString()).at(-1), '[DONE]');
      fixture.service.fault({ type: 'contentType', value: null });
      const none = await send(whole);
      assert.equal(none.headers['content-type'], undefined);
      assert.equal(JSON.parse(none.body.toString()).object, 'chat.completion');
    });

    it('jsonInsteadOfStream: an error object, or the body given', async () => {
      fixture.service.fault({ type: 'jsonInsteadOfStream' });
      const failed = await send(streamed);
      assert.equal(failed.headers['content-type'], 'application/json');
      assert.equal(JSON.parse(failed.body.toString()).error.type, 'server_error');
      fixture.service.fault({ type: 'jsonInsteadOfStream', body: ['odd'] });
      assert.deepEqual(await sendForJson(streamed), ['odd']);
    });

    it('missing: leaves a field out, of each chunk too', async () => {
      for (const field of ['choices', 'usage', 'model', 'id', 'created']) {
        fixture.service.fault({ type: 'missing', field });
        const body = await sendForJson(whole);
        assert.ok(!(field in body), field);
        assert.equal(body.object, 'chat.completion');
      }
      fixture.service.fault({ type: 'missing', field: ['usage', 'model'] });
      assert.deepEqual(Object.keys(await sendForJson(whole)), ['id', 'object', 'created', 'choices']);
      fixture.service.fault({ type: 'missing', field: 'model' });
      const events = chunksOf<object>((await send(streamed)).body.toString());
      assert.ok(events.every((event) => !('model' in event) && 'choices' in event));
    });

    it('redirect: sends elsewhere', async () => {
      fixture.service.fault({ type: 'redirect', location: 'http://127.0.0.1:1/', status: 302 });
      const { status, headers } = await send(whole);
      assert.deepEqual([status, headers.location], [302, 'http://127.0.0.1:1/']);
      fixture.service.fault({ type: 'redirect', location: '/other' });
      assert.equal((await send(whole)).status, 307);
    });

    it('requestId: another or none', async () => {
      assert.match(String((await send(whole)).headers['x-request-id']), /^req_\d+$/);
      fixture.service.fault({ type: 'requestId', value: null });
      assert.equal((await send(whole)).headers['x-request-id'], undefined);
    });

    it('bytes: exactly those, in the writes given', async () => {
      const slices = ['data: {"a', Buffer.from([0xe2, 0x82]), Buffer.from([0xac]), '":1}\n\n'];
      fixture.service.fault({ type: 'bytes', slices });
      const { headers, body, complete } = await send(streamed);
      assert.equal(headers['content-type'], 'text/event-stream');
      assert.equal(body.toString(), 'data: {"a€":1}\n\n');
      assert.equal(complete, true);
      fixture.service.fault({ type: 'bytes', slices: ['data: x\n\n'], finish: 'cut' });
      const cut = await send(streamed);
      assert.equal(cut.body.toString(), 'data: x\n\n');
      assert.equal(cut.complete, false);
    });

    it('several faults together', async () => {
      fixture.service.fault([
        { type: 'requestId', value: 'mine' },
        { type: 'status', status: 418 },
      ]);
      const { status, headers } = await send(whole);
      assert.deepEqual([status, headers['x-request-id']], [418, 'mine']);
    });

    it('a refused request is refused whatever a stream fault says', async () => {
      fixture.service.fault({ type: 'noDone' });
      assert.equal((await send({ ...streamed, n: 0 })).status, 400);
    });
  });

  describe('cuts', () => {
    it('accept: no byte comes', async () => {
      fixture.service.fault({ type: 'cut', at: 'accept' });
      const { status, error } = await send(whole);
      assert.equal(status, undefined);
      assert.equal(error?.code, 'ECONNRESET');
      const [request] = fixture.service.requests;
      assert.equal(request?.path, chat);
      assert.equal(request.closedByClient, false);
    });

    it('headers: only a part of them comes', async () => {
      fixture.service.fault({ type: 'cut', at: 'headers' });
      const { port, apiKey } = fixture.service;
      const received = await new Promise<string>((resolve) => {
        let text = '';
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET /v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`),
        );
        socket.on('data', (piece) => {
          text += piece;
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(text));
      });
      assert.match(received, /^HTTP\/1\.1 200 OK\r\nContent-Type: appl$/);
    });

    it('body: about half of it comes', async () => {
      const { body: full } = await send(whole);
      fixture.service.fault({ type: 'cut', at: 'body' });
      const { status, body, complete } = await send(whole);
      assert.equal(status, 200);
      assert.equal(complete, false);
      assert.ok(Math.abs(body.length - full.length / 2) <= 1, `${body.length} of ${full.length}`);
    });

    it('afterEvents: so many events come, none of them torn', async () => {
      for (const afterEvents of [0, 1, 3]) {
        fixture.service.fault({ type: 'cut', at: { afterEvents } });
        const { status, body, complete } = await send(streamed);
        assert.equal(status, 200);
        assert.equal(complete, false);
        assert.equal(payloadsOf(body.toString()).length, afterEvents);
      }
    });

    it('afterBytes: so many bytes come', async () => {
      for (const body of [whole, streamed]) {
        fixture.service.fault({ type: 'cut', at: { afterBytes: 33 } });
        const cut = await send(body);
        assert.equal(cut.body.length, 33);
        assert.equal(cut.complete, false);
      }
    });
  });
});
