import assert from 'node:assert/strict';
import { OpenIndex } from '../../../src/search/open-index.ts';
import { entry, fileOf, IDENTITY, useIndexes } from './index-fixture.ts';

const OTHER = { ...IDENTITY, model: 'other' };

describe('OpenIndex', () => {
  const indexes = useIndexes();
  let open: OpenIndex[] = [];

  afterEach(async () => {
    await Promise.all(open.map((each) => each.close()));
    open = [];
  });

  function one(idle?: number): OpenIndex {
    const made = new OpenIndex(indexes.folder, idle);
    open.push(made);
    return made;
  }

  const add = (index: OpenIndex, text: string, of = IDENTITY) =>
    index.write(of, async (opened) => {
      await opened.add([entry(text)]);
      opened.setFile(text, fileOf(text));
      await opened.save();
      return true;
    });
  const files = (index: OpenIndex, of = IDENTITY) =>
    index.read(of, async (opened) => [...opened.files.keys()]);

  it('is one index for whoever reads and writes', async () => {
    const index = one();
    await add(index, 'a');
    const first = await index.read(IDENTITY, async (opened) => opened);
    assert.equal(await index.write(IDENTITY, async (opened) => opened), first);
  });

  it('lets one write, and the other read what was saved', async () => {
    const [writer, reader] = [one(), one()];
    assert.equal(await add(writer, 'a'), true);
    assert.equal(await add(reader, 'b'), undefined);
    assert.deepEqual(await files(reader), ['a']);
    await add(writer, 'c');
    assert.deepEqual(await files(reader), ['a', 'c']);
    await writer.close();
    assert.equal(await add(reader, 'b'), true);
  });

  it('is closed when nobody needs it, and opened again', async () => {
    const [first, second] = [one(1), one()];
    await add(first, 'a');
    while ((await add(second, 'b')) === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(await files(first), ['a', 'b']);
  });

  it('stays open while it is used, and is not taken from who writes by who reads another', async () => {
    const index = one(1);
    await index.write(IDENTITY, async (opened) => {
      assert.deepEqual(await files(index, OTHER), []);
      await opened.add([entry('a')]);
      opened.setFile('a', fileOf('a'));
      await opened.save();
    });
    assert.deepEqual(await files(index), ['a']);
  });

  it('gives up an index that another window has taken over', async () => {
    const index = one();
    await add(index, 'a');
    const { rm } = await import('node:fs/promises');
    await rm(`${indexes.folder}/writer.lock`);
    await assert.rejects(add(index, 'b'), { kind: 'readOnly' });
    assert.equal(await add(index, 'c'), true);
  });
});
