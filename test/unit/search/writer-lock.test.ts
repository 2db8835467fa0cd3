import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { WriterLock } from '../../../src/search/writer-lock.ts';

describe('WriterLock', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-lock-'));
    path = join(folder, 'writer.lock');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const now = (): number => Date.now();
  const past = new Date(Date.now() - 86_400_000);

  it('is held by one, and by the next when it is given back', async () => {
    const lock = await WriterLock.take(folder);
    assert.ok(lock && (await lock.renew()));
    assert.equal(await WriterLock.take(folder), undefined);
    await lock.release();
    const next = await WriterLock.take(folder);
    assert.ok(next);
    assert.equal(await lock.renew(), false);
    await lock.release();
    assert.ok(await next.renew(), 'it is not given back by who has lost it');
    assert.deepEqual(await readdir(folder), ['writer.lock']);
  });

  it('goes to one of many that want it at once, whatever was left behind', async () => {
    for (const left of [undefined, { token: 'x', host: hostname(), pid: 2 ** 30, since: now() }]) {
      for (let round = 0; round < 20; round += 1) {
        await rm(path, { force: true });
        if (left) {
          await writeFile(path, JSON.stringify(left));
        }
        const locks = await Promise.all(Array.from({ length: 12 }, () => WriterLock.take(folder)));
        const [lock, ...more] = locks.filter((each) => each !== undefined);
        assert.ok(lock && (await lock.renew()));
        assert.equal(more.length, 0);
        await lock.release();
      }
    }
    assert.deepEqual(await readdir(folder), []);
  }).timeout(20_000);

  const host = hostname();
  const cases: [name: string, content: () => string, isOld: boolean, isFree: boolean][] = [
    [
      'a process that has ended',
      () => JSON.stringify({ token: 'x', host, pid: 2 ** 30, since: now() }),
      false,
      true,
    ],
    [
      'a process that runs',
      () => JSON.stringify({ token: 'x', host, pid: process.ppid, since: now() }),
      true,
      false,
    ],
    [
      'our number, before us',
      () => JSON.stringify({ token: 'x', host, pid: process.pid, since: now() }),
      false,
      true,
    ],
    [
      'before the machine was started',
      () => JSON.stringify({ token: 'x', host, pid: process.ppid, since: 1 }),
      false,
      true,
    ],
    [
      'another machine, just now',
      () => JSON.stringify({ token: 'x', host: 'other', pid: 1, since: now() }),
      false,
      false,
    ],
    [
      'another machine, long ago',
      () => JSON.stringify({ token: 'x', host: 'other', pid: 1, since: 1 }),
      true,
      true,
    ],
    ['somebody who is just writing it', () => '{"tok', false, false],
    ['somebody who never wrote it', () => '', true, true],
    ['nobody: garbled', () => '[1]', true, true],
  ];
  for (const [name, content, isOld, isFree] of cases) {
    it(`is ${isFree ? 'free' : 'held'} by ${name}`, async () => {
      await writeFile(path, content());
      if (isOld) {
        await utimes(path, past, past);
      }
      const lock = await WriterLock.take(folder);
      assert.equal(lock !== undefined, isFree);
      await lock?.release();
    });
  }

  it('is free again after who took it over was killed meanwhile', async () => {
    await writeFile(path, JSON.stringify({ token: 'x', host, pid: 2 ** 30, since: now() }));
    await writeFile(`${path}.guard`, '');
    assert.equal(await WriterLock.take(folder), undefined, 'somebody is about to take it');
    await utimes(`${path}.guard`, past, past);
    await WriterLock.take(folder);
    const lock = await WriterLock.take(folder);
    assert.ok(lock);
    await lock.release();
  });
});
