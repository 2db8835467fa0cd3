import assert from 'node:assert/strict';
import { constants } from 'node:fs';
import { appendFile, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppendHandle, LogFile } from '../../../src/chat/log-file.ts';

describe('LogFile', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-log-'));
    path = join(folder, 'inner', 'log.jsonl');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const bytes = (...lines: string[]) => lines.map((line) => Buffer.from(line));

  async function linesOf(
    file: LogFile,
    from = 0,
    takesLast = true,
  ): Promise<{ lines: string[]; end?: number }> {
    const lines: string[] = [];
    const read = await file.read(from, (line, isEnded) => {
      if (isEnded || takesLast) {
        lines.push(line.toString());
      }
      return isEnded || takesLast;
    });
    return read ? { lines, end: read.end } : { lines };
  }

  it('makes its folder and file, for the person alone', async () => {
    const file = new LogFile(path);
    assert.deepEqual(await file.append(bytes('one', 'two'), { create: true, durable: true }), {
      lines: 2,
      bytes: 7,
      size: 7,
    });
    assert.equal(await readFile(path, 'utf8'), 'one\ntwo');
    if (process.platform !== 'win32') {
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      assert.equal((await stat(join(folder, 'inner'))).mode & 0o777, 0o700);
    }
  });

  it('adds lines behind what is there, also behind a line that was cut off', async () => {
    const file = new LogFile(path);
    await file.append(bytes('one'), { create: true });
    await appendFile(path, '\n{"cut');
    assert.deepEqual(await file.append(bytes('two')), { lines: 1, bytes: 4, size: 13 });
    assert.deepEqual((await linesOf(file)).lines, ['one', '{"cut', 'two']);
  });

  it('does not write over a file when it is to make one', async () => {
    const file = new LogFile(path);
    await file.append(bytes('one'), { create: true });
    const second = await file.append(bytes('two'), { create: true });
    assert.equal(second.lines, 0);
    assert.ok(second.error instanceof Error);
    assert.equal(await readFile(path, 'utf8'), 'one');
  });

  it('does not make a file that is gone', async () => {
    const file = new LogFile(path);
    const { lines, error } = await file.append(bytes('one'));
    assert.equal(lines, 0);
    assert.ok(error instanceof Error);
    assert.equal(await file.read(0, () => true), undefined);
    await assert.rejects(file.sync());
  });

  it('finds a file that was moved aside', async () => {
    const aside = join(folder, 'aside');
    const file = new LogFile(path, async () => aside);
    await file.append(bytes('one'), { create: true });
    await rename(path, aside);
    assert.equal((await file.append(bytes('two'))).lines, 1);
    assert.equal(await readFile(aside, 'utf8'), 'one\ntwo');
    const read = await file.read(0, () => true);
    assert.equal(read?.isAside, true);
    await file.sync();
  });

  it('reads on from where it was, and leaves a last line that is not taken', async () => {
    const file = new LogFile(path);
    await file.append(bytes('one', 'two'), { create: true });
    const first = await linesOf(file);
    assert.deepEqual(first, { lines: ['one', 'two'], end: 7 });
    await appendFile(path, '\nthr');
    assert.deepEqual(await linesOf(file, 7, false), { lines: [''], end: 8 });
    await appendFile(path, 'ee\nfour\n');
    assert.deepEqual(await linesOf(file, 8), { lines: ['three', 'four'], end: 19 });
    assert.deepEqual(await linesOf(file, 19), { lines: [], end: 19 });
  });

  it('reads lines of any length, and characters across the pieces it reads', async () => {
    const lines = [
      'é'.repeat(300_000),
      'x'.repeat(262_143),
      '',
      'y'.repeat(262_144),
      '🧭'.repeat(200_000),
      'z',
    ];
    const file = new LogFile(path);
    await file.append(bytes(...lines), { create: true });
    assert.deepEqual((await linesOf(file)).lines, lines);
  });

  it('stops reading when it is told to', async () => {
    const file = new LogFile(path);
    await file.append(bytes('one'), { create: true });
    const signal = AbortSignal.abort();
    await assert.rejects(
      file.read(0, () => true, signal),
      { name: 'AbortError' },
    );
  });

  it('tells that a file has become shorter', async () => {
    const file = new LogFile(path);
    await file.append(bytes('one', 'two'), { create: true });
    await writeFile(path, 'on');
    const read = await file.read(7, () => assert.fail('there is nothing to read'));
    assert.deepEqual(read, { end: 7, size: 2, isAside: false });
  });

  it('opens to add and never to write over', async () => {
    let seen = 0;
    const file = new LogFile(path, undefined, (name, flags, mode) => {
      seen = flags;
      return open(name, flags, mode);
    });
    await file.append(bytes('one'), { create: true });
    assert.ok(seen & constants.O_APPEND && seen & constants.O_EXCL);
    await file.append(bytes('two'));
    assert.ok(seen & constants.O_APPEND && !(seen & (constants.O_CREAT | constants.O_TRUNC)));
  });

  describe('on a disk that fails', () => {
    /** A file on a disk that takes so many bytes, and fails at one step. */
    function failing(fails: { room?: number; at?: keyof AppendHandle; code?: string }): LogFile {
      return new LogFile(path, undefined, async (name, flags, mode) => {
        const handle = await open(name, flags, mode);
        const step = <T>(at: keyof AppendHandle, act: () => Promise<T>): Promise<T> =>
          fails.at === at
            ? Promise.reject(Object.assign(new Error('no'), { code: fails.code ?? 'EIO' }))
            : act();
        return {
          write: (all) => step('write', () => handle.write(all.subarray(0, fails.room))),
          datasync: () => step('datasync', () => handle.datasync()),
          stat: () => step('stat', () => handle.stat()),
          close: async () => {
            await handle.close();
            await step('close', async () => {});
          },
        };
      });
    }

    for (const [room, lines] of [
      [0, 0],
      [2, 0],
      [3, 1],
      [4, 1],
      [6, 1],
      [7, 2],
      [10, 2],
    ] as const) {
      it(`knows that ${lines} lines were written whole when it takes ${room} of 11 bytes`, async () => {
        const appended = await failing({ room }).append(bytes('one', 'two', 'six'), { create: true });
        assert.deepEqual(appended, { lines, bytes: room, size: room });
      });
    }

    it('knows the same where a line feed comes first', async () => {
      await new LogFile(path).append(bytes('zero'), { create: true });
      assert.equal((await failing({ room: 3 }).append(bytes('one'))).lines, 0);
      assert.equal((await failing({ room: 4 }).append(bytes('one', 'two'))).lines, 1);
    });

    for (const at of ['write', 'stat', 'datasync', 'close'] as const) {
      it(`takes nothing for written when ${at} fails`, async () => {
        const { lines, error } = await failing({ at }).append(bytes('one'), { create: true, durable: true });
        assert.equal(lines, 0);
        assert.ok(error instanceof Error);
      });
    }

    it('does not mind a file system that cannot say when the disk has it', async () => {
      const file = failing({ at: 'datasync', code: 'EINVAL' });
      assert.equal((await file.append(bytes('one'), { create: true, durable: true })).lines, 1);
    });
  });
});
