import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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
    const { status, ended } = await upload(64);
    assert.equal(status, 413);
    assert.equal(ended, false);
    const [request] = fixture.service.requests;
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
