import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../until.ts';
import { failure, useClients } from './client-fixture.ts';
import { startHttp, startTcp } from './loopback-server.ts';

const SIZE = 16 * 1024 * 1024;

describe('client: sending files', () => {
  const fixture = useClients();
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-sending-'));
    path = join(folder, 'talk.wav');
  });
  beforeEach(() => writeFile(path, Buffer.alloc(SIZE, 1)));
  after(() => rm(folder, { recursive: true }));

  it('delivers names, fields and bytes as they are', async () => {
    const name = 'ünï "quoted" 🐙 \u202e.wav';
    fixture.service.fault({ type: 'status', status: 418 });
    const call = fixture.connect().transcribeAudio({
      file: { path, name },
      model: 'speech-1',
      prompt: '',
      temperature: 0,
      language: 'de',
    });
    await failure(call, 'badRequest');
    const { form, headers, bodyBytes } = await fixture.service.nextRequest();
    const { file, ...fields } = form ?? {};
    assert.deepEqual({ ...fields }, { model: 'speech-1', prompt: '', temperature: '0', language: 'de' });
    assert.ok(typeof file === 'object');
    assert.equal(file.filename, name.replaceAll('"', '%22'));
    assert.equal(file.size, SIZE);
    assert.equal(headers['content-length'], String(bodyBytes));
    assert.equal(headers['transfer-encoding'], undefined);
  });

  it('tells the progress: ever more, up to all', async () => {
    for (const file of [{ path }, { data: Buffer.alloc(300_000), name: 'a.wav' }]) {
      const progress: [number, number][] = [];
      await failure(
        fixture
          .connect({ apiKey: 'wrong' })
          .translateAudio({ file, model: 'speech-1' }, { onUpload: (...told) => progress.push(told) }),
        'authentication',
      );
      const { headers } = await fixture.service.nextRequest();
      const total = Number(headers['content-length']);
      assert.ok(progress.length >= 4);
      assert.deepEqual(progress.at(-1), [total, total]);
      assert.ok(progress.every(([sent, all], at) => all === total && sent > (progress[at - 1]?.[0] ?? 0)));
    }
  });

  it('sends the same body on each try, and tells the progress of each', async () => {
    const bodies: Buffer[] = [];
    const server = await startHttp(async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()));
      const status = bodies.length < 3 ? 500 : 200;
      response.writeHead(status, { 'retry-after-ms': '1', 'content-type': 'application/json' });
      response.end('{"text":"done"}');
    });
    try {
      const client = fixture.connect({ baseUrl: `http://127.0.0.1:${server.port}` });
      const sent: number[] = [];
      const answer = await client.transcribeAudio(
        { file: { path }, model: 'speech-1' },
        { onUpload: (bytes) => sent.push(bytes) },
      );
      assert.equal(answer.text, 'done');
      assert.equal(bodies.length, 3);
      assert.ok(bodies.every((body) => bodies[0]?.equals(body)));
      assert.equal(sent.filter((bytes) => bytes === bodies[0]?.length).length, 3);
    } finally {
      await server.close();
    }
  });

  it('says that a file changed while it was being sent, and goes on with other requests', async () => {
    const client = fixture.connect();
    let once = true;
    const onUpload = (): void => {
      if (once) {
        once = false;
        truncateSync(path, 1000);
      }
    };
    const call = client.transcribeAudio({ file: { path }, model: 'speech-1' }, { onUpload });
    const error = await failure(call, 'invalidRequest');
    assert.equal(error.param, 'file');
    assert.equal(error.message, 'file: “talk.wav” changed while it was being sent.');
    assert.ok((await client.listModels()).data.length > 0);
    assert.equal(fixture.service.requests.length, 2, 'it was tried again');
    assert.notEqual(fixture.service.requests[0]?.connection, fixture.service.requests[1]?.connection);
  });

  for (const finish of ['drain', 'close'] as const) {
    it(`delivers a refusal that comes during the upload (${finish})`, async () => {
      const client = fixture.connect();
      for (const afterBytes of [0, 1_000_000]) {
        fixture.service.fault({ type: 'earlyRefusal', afterBytes, finish });
        const error = await failure(
          client.transcribeAudio({ file: { path }, model: 'speech-1' }),
          'tooLarge',
        );
        assert.equal(error.status, 413);
        assert.match(error.requestId ?? '', /^req_/);
      }
      assert.ok((await client.listModels()).data.length > 0);
      assert.equal(fixture.service.requests.length, 3);
    });
  }

  it('takes a good answer that comes during the upload, and closes the file', async () => {
    const read = await spyOnReads();
    const server = await startHttp((request, response) => {
      let received = 0;
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        // By then the file is being read.
        if (received > 200_000) {
          request.pause();
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end('{"text":"early"}');
        }
      });
    });
    try {
      const client = fixture.connect({ baseUrl: `http://127.0.0.1:${server.port}` });
      for (let call = 0; call < 2; call += 1) {
        const { text } = await client.transcribeAudio({ file: { path }, model: 'speech-1' });
        assert.equal(text, 'early');
      }
      assert.equal(server.connections(), 2, 'what is half sent cannot be followed by another request');
      assert.equal(read.handles.size, 2);
      await until('the files are closed', () => [...read.handles].every(({ fd }) => fd === -1));
    } finally {
      read.restore();
      await server.close();
    }
  });

  for (const [what, change, said] of [
    ['renamed', () => renameSync(path, `${path}.old`), 'was renamed or deleted'],
    ['deleted', () => rmSync(path), 'was renamed or deleted'],
  ] as const) {
    it(`names a file that is ${what} while it is sent`, async () => {
      const onUpload = (sent: number): void => {
        if (sent > 1_000_000 && existsSync(path)) {
          change();
        }
      };
      const call = fixture.connect().transcribeAudio({ file: { path }, model: 'speech-1' }, { onUpload });
      const error = await failure(call, 'invalidRequest');
      assert.equal(error.message, `file: “talk.wav” ${said} while it was being sent.`);
    });
  }

  it('takes subtitles however they are called, and no web page for them', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\n“Hello”\n';
    let reply: [type: string, body: string] = ['', ''];
    const server = await startHttp((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(200, { 'content-type': reply[0] });
        response.end(reply[1]);
      });
    });
    try {
      const client = fixture.connect({ baseUrl: `http://127.0.0.1:${server.port}` });
      const ask = () =>
        client.transcribeAudio({
          file: { data: Buffer.alloc(9), name: 'a.wav' },
          model: 'speech-1',
          response_format: 'srt',
        });
      for (const [type, body] of [
        ['text/plain', srt],
        ['application/json', srt],
        ['application/json; charset=utf-8', JSON.stringify(srt)],
      ] as const) {
        reply = [type, body];
        assert.deepEqual(await ask(), { text: srt }, reply[0]);
      }
      const segments = [{ start: 1, end: 2, text: 'Hello' }];
      reply = ['application/json', JSON.stringify({ text: 'Hello', segments })];
      assert.deepEqual(await ask(), { text: 'Hello', segments });
      for (const type of ['text/html', 'text/plain', 'application/json']) {
        reply = [type, '<html><title>Log in</title></html>'];
        assert.match((await failure(ask(), 'invalidResponse')).message, /“Log in”/);
      }
      reply = ['application/json', '[1]'];
      await failure(ask(), 'invalidResponse');
    } finally {
      await server.close();
    }
  });

  it('aborts an upload at once, and closes the connection and the file', async () => {
    const read = await spyOnReads();
    const accepted = Promise.withResolvers<Socket>();
    // Takes in nothing, so that the upload stands still.
    const server = await startTcp((socket) => accepted.resolve(socket.pause()));
    try {
      const client = fixture.connect({ baseUrl: `http://127.0.0.1:${server.port}` });
      const controller = new AbortController();
      const begun = Promise.withResolvers<void>();
      const call = failure(
        client.transcribeAudio(
          { file: { path }, model: 'speech-1' },
          { signal: controller.signal, onUpload: (sent) => sent > 100_000 && begun.resolve() },
        ),
        'cancelled',
      );
      const socket = await accepted.promise;
      await begun.promise;
      const closed = once(socket, 'close');
      controller.abort();
      await call;
      socket.resume();
      await closed;
      assert.equal(read.handles.size, 1);
      await until('the file is closed', () => [...read.handles].every(({ fd }) => fd === -1));
    } finally {
      read.restore();
      await server.close();
    }
  });

  it('does not begin an upload whose signal is aborted already', async () => {
    const read = await spyOnReads();
    try {
      const signal = AbortSignal.abort();
      await failure(
        fixture.connect().transcribeAudio({ file: { path }, model: 'speech-1' }, { signal }),
        'cancelled',
      );
      assert.equal(fixture.service.requests.length, 0);
      assert.equal(read.handles.size, 0);
    } finally {
      read.restore();
    }
  });

  /** Collects the handles of files that are read; a closed one has `fd` -1. */
  async function spyOnReads(): Promise<{ handles: Set<FileHandle>; restore(): void }> {
    const handle = await open(path);
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    await handle.close();
    const original = prototype.read;
    const handles = new Set<FileHandle>();
    prototype.read = function (this: FileHandle, ...args: unknown[]) {
      handles.add(this);
      return Reflect.apply(original, this, args);
    } as FileHandle['read'];
    return {
      handles,
      restore: () => {
        prototype.read = original;
      },
    };
  }
});
