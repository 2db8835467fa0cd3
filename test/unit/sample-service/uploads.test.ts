import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../../until.ts';
import { useService } from './service-fixture.ts';

const chat = '/v1/chat/completions';

describe('sample service: uploads', function () {
  // Hundreds of megabytes pass through here.
  this.timeout(30_000);
  const fixture = useService();

  /** Uploads so many bytes as the file of a transcription; resolves with the status and how much was sent. */
  function upload(megabytes: number): Promise<{ status: number | undefined; sent: number; ended: boolean }> {
    const { origin, apiKey } = fixture.service;
    let sent = 0;
    const piece = Buffer.alloc(1024 * 1024, 1);
    function* body() {
      yield '--x\r\nContent-Disposition: form-data; name="model"\r\n\r\nspeech-1\r\n';
      yield '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';
      for (let i = 0; i < megabytes; i++) {
        sent += piece.length;
        yield piece;
      }
      yield '\r\n--x--\r\n';
    }
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${origin}/v1/audio/transcriptions`, {
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'multipart/form-data; boundary=x' },
      });
      request.on('response', (response) => {
        const ended = request.writableEnded;
        response.resume();
        response.on('close', () => resolve({ status: response.statusCode, sent, ended }));
        response.on('error', reject);
      });
      request.on('error', reject);
      Readable.from(body()).pipe(request);
    });
  }

  it('reads an upload of 200 MB without keeping it', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc');
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    const { status } = await upload(200);
    assert.equal(status, 413);
    const [request] = fixture.service.requests;
    assert.ok((request?.bodyBytes ?? 0) > 200 * 1024 * 1024);
    assert.equal(request?.rawBody.length, 64 * 1024);
    collectGarbage();
    const grown = process.memoryUsage().arrayBuffers - before;
    // Freed in the background, so some of it may still be counted; kept, all of it would be.
    assert.ok(grown < 100 * 1024 * 1024, `${grown} bytes more are held`);
  });

  it('earlyRefusal: answers before the upload has ended, then reads the rest', async () => {
    fixture.service.fault({ type: 'earlyRefusal', afterBytes: 1024 * 1024 });
    const { hostname, port } = new URL(fixture.service.origin);
    const pieces = 64;
    const piece = Buffer.alloc(1024 * 1024, 1);
    // Node.js's own client would send nothing more after the answer.
    const socket = connect(Number(port), hostname);
    const answered = once(socket, 'data');
    socket.write(
      `POST ${chat} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${pieces * piece.length}\r\n\r\n`,
    );
    for (let sent = 0; sent < 2; sent++) {
      socket.write(piece);
    }
    assert.match(String((await answered)[0]), /^HTTP\/1\.1 413 /);
    for (let sent = 2; sent < pieces; sent++) {
      if (!socket.write(piece)) {
        await once(socket, 'drain');
      }
    }
    const [request] = fixture.service.requests;
    await until('the rest is read', () => request?.bodyBytes === pieces * piece.length);
    socket.destroy();
    await request?.whenClosed;
  });

  it('earlyRefusal: shuts the connection when told so', async () => {
    fixture.service.fault({ type: 'earlyRefusal', afterBytes: 1024 * 1024, finish: 'close' });
    // Whether the answer still arrives is up to the operating system; that the upload ends early is not.
    await upload(512).catch(() => {});
    const [request] = fixture.service.requests;
    await request?.whenClosed;
    assert.ok((request?.bodyBytes ?? 0) < 512 * 1024 * 1024);
    assert.equal(request?.closedByClient, false);
  });

  it('earlyRefusal: may come before the first byte, with another status', async () => {
    fixture.service.fault({ type: 'earlyRefusal', status: 401 });
    assert.equal((await fixture.post(chat, { model: 'chat-1' })).status, 401);
  });
});
