import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexHome } from '../../../src/search/index-home.ts';
import { WriterLock } from '../../../src/search/writer-lock.ts';

const DAY = 24 * 3_600_000;

describe('IndexHome', () => {
  let root = '';
  let home: IndexHome;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'inkwell-home-'));
    home = new IndexHome(join(root, 'search'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const record = (uri: string, seen = Date.now()) => ({ uri, seen, files: 2, chunks: 3 });

  it('keeps what is known of a folder', async () => {
    const known = {
      ...record('file:///a'),
      consent: { service: 's', model: 'm' },
      underway: 7,
      isPaused: true,
    };
    await home.write(known);
    await home.write({ ...known, underway: 8 });
    assert.deepEqual(await home.read('file:///a'), { ...known, underway: 8 });
    assert.equal(await home.read('file:///b'), undefined);
    assert.deepEqual(await readdir(home.placeOf('file:///a')), ['folder.json']);
  });

  for (const content of [
    '',
    '{"uri":',
    '[]',
    '{"uri":"file:///a","seen":"x"}',
    '{"uri":"file:///other","seen":1}',
  ]) {
    it(`knows nothing by ${JSON.stringify(content)}`, async () => {
      await mkdir(home.placeOf('file:///a'), { recursive: true });
      await writeFile(join(home.placeOf('file:///a'), 'folder.json'), content);
      assert.equal(await home.read('file:///a'), undefined);
    });
  }

  it('deletes an index, but not while somebody writes to it', async () => {
    await home.write(record('file:///a'));
    const lock = await WriterLock.take(home.placeOf('file:///a'));
    assert.equal(await home.remove('file:///a'), false);
    await lock?.release();
    assert.equal(await home.remove('file:///a'), true);
    assert.deepEqual(await readdir(join(root, 'search')), []);
    assert.equal(await home.remove('file:///a'), true);
  });

  it('deletes the indexes of folders that were not opened for long, and nothing else', async () => {
    await home.write(record('file:///new'));
    await home.write(record('file:///old', Date.now() - 100 * DAY));
    await home.write(record('file:///held', Date.now() - 100 * DAY));
    await mkdir(join(root, 'search', 'something-else'));
    const lock = await WriterLock.take(home.placeOf('file:///held'));
    assert.equal(await home.removeOld(), 1);
    await lock?.release();
    assert.equal(await home.read('file:///old'), undefined);
    assert.ok(await home.read('file:///new'));
    assert.ok(await home.read('file:///held'));
    assert.equal((await readdir(join(root, 'search'))).length, 3);
  });

  it('has nothing to delete where there is nothing', async () => assert.equal(await home.removeOld(), 0));
});
