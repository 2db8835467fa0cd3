import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, truncateSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceError } from '../../../src/service/errors.ts';
import { multipart, type UploadBody } from '../../../src/service/upload.ts';
import { failure } from './client-fixture.ts';

async function bytesOf(body: UploadBody): Promise<Buffer> {
  return Buffer.concat(await toArray(body.chunks()));
}

async function toArray<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) {
    items.push(item);
  }
  return items;
}

/** The body of fields, with the boundary, which is another each time, written as `B`. */
async function formOf(fields: Record<string, unknown>): Promise<string> {
  const body = await multipart(fields);
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(body.contentType)?.[1] ?? '';
  assert.match(boundary, /^[\w-]{30,70}$/);
  const bytes = await bytesOf(body);
  assert.equal(body.length, bytes.length, 'the length that is announced');
  return bytes.toString('utf8').replaceAll(boundary, 'B');
}

describe('upload: multipart', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-upload-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes fields as they are, and leaves out what is undefined', async () => {
    assert.equal(
      await formOf({ n: 0, echo: false, prompt: '', size: undefined, text: 'é\r\n"x"\n🐙' }),
      [
        '--B\r\nContent-Disposition: form-data; name="n"\r\n\r\n0\r\n',
        '--B\r\nContent-Disposition: form-data; name="echo"\r\n\r\nfalse\r\n',
        '--B\r\nContent-Disposition: form-data; name="prompt"\r\n\r\n\r\n',
        '--B\r\nContent-Disposition: form-data; name="text"\r\n\r\né\r\n"x"\n🐙\r\n',
        '--B--\r\n',
      ].join(''),
    );
  });

  it('writes files in memory and on disk alike, byte by byte', async () => {
    const data = Buffer.from([0, 1, 2, 13, 10, 45, 45, 255]);
    const path = join(folder, 'a.png');
    await writeFile(path, data);
    const expected = Buffer.concat([
      Buffer.from('--B\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n'),
      Buffer.from('Content-Type: image/png\r\n\r\n'),
      data,
      Buffer.from('\r\n--B--\r\n'),
    ]).toString('utf8');
    assert.equal(await formOf({ image: { data, name: 'a.png' } }), expected);
    assert.equal(await formOf({ image: { path } }), expected);
    assert.equal(await formOf({ image: { path, name: 'a.png' } }), expected);
    assert.equal(
      await formOf({ image: { data: new Uint8Array(data).subarray(0), name: 'a.png' } }),
      expected,
    );
  });

  const names: readonly [name: string, written: string, type: string][] = [
    ['a "b".mp3', 'a %22b%22.mp3', 'audio/mpeg'],
    ['a\r\nX-Evil: 1\n.wav', 'a%0D%0AX-Evil: 1%0A.wav', 'audio/wav'],
    ['🐙 ünï.M4A', '🐙 ünï.M4A', 'audio/mp4'],
    ['\u202egnp.exe', '\u202egnp.exe', 'application/octet-stream'],
    ['a;b=c\\d%22.webm', 'a;b=c\\d%22.webm', 'audio/webm'],
    ['image.jpg', 'image.jpg', 'image/jpeg'],
    ['image.webp', 'image.webp', 'image/webp'],
    ['image.gif', 'image.gif', 'image/gif'],
    ['no ending', 'no ending', 'application/octet-stream'],
  ];
  for (const [name, written, type] of names) {
    it(`names a file ${JSON.stringify(name)}`, async () => {
      assert.equal(
        await formOf({ file: { data: Buffer.from('x'), name } }),
        `--B\r\nContent-Disposition: form-data; name="file"; filename="${written}"\r\nContent-Type: ${type}\r\n\r\nx\r\n--B--\r\n`,
      );
    });
  }

  it('can be read again, with the same bytes', async () => {
    const path = join(folder, 'a.wav');
    await writeFile(path, Buffer.alloc(200_000, 7));
    const body = await multipart({ file: { path }, model: 'm' });
    const first = await bytesOf(body);
    assert.equal(first.length, body.length);
    assert.ok(first.equals(await bytesOf(body)));
  });

  it('reads a large file in pieces', async () => {
    const data = Buffer.alloc(1_000_000, 'x');
    const path = join(folder, 'a.wav');
    await writeFile(path, data);
    for (const file of [{ path }, { data, name: 'a.wav' }]) {
      const pieces = await toArray((await multipart({ file })).chunks());
      assert.ok(Math.max(...pieces.map(({ length }) => length)) <= 64 * 1024);
    }
  });

  async function refused(path: string): Promise<ServiceError> {
    const error = await failure(multipart({ file: { path } }), 'invalidRequest');
    assert.equal(error.param, 'file');
    return error;
  }

  it('names file and field of what cannot be sent', async () => {
    assert.equal((await refused(join(folder, 'none.wav'))).message, 'file: “none.wav” does not exist.');
    await mkdir(join(folder, 'sub'));
    assert.equal((await refused(join(folder, 'sub'))).message, 'file: “sub” is not a file.');
    const tooLong = `${'x'.repeat(300)}.wav`;
    const error = await refused(join(folder, tooLong));
    assert.match(
      error.message,
      new RegExp(`^file: “${tooLong}” (cannot be read \\(\\w+\\)|does not exist)\\.$`),
    );
  });

  it('does not wait for a named pipe', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const path = join(folder, 'pipe.wav');
    await promisify(execFile)('mkfifo', [path]);
    assert.equal((await refused(path)).message, 'file: “pipe.wav” is not a file.');
  });

  const changes: readonly [what: string, change: (path: string) => unknown, said?: string][] = [
    ['truncated', (path) => truncate(path, 100_000)],
    ['emptied', (path) => truncateSync(path)],
    ['grown', (path) => appendFileSync(path, 'x')],
    ['touched', (path) => utimes(path, new Date(), new Date(1e12))],
    ['renamed', (path) => rename(path, `${path}.old`), 'was renamed or deleted'],
    ['deleted', (path) => rm(path), 'was renamed or deleted'],
    [
      'replaced',
      async (path) => {
        await writeFile(`${path}.new`, 'another');
        await rename(`${path}.new`, path);
      },
    ],
    [
      'there no more since its folder is renamed',
      (path) => rename(dirname(path), `${dirname(path)}-2`),
      'was renamed or deleted',
    ],
  ];
  for (const [what, change, said = 'changed'] of changes) {
    it(`fails when a file is ${what} while it is sent, before its last bytes`, async () => {
      const path = join(folder, 'sub', 'a.wav');
      await mkdir(join(folder, 'sub'));
      await writeFile(path, Buffer.alloc(500_000));
      const body = await multipart({ file: { path } });
      let sent = 0;
      const sending = (async () => {
        for await (const piece of body.chunks()) {
          const before = sent;
          sent += piece.length;
          if (before < 100_000 && sent >= 100_000) {
            await change(path);
          }
        }
      })();
      const error = await failure(sending, 'invalidRequest');
      assert.equal(error.message, `file: “a.wav” ${said} while it was being sent.`);
      assert.equal(error.param, 'file');
      assert.ok(sent >= 100_000 && sent < 500_000);
    });
  }

  it('looks while a long file is sent, and not only at its end, whether it is the same', async () => {
    const path = join(folder, 'a.wav');
    const size = 64 * 1024 * 1024;
    await writeFile(path, '');
    await truncate(path, size);
    const body = await multipart({ file: { path } });
    let sent = 0;
    const sending = (async () => {
      for await (const piece of body.chunks()) {
        if (sent === 0) {
          await rm(path);
        }
        sent += piece.length;
      }
    })();
    await failure(sending, 'invalidRequest');
    assert.ok(sent < size / 4, `${sent}`);
  });

  it('names the file that cannot be read any more', async () => {
    const path = join(folder, 'a.wav');
    await writeFile(path, Buffer.alloc(500_000));
    const body = await multipart({ file: { path } });
    const handle = await open(path);
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    await handle.close();
    const original = prototype.read;
    prototype.read = () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    try {
      const error = await failure(bytesOf(body), 'invalidRequest');
      assert.equal(error.message, 'file: “a.wav” cannot be read (EIO).');
      assert.equal(error.code, 'EIO');
    } finally {
      prototype.read = original;
    }
  });

  it('fails when a file is another by the time it is sent', async () => {
    const path = join(folder, 'a.wav');
    await writeFile(path, '');
    const empty = await multipart({ file: { path } });
    await writeFile(path, 'not empty any more');
    await failure(bytesOf(empty), 'invalidRequest');
    const body = await multipart({ file: { path } });
    await rename(path, join(folder, 'b.wav'));
    assert.match((await failure(bytesOf(body), 'invalidRequest')).message, /“a\.wav” does not exist/);
  });
});
