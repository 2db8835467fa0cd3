import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, filledFolder } from '../../vscode/npm-install.ts';

describe('filledFolder', () => {
  let name: string;

  beforeEach(() => {
    name = `test-${randomUUID()}`;
  });

  it('fills a folder once, however many ask at the same time', async () => {
    let fills = 0;
    const fill = async (folder: string) => {
      fills += 1;
      await writeFile(join(folder, 'content'), 'whole');
    };
    const folders = await Promise.all([filledFolder(name, fill), filledFolder(name, fill)]);
    folders.push(await filledFolder(name, fill));
    const [folder = ''] = folders;
    try {
      assert.deepEqual([new Set(folders).size, fills], [1, 1]);
      assert.equal(await readFile(join(folder, 'content'), 'utf8'), 'whole');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('leaves nothing behind when filling fails, and tries again the next time', async () => {
    let partial = '';
    const fail = async (folder: string) => {
      partial = folder;
      throw new Error('No network.');
    };
    await assert.rejects(filledFolder(name, fail), /No network/);
    await assert.rejects(filledFolder(name, fail), /No network/);
    assert.equal(await exists(partial), false);
  });
});
