import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../../../src/search/chunks.ts';
import { IndexError } from '../../../src/search/index-error.ts';
import { entry, fileOf, IDENTITY, useIndexes, vectorOf } from './index-fixture.ts';

describe('VectorIndex', function () {
  // Some open and damage a file a hundred times.
  this.timeout(30_000);
  const indexes = useIndexes();

  async function vectorsFile(): Promise<string> {
    const [name, ...more] = (await readdir(indexes.folder)).filter((each) => each.startsWith('vectors-'));
    assert.ok(name !== undefined && more.length === 0);
    return join(indexes.folder, name);
  }

  /** Three texts in two files, saved and closed. */
  async function saved(): Promise<void> {
    const index = await indexes.open();
    await index.add([entry('one'), entry('two')]);
    await index.add([entry('three')]);
    index.setFile('a.ts', fileOf('one', 'two'));
    index.setFile('b/c.ts', fileOf('three', 'one'));
    await index.save();
    await index.close();
  }

  it('finds again what was kept, nearest first, in each file that has it', async () => {
    await saved();
    const index = await indexes.open();
    assert.equal(index.state, 'whole');
    assert.equal(index.dimension, 8);
    const found = await index.search(vectorOf('one'), { limit: 2 });
    assert.deepEqual(
      found.map(({ path, line }) => [path, line]),
      [
        ['a.ts', 0],
        ['b/c.ts', 1],
      ],
    );
    assert.ok(found.every(({ score }) => score > 0.999));
    const below = await index.search(vectorOf('one'), {
      limit: 9,
      includes: (path) => path.startsWith('b/'),
    });
    assert.deepEqual(new Set(below.map(({ path }) => path)), new Set(['b/c.ts']));
    assert.equal((await index.search(vectorOf('one'), { limit: 9, mostPerFile: 1 })).length, 2);
    assert.equal((await index.search(vectorOf('one'), { limit: 9, least: 0.999 })).length, 2);
  });

  it('searches what there is now', async () => {
    await saved();
    const index = await indexes.open();
    const paths = async (text: string): Promise<string[]> =>
      (await index.search(vectorOf(text), { limit: 9, least: 0.99 })).map(({ path }) => path);
    assert.deepEqual(await paths('one'), ['a.ts', 'b/c.ts']);
    index.removeFile('a.ts');
    assert.deepEqual(await paths('one'), ['b/c.ts']);
    index.setFile('new', fileOf('one', 'later'));
    assert.deepEqual(await paths('one'), ['b/c.ts', 'new']);
    assert.deepEqual(await paths('later'), [], 'its vector has not come');
    await index.add([entry('later')]);
    assert.deepEqual(await paths('later'), ['new']);
    await index.compact();
    assert.deepEqual(await paths('later'), ['new']);
    await index.clear();
    assert.deepEqual(await paths('one'), []);
  });

  it('is new where there is nothing, and finds nothing then', async () => {
    const index = await indexes.open();
    assert.equal(index.state, 'new');
    assert.deepEqual(await index.search([1, 2, 3], { limit: 5 }), []);
    assert.equal((await indexes.open({ write: false })).state, 'new');
  });

  it('keeps vectors that were added before anything was saved', async () => {
    const first = await indexes.open();
    await first.add([entry('one')]);
    await first.close();
    const second = await indexes.open();
    assert.equal(second.state, 'mended');
    assert.ok(second.has(hashOf('one')));
    await second.add([entry('two')]);
    second.setFile('a', fileOf('one', 'two'));
    await second.save();
    await second.close();
    assert.equal((await indexes.open()).state, 'whole');
  });

  it('takes no vector of another length, nor one without direction, and none beside it', async () => {
    await saved();
    const index = await indexes.open();
    const bad = [
      [vectorOf('x', 9), 'dimension'],
      [new Array(8).fill(0), 'vector'],
      [[1, Number.NaN, 0, 0, 0, 0, 0, 0], 'vector'],
      [[1, Number.POSITIVE_INFINITY, 0, 0, 0, 0, 0, 0], 'vector'],
    ] as const;
    for (const [vector, kind] of bad) {
      await assert.rejects(index.add([entry('good'), { hash: hashOf('bad'), vector }]), (error) =>
        IndexError.is(error, kind),
      );
      assert.ok(!index.has(hashOf('good')) && !index.has(hashOf('bad')));
    }
    await assert.rejects(index.search([1, 2], { limit: 1 }), (error) => IndexError.is(error, 'dimension'));
    await index.add([entry('after all')]);
    assert.ok(index.has(hashOf('after all')));
  });

  it('takes the smallest and the largest numbers', async () => {
    const index = await indexes.open();
    await index.add([
      { hash: hashOf('large'), vector: [1e300, 1e300] },
      { hash: hashOf('small'), vector: [5e-324, -5e-324] },
    ]);
    index.setFile('a', fileOf('large', 'small'));
    const found = await index.search([1, 1], { limit: 2 });
    assert.deepEqual(
      found.map(({ score }) => score.toFixed(3)),
      ['1.000', '0.000'],
    );
  });

  it('starts anew for another model, without losing that of the first before it saves', async () => {
    await saved();
    const other = await indexes.open({ of: { ...IDENTITY, model: 'embed-2' } });
    assert.equal(other.state, 'replaced');
    assert.equal(other.size, 0);
    assert.equal(other.files.size, 0);
    await other.add([entry('one', 4)]);
    await other.close();
    const again = await indexes.open();
    assert.equal(again.state, 'whole');
    await again.close();
    const resumed = await indexes.open({ of: { ...IDENTITY, model: 'embed-2' } });
    assert.ok(resumed.has(hashOf('one')), 'what had come is there');
    await resumed.save();
    await resumed.close();
    const back = await indexes.open();
    assert.equal(back.state, 'replaced');
    assert.equal(back.size, 0);
  });

  it('finds a garbled record, and only that is to be done again', async () => {
    await saved();
    const path = await vectorsFile();
    const bytes = await readFile(path);
    for (let at = 64; at < bytes.length; at += 3) {
      const garbled = Buffer.from(bytes);
      garbled.writeUInt8((garbled.readUInt8(at) + 1) % 256, at);
      await writeFile(path, garbled);
      const index = await indexes.open();
      assert.equal(index.state, 'mended');
      assert.equal(index.size, 2, `byte ${at}`);
      assert.equal(index.files.size, 2);
      await index.close();
    }
  });

  it('finds a garbled beginning, and does all of it again', async () => {
    await saved();
    const path = await vectorsFile();
    const bytes = await readFile(path);
    for (let at = 0; at < 64; at += 1) {
      const garbled = Buffer.from(bytes);
      garbled.writeUInt8((garbled.readUInt8(at) + 1) % 256, at);
      await writeFile(path, garbled);
      const index = await indexes.open();
      assert.equal(index.state, 'mended');
      assert.equal(index.size, 0, `byte ${at}`);
      await index.close();
    }
    const index = await indexes.open();
    await index.add([entry('one', 4)]);
    await index.save();
    await index.close();
    assert.equal((await indexes.open()).state, 'whole');
  });

  it('goes on behind the last whole record, wherever the file was cut off', async () => {
    await saved();
    const path = await vectorsFile();
    const { length } = await readFile(path);
    for (let size = length - 1; size >= 64; size -= 5) {
      await truncate(path, size);
      const index = await indexes.open();
      const whole = Math.floor((size - 64) / 32);
      assert.equal(index.size, whole);
      await index.close();
    }
    await truncate(path, 64);
    await appendFile(path, 'no record');
    const index = await indexes.open();
    assert.equal(index.size, 0);
    await index.add([entry('one'), entry('two'), entry('three')]);
    await index.close();
    const again = await indexes.open();
    assert.equal(again.state, 'whole');
    assert.equal(again.size, 3);
  });

  it('keeps the vectors when its list of files is garbled or half-written', async () => {
    await saved();
    const path = join(indexes.folder, 'files.json');
    const text = await readFile(path, 'utf8');
    const forged = '{"identity":"x","files":{"a":{"size":-1}}}';
    const garbled = [
      '',
      '{',
      text.slice(0, -10),
      text.replace('a.ts', 'b.ts'),
      `${text}x`,
      `{}\n${forged}`,
      '\0'.repeat(500),
    ];
    for (const each of garbled) {
      await writeFile(path, each);
      const index = await indexes.open();
      assert.equal(index.state, 'mended', each);
      assert.equal(index.size, 3);
      assert.equal(index.files.size, 0);
      await index.close();
    }
    await rm(path);
    const index = await indexes.open();
    assert.equal(index.size, 3);
  });

  it('finds nothing by vectors that are gone', async () => {
    await saved();
    await rm(await vectorsFile());
    const index = await indexes.open();
    assert.equal(index.state, 'mended');
    assert.equal(index.files.size, 2, 'they need not be read to know that');
    assert.deepEqual(await index.search(vectorOf('one'), { limit: 1 }), []);
  });

  it('leaves out what no file has any more', async () => {
    await saved();
    const index = await indexes.open();
    index.removeFile('b/c.ts');
    await index.save();
    assert.equal(index.size, 3, 'a file that is gone may be a file that was moved');
    await index.compact();
    assert.equal(index.size, 2);
    await index.close();
    const again = await indexes.open();
    assert.equal(again.state, 'whole');
    assert.deepEqual([again.has(hashOf('two')), again.has(hashOf('three'))], [true, false]);
    assert.ok((await readFile(await vectorsFile())).length === 64 + 2 * 32);
  });

  it('clears away by itself what has become much', async () => {
    const index = await indexes.open();
    for (let at = 0; at < 3000; at += 500) {
      await index.add(Array.from({ length: 500 }, (_, each) => entry(`text ${at + each}`)));
    }
    index.setFile('a', fileOf('text 7', 'text 8'));
    await index.save();
    assert.equal(index.size, 2);
    const [first] = await index.search(vectorOf('text 8'), { limit: 1 });
    assert.equal(first?.line, 1);
  });

  it('forgets everything when it is told to', async () => {
    await saved();
    const index = await indexes.open();
    await index.clear();
    assert.deepEqual([index.size, index.files.size, index.dimension], [0, 0, undefined]);
    await index.add([entry('one', 16)]);
    assert.equal(index.dimension, 16);
  });

  it('lets one write, and others read what was saved', async () => {
    await saved();
    const writer = await indexes.open();
    const reader = await indexes.open();
    assert.deepEqual([writer.isWriter, reader.isWriter], [true, false]);
    for (const forbidden of [() => reader.add([entry('x')]), () => reader.save(), () => reader.compact()]) {
      await assert.rejects(forbidden, (error) => IndexError.is(error, 'readOnly'));
    }
    assert.throws(
      () => reader.setFile('x', fileOf()),
      (error) => IndexError.is(error, 'readOnly'),
    );
    await writer.add([entry('four')]);
    assert.ok(await reader.isCurrent());
    writer.setFile('d.ts', fileOf('four'));
    writer.removeFile('a.ts');
    writer.removeFile('b/c.ts');
    await writer.compact();
    assert.ok(!(await reader.isCurrent()));
    assert.equal((await reader.search(vectorOf('one'), { limit: 1 }))[0]?.path, 'a.ts', 'what it has read');
    const fresh = await indexes.open({ write: false });
    assert.equal((await fresh.search(vectorOf('four'), { limit: 1 }))[0]?.path, 'd.ts');
    await writer.close();
    assert.ok((await indexes.open()).isWriter);
  });

  it('notices that another has taken its place', async () => {
    const index = await indexes.open();
    await rm(join(indexes.folder, 'writer.lock'));
    assert.ok((await indexes.open()).isWriter);
    await assert.rejects(index.add([entry('one')]), (error) => IndexError.is(error, 'readOnly'));
  });

  it('has room for paths of any kind', async () => {
    const index = await indexes.open();
    await index.add([entry('one')]);
    const paths = ['__proto__', 'constructor', 'ä\n"\\', '', '\ud800', '1'];
    for (const path of paths) {
      index.setFile(path, fileOf('one'));
    }
    await index.save();
    await index.close();
    assert.deepEqual(new Set((await indexes.open()).files.keys()), new Set(paths));
  });
});
