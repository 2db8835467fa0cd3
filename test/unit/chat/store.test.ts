import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatEvent } from '../../../src/chat/events.ts';
import type { ConversationStore, SearchResult } from '../../../src/chat/store.ts';
import { until } from '../../until.ts';
import { ended, reply, selected, text, user } from './conversation-events.ts';
import { useStores, write } from './store-fixture.ts';

const DAY = 86_400_000;

/** A question at a time, and the reply to it. */
function exchange(question: string, at: number, answer = 'Because.'): ChatEvent[] {
  return [{ ...user('u', null, question), at }, reply('r', 'u', { at }), text('r', answer), ended('r', at)];
}

async function found(results: AsyncIterable<SearchResult>): Promise<SearchResult[]> {
  const all: SearchResult[] = [];
  for await (const result of results) {
    all.push(result);
  }
  return all;
}

describe('ConversationStore', () => {
  const stores = useStores();

  async function titles(store: ConversationStore): Promise<string[]> {
    return (await store.list()).map(({ title }) => title);
  }

  describe('listing', () => {
    it('leaves out what was only prepared, until something is said in it', async () => {
      const store = stores.window();
      const stored = store.create();
      stored.append({ type: 'configured', system: 'Be brief.' });
      await stored.flush();
      assert.deepEqual(await stores.window().list(), []);
      stored.append({ type: 'user', id: 'u', parent: null, at: 1, text: 'Hello', attachments: [] });
      await stored.flush();
      assert.deepEqual(
        (await stores.window().list()).map(({ title }) => title),
        ['Hello'],
      );
    });

    it('lists nothing where there is no folder yet', async () => {
      await rm(stores.folder, { recursive: true });
      assert.deepEqual(await stores.window().list(), []);
    });

    it('lists the newest first, with title and the beginning of what was said last', async () => {
      const store = stores.window({ now: () => 1000 });
      const old = await write(store, ...exchange('Why?', 5000));
      const young = await write(store, ...exchange('How?', 6000, `So:\n\n${'and so on '.repeat(100)}`));
      const summaries = await stores.window().list();
      assert.deepEqual(
        summaries.map(({ id, title, updatedAt }) => [id, title, updatedAt]),
        [
          [young.conversation.id, 'How?', 6000],
          [old.conversation.id, 'Why?', 5000],
        ],
      );
      assert.equal(summaries[1]?.preview, 'Because.');
      assert.match(summaries[0]?.preview ?? '', /^So: and so on .*…$/);
      assert.ok((summaries[0]?.preview.length ?? 0) <= 121);
      assert.deepEqual(await store.list(), summaries, 'who has them open lists the same');
    });

    it('puts a copy of an old conversation where it was made', async () => {
      const store = stores.window({ now: () => 9000 });
      await write(store, ...exchange('Why?', 5000));
      assert.equal((await stores.window().list())[0]?.updatedAt, 9000);
    });

    it('reads only what has been added since', async () => {
      const first = stores.window({ now: () => 1000 });
      const stored = await write(first, ...exchange('Why?', 5000));
      const path = stores.log(stored.conversation.id);
      const other = stores.window();
      await other.list();
      await other.dispose();
      // What is garbled now was read before: whoever reads it again does not find the title.
      const file = await readFile(path, 'utf8');
      const more = `\n${JSON.stringify({ w: 'w', n: 1, ...text('none', ''), type: 'titled', title: '' })}`;
      await writeFile(path, `${file.replace('Why?', 'Who?')}${more}`);
      assert.deepEqual(await titles(stores.window()), ['Why?']);
      await appendFile(path, `\n${JSON.stringify({ w: 'w', n: 2, type: 'titled', title: 'New' })}`);
      assert.deepEqual(await titles(stores.window()), ['New']);
    });

    it('does not believe what it remembers of a file that has become another', async () => {
      const stored = await write(stores.window(), ...exchange('Why?', 5000));
      const path = stores.log(stored.conversation.id);
      const other = stores.window();
      assert.deepEqual(await titles(other), ['Why?']);
      const file = await readFile(path, 'utf8');
      await writeFile(path, `${file.replace('Because.', 'B.').replace('Why?', 'Who goes there?')}\n\n\n\n`);
      assert.deepEqual(await titles(other), ['Who goes there?']);
      await writeFile(path, file.replace('Why?', 'W'));
      assert.deepEqual(await titles(other), ['W']);
    });

    it('does without what it remembered when that is lost or makes no sense', async () => {
      await write(stores.window(), ...exchange('Why?', 5000));
      const path = join(stores.folder, 'summaries.json');
      for (const content of [undefined, '', '{', '[]', '{"inkwell":"summaries","version":1,"of":{"x":{}}}']) {
        await rm(path, { force: true });
        if (content !== undefined) {
          await writeFile(path, content);
        }
        const store = stores.window();
        assert.deepEqual(await titles(store), ['Why?']);
        await store.dispose();
        assert.ok((await readFile(path, 'utf8')).includes('Why?'));
      }
    });

    it('lists a file in which nothing can be read, so that it can be deleted', async () => {
      const id = randomUUID();
      await writeFile(stores.log(id), 'garbage');
      await utimes(stores.log(id), 5, 5);
      assert.deepEqual(await stores.window().list(), [
        { id, title: '', updatedAt: 5000, preview: '', isUnsent: false },
      ]);
    });

    it('passes over what is not a conversation', async () => {
      for (const name of [
        'notes.jsonl',
        'x.json',
        `${randomUUID()}.txt`,
        `${randomUUID().toUpperCase()}.jsonl`,
      ]) {
        await writeFile(join(stores.folder, name), '{}');
      }
      assert.deepEqual(await stores.window().list(), []);
    });

    it('leaves out a file that cannot be read, and reports it', async () => {
      const problems: unknown[] = [];
      const store = stores.window({ onProblem: (error) => problems.push(error) });
      await write(stores.window(), ...exchange('Why?', 5000));
      const id = randomUUID();
      // A folder of that name cannot be read as a file, not even by the superuser.
      await mkdir(stores.log(id));
      assert.deepEqual(await titles(store), ['Why?']);
      assert.equal(problems.length, 1);
    });

    it('lists what could be summarised by several windows at once', async () => {
      const writer = stores.window();
      for (let count = 0; count < 20; count++) {
        await write(writer, ...exchange(`Question ${count}`, count + 1));
      }
      const lists = await Promise.all(
        [stores.window(), stores.window(), writer].map((store) => store.list()),
      );
      assert.deepEqual(lists[0], lists[2]);
      assert.deepEqual(lists[1], lists[2]);
      assert.equal(lists[0]?.length, 20);
    });

    it('stops when it is told to', async () => {
      await write(stores.window(), ...exchange('Why?', 5000));
      await assert.rejects(stores.window().list(AbortSignal.abort()), { name: 'AbortError' });
    });
  });

  describe('searching', () => {
    it('finds text in all messages, in any case, the newest conversation first', async () => {
      const store = stores.window({ now: () => 0 });
      const old = await write(store, ...exchange('About the LAMP?', 5000));
      const young = await write(store, ...exchange('Why?', 6000, 'The lamp\nwas lit.'));
      await write(store, ...exchange('Nothing of it', 7000));
      assert.deepEqual(await found(stores.window().search('  lamp ')), [
        { id: young.conversation.id, excerpt: 'The lamp was lit.' },
        { id: old.conversation.id, excerpt: 'About the LAMP?' },
      ]);
      assert.deepEqual(await found(stores.window().search('lamp was')), [
        { id: young.conversation.id, excerpt: 'The lamp was lit.' },
      ]);
    });

    it('finds text that is spread over lines of the file, and on branches that are not shown', async () => {
      const store = stores.window();
      const stored = await write(store, ...exchange('Why?', 5000, 'The la'));
      stored.append({ ...reply('s', 'u'), request: 'other' }, text('s', 'A to'));
      await stored.flush();
      stored.append(text('s', 'rch'), selected('r'));
      await stored.flush();
      assert.equal((await found(stores.window().search('torch')))[0]?.excerpt, 'A torch');
      assert.deepEqual(await found(stores.window().search('titled')), [], 'only in what was said');
    });

    it('finds what is open and not yet written', async () => {
      const store = stores.window();
      const stored = await write(store, ...exchange('Why?', 5000));
      stored.append({ ...reply('s', 'u'), request: 'other' }, text('s', 'torch'));
      assert.equal((await found(store.search('torch'))).length, 1);
    });

    it('finds nothing for nothing, and stops when it is told to', async () => {
      const store = stores.window();
      await write(store, ...exchange('Why?', 5000));
      assert.deepEqual(await found(store.search(' ')), []);
      await assert.rejects(found(store.search('why', AbortSignal.abort())), { name: 'AbortError' });
    });
  });

  describe('opening', () => {
    it('gives the same conversation to all, as long as one of them has it open', async () => {
      const { conversation } = await write(stores.window(), ...exchange('Why?', 5000));
      const store = stores.window();
      const [first, second] = await Promise.all([store.open(conversation.id), store.open(conversation.id)]);
      assert.equal(first, second);
      await first.dispose();
      assert.equal(await store.open(conversation.id), second);
      await second.dispose();
      await second.dispose();
      assert.notEqual(await store.open(conversation.id), second);
    });

    it('gives the one that was created', async () => {
      const store = stores.window();
      const stored = store.create();
      assert.equal(await store.open(stored.conversation.id), stored);
      assert.equal(store.create(stored.conversation.id), stored);
    });

    it('says that there is none', async () => {
      await assert.rejects(stores.window().open(randomUUID()), { name: 'StoreError', kind: 'missing' });
    });

    for (const id of [
      '',
      '..',
      '../x',
      'a/b',
      `${randomUUID()}/../x`,
      `${randomUUID()}.jsonl`,
      '\0',
      'CON',
    ]) {
      it(`takes ${JSON.stringify(id)} for no name of a conversation`, async () => {
        const store = stores.window();
        await assert.rejects(async () => store.open(id), { kind: 'missing' });
        assert.throws(() => store.create(id), { kind: 'missing' });
        await assert.rejects(store.delete(id), { kind: 'missing' });
        await assert.rejects(store.restore(id), { kind: 'missing' });
        await assert.rejects(async () => store.readDraft(id), { kind: 'missing' });
        await assert.rejects(async () => store.writeDraft(id, { text: 'x', attachments: [] }), {
          kind: 'missing',
        });
        assert.deepEqual(await stores.files(), []);
      });
    }
  });

  describe('deleting', () => {
    it('takes it off the list, and brings it back whole', async () => {
      const store = stores.window();
      const { conversation } = await write(store, ...exchange('Why?', 5000));
      const { id } = conversation;
      const draft = { text: 'so?', attachments: [] };
      await store.writeDraft(id, draft);
      const before = await readFile(stores.log(id));
      await store.delete(id);
      const other = stores.window();
      assert.deepEqual(await other.list(), []);
      assert.deepEqual(await store.list(), []);
      await assert.rejects(other.open(id), { kind: 'missing' });
      await other.restore(id);
      assert.deepEqual(await readFile(stores.log(id)), before);
      assert.deepEqual(await titles(store), ['Why?']);
      assert.deepEqual(await store.readDraft(id), draft);
    });

    it('keeps with it what another window still adds', async () => {
      const ours = stores.window();
      const stored = await write(ours, ...exchange('Why?', 5000));
      const { id } = stored.conversation;
      await stores.window().delete(id);
      await stored.refresh();
      assert.equal(stored.isGone, true);
      stored.append(user('u2', 'r', 'More'));
      await stored.flush();
      assert.deepEqual(await ours.list(), []);
      await stores.window().restore(id);
      await stored.refresh();
      assert.equal(stored.isGone, false);
      assert.ok((await stores.reread(id)).conversation.message('u2'));
    });

    it('tells the window that has it open', async () => {
      const stored = await write(stores.window(), ...exchange('Why?', 5000));
      let told = 0;
      stored.onDidChange((events) => {
        assert.deepEqual(events, []);
        told++;
      });
      const other = stores.window();
      await other.delete(stored.conversation.id);
      await until('it is told', () => told === 1 && stored.isGone);
      await other.restore(stored.conversation.id);
      await until('it is told again', () => told === 2 && !stored.isGone);
    });

    it('does it once when two windows do it', async () => {
      const { conversation } = await write(stores.window(), ...exchange('Why?', 5000));
      const windows = [stores.window(), stores.window()];
      await Promise.all(windows.map((store) => store.delete(conversation.id)));
      assert.equal((await stores.files()).length, 1);
      await Promise.all(windows.map((store) => store.restore(conversation.id)));
      assert.deepEqual(await stores.files(), [`${conversation.id}.jsonl`]);
    });

    it('says that there is nothing to delete or restore, but does not mind one without a message', async () => {
      const store = stores.window();
      await assert.rejects(store.delete(randomUUID()), { kind: 'missing' });
      await assert.rejects(store.restore(randomUUID()), { kind: 'missing' });
      await store.delete(store.create().conversation.id);
    });

    it('brings back the last one of several of the same name', async () => {
      const store = stores.window();
      const { conversation } = await write(store, ...exchange('Why?', 5000));
      await store.delete(conversation.id);
      const folder = join(stores.folder, 'deleted');
      await writeFile(join(folder, `${conversation.id}.1.jsonl`), 'older');
      await stores.window().restore(conversation.id);
      assert.deepEqual(await titles(stores.window()), ['Why?']);
    });
  });

  describe('purging', () => {
    it('removes what was deleted long ago, and its draft, and nothing else', async () => {
      let now = 100 * DAY;
      const store = stores.window({ now: () => now });
      const draft = { text: 'so?', attachments: [] };
      const ids: string[] = [];
      for (const title of ['old', 'young', 'kept']) {
        const { conversation } = await write(store, ...exchange(title, 5000));
        ids.push(conversation.id);
        await store.writeDraft(conversation.id, draft);
        await utimes(join(stores.folder, 'drafts', `${conversation.id}.json`), 5, 5);
      }
      const [old = '', young = '', kept = ''] = ids;
      await store.delete(old);
      now += 10 * DAY;
      await store.delete(young);
      await store.purge(5 * DAY);
      await assert.rejects(store.restore(old), { kind: 'missing' });
      assert.equal(await store.readDraft(old), undefined);
      await store.restore(young);
      assert.deepEqual((await titles(store)).sort(), ['kept', 'young']);
      assert.deepEqual(await store.readDraft(young), draft);
      assert.deepEqual(await store.readDraft(kept), draft);
    });

    it('keeps a fresh draft of a conversation without messages', async () => {
      const store = stores.window();
      const id = randomUUID();
      await store.writeDraft(id, { text: 'so?', attachments: [] });
      await store.purge(DAY);
      assert.equal((await store.readDraft(id))?.text, 'so?');
    });

    it('removes temporary files of who was killed, and not those of who is at it', async () => {
      const store = stores.window();
      await write(store, ...exchange('Why?', 5000));
      for (const [name, at] of [
        ['summaries.json.1.tmp', 5],
        ['summaries.json.2.tmp', Date.now() / 1000],
      ] as const) {
        await writeFile(join(stores.folder, name), '');
        await utimes(join(stores.folder, name), at, at);
      }
      await store.purge(DAY);
      const names = await readdir(stores.folder);
      assert.deepEqual(
        names.filter((name) => name.endsWith('.tmp')),
        ['summaries.json.2.tmp'],
      );
    });

    it('has nothing to do where there is nothing', async () => {
      await rm(stores.folder, { recursive: true });
      await stores.window().purge(0);
    });
  });

  describe('telling of changes', () => {
    it('tells that another window has added, changed, deleted and restored something', async () => {
      const other = stores.window();
      const stored = other.create();
      const { id } = stored.conversation;
      const append = async (event: ChatEvent) => {
        stored.append(event);
        await stored.flush();
      };
      const changes: [string, () => Promise<void>][] = [
        ['a new one', () => append(user('u', null))],
        ['more in it', () => append(user('v', 'u'))],
        ['its end', () => other.delete(id)],
        ['its return', () => other.restore(id)],
      ];
      for (const [what, change] of changes) {
        let told = 0;
        // A new listener each time: nothing that comes late of the change before counts.
        stores.window().onDidChange(() => told++);
        await change();
        await until(`it is told of ${what}`, () => told > 0);
      }
    });

    it('tells nobody who has stopped listening', async () => {
      const store = stores.window();
      let told = 0;
      store.onDidChange(() => assert.fail('it was told')).dispose();
      store.onDidChange(() => told++);
      await write(store, ...exchange('Why?', 5000));
      await until('the other one is told', () => told > 0);
    });
  });

  it('writes everything before it is gone', async () => {
    const store = stores.window();
    const stored = store.create();
    stored.append(...exchange('Why?', 5000).slice(0, 3));
    void store.writeDraft(stored.conversation.id, { text: 'so?', attachments: [] });
    await store.dispose();
    const other = stores.window();
    assert.equal((await other.open(stored.conversation.id)).conversation.message('r')?.text, 'Because.');
    assert.equal((await other.readDraft(stored.conversation.id))?.text, 'so?');
  });

  it('says that its folder is none', async () => {
    await rm(stores.folder, { recursive: true });
    await writeFile(stores.folder, 'in the way');
    const store = stores.window();
    await assert.rejects(store.list(), { name: 'StoreError' });
    const stored = store.create();
    stored.append(user('u', null));
    await assert.rejects(stored.flush(), { name: 'StoreError' });
    await rm(stores.folder);
    await stored.flush();
    assert.equal((await store.list()).length, 1);
  });
});
