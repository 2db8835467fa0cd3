import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Draft } from '../../../src/chat/store.ts';
import { useStores } from './store-fixture.ts';

describe('StoredDrafts', () => {
  const stores = useStores();
  const id = randomUUID();
  const draft: Draft = {
    text: 'half a \ud83d and\0',
    attachments: [
      {
        id: 'a',
        kind: 'selection',
        name: 'lamp.ts',
        language: 'typescript',
        lines: [1, 2],
        uri: 'file:///lamp.ts',
        text: 'x',
      },
    ],
    editing: 'u1',
    aside: { text: 'before it', attachments: [] },
  };

  it('comes back as it was, also in another window', async () => {
    await stores.window().writeDraft(id, draft);
    assert.deepEqual(await stores.window().readDraft(id), draft);
    if (process.platform !== 'win32') {
      assert.equal((await stat(join(stores.folder, 'drafts', `${id}.json`))).mode & 0o777, 0o600);
    }
  });

  it('is gone when it is emptied', async () => {
    const store = stores.window();
    await store.writeDraft(id, undefined);
    await store.writeDraft(id, draft);
    await store.writeDraft(id, undefined);
    assert.equal(await store.readDraft(id), undefined);
    assert.deepEqual(await stores.files(), []);
  });

  it('is the last one of many that are written at once', async () => {
    const store = stores.window();
    const written = Array.from({ length: 50 }, (_, count) =>
      store.writeDraft(id, count % 7 === 3 ? undefined : { text: `${count}`, attachments: [] }),
    );
    assert.equal((await store.readDraft(id))?.text, '49', 'who reads waits for who writes');
    await Promise.all(written);
    assert.deepEqual(await readdir(join(stores.folder, 'drafts')), [`${id}.json`]);
  });

  it('is whole at any time, whoever writes', async () => {
    const windows = [stores.window(), stores.window()];
    const texts = ['a'.repeat(200_000), 'b'.repeat(300_000)];
    await windows[0]?.writeDraft(id, { text: 'a', attachments: [] });
    let isDone = false;
    const writing = Promise.all(
      windows.flatMap((store, index) =>
        Array.from({ length: 10 }, async () => {
          await store.writeDraft(id, { text: texts[index] ?? '', attachments: [] });
          await store.writeDraft(id, { text: 'short', attachments: [] });
        }),
      ),
    ).finally(() => {
      isDone = true;
    });
    let reads = 0;
    while (!isDone) {
      const content = await readFile(join(stores.folder, 'drafts', `${id}.json`), 'utf8');
      assert.ok(['a', 'short', ...texts].includes(JSON.parse(content).text));
      reads++;
    }
    await writing;
    assert.ok(reads > 0);
  });

  it('is none where the file makes no sense', async () => {
    await mkdir(join(stores.folder, 'drafts'));
    for (const content of [
      '',
      '{',
      'null',
      '[]',
      '{"text":1,"attachments":[]}',
      '{"text":"x","attachments":[{}]}',
    ]) {
      await writeFile(join(stores.folder, 'drafts', `${id}.json`), content);
      assert.equal(await stores.window().readDraft(id), undefined, content);
    }
  });

  it('says so when it cannot be kept, and is kept the next time', async () => {
    await writeFile(join(stores.folder, 'drafts'), 'in the way');
    const store = stores.window();
    await assert.rejects(store.writeDraft(id, draft), { name: 'StoreError' });
    await rm(join(stores.folder, 'drafts'));
    await store.writeDraft(id, draft);
    assert.deepEqual(await store.readDraft(id), draft);
  });
});
