import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFile, copyFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { ChatEvent } from '../../../src/chat/events.ts';
import { CURRENT_FORMAT } from '../../../src/chat/log-format.ts';
import type { StoredConversation } from '../../../src/chat/store.ts';
import { until } from '../../until.ts';
import { ended, reply, resumed, selected, text, user } from './conversation-events.ts';
import { SmallDisk, useStores, write } from './store-fixture.ts';

const exchange: readonly ChatEvent[] = [
  user('u1', null, 'What is a lamp?'),
  reply('r1', 'u1'),
  text('r1', 'A thing that '),
  text('r1', 'gives light.'),
  ended('r1'),
];

function messages({ conversation }: StoredConversation): unknown[] {
  return [...conversation.messages()];
}

function textOf({ conversation }: StoredConversation, id: string): string | undefined {
  return conversation.message(id)?.text;
}

describe('StoredConversation', () => {
  const stores = useStores();

  it('has no file before something is added', async () => {
    const stored = stores.window().create();
    await stored.flush();
    await stored.refresh();
    assert.deepEqual(await stores.files(), []);
    assert.equal(stored.damaged, false);
    assert.equal(stored.readOnly, undefined);
  });

  it('counts what is added at once, and writes it in order', async () => {
    const stored = stores.window().create();
    stored.append(...exchange);
    assert.equal(textOf(stored, 'r1'), 'A thing that gives light.');
    await stored.flush();
    const { id } = stored.conversation;
    assert.deepEqual(
      (await stores.lines(id)).map((line) => line.type ?? line.inkwell),
      ['conversation', 'user', 'reply', 'text', 'ended'],
    );
    const other = await stores.reread(id);
    assert.deepEqual(messages(other), messages(stored));
    assert.equal(other.conversation.created, stored.conversation.created);
    assert.equal(other.damaged, false);
  });

  it('gathers text, but not across anything else', async () => {
    const stored = stores.window().create();
    stored.append(user('u', null), reply('a', 'u'), reply('b', 'u'));
    stored.append(text('a', '1'), text('b', '2'), text('a', '3'), text('b', '4'));
    stored.append(selected('a'), text('a', '5'));
    await stored.flush();
    assert.deepEqual(
      (await stores.lines(stored.conversation.id)).slice(4).map((line) => line.text ?? line.type),
      ['13', '24', 'selected', '5'],
    );
  });

  it('writes by itself, also text', async () => {
    const stored = stores.window().create();
    stored.append(user('u', null), reply('r', 'u'), text('r', 'words'));
    await until('the text is in the file', async () => {
      const file = await readFile(stores.log(stored.conversation.id), 'utf8').catch(() => '');
      return file.includes('words');
    });
  });

  it('brings back any text as it was', async () => {
    const hostile = 'NUL \0, half \ud83d, other half \udc00, bidi \u202e, line \u2028\r\n\u0085 "\\';
    const long = 'x'.repeat(5_000_000);
    const stored = await write(
      stores.window(),
      user('u', null, hostile),
      user('v', 'u', long),
      reply('r', 'v'),
      text('r', 'split \ud83e'),
    );
    // In two lines, between two halves of a character.
    stored.append(text('r', '\udded pair'));
    await stored.flush();
    const other = await stores.reread(stored.conversation.id);
    assert.equal(textOf(other, 'u'), hostile);
    assert.equal(textOf(other, 'v'), long);
    assert.equal(textOf(other, 'r'), 'split 🧭 pair');
    assert.equal(other.damaged, false);
  });

  it('refuses what could not be read again, and adds nothing of it', async () => {
    const stored = stores.window().create();
    assert.throws(() => stored.append(user('u', null), { ...reply('r', 'u'), choice: Number.NaN }));
    assert.throws(() => stored.append({ ...user('u', null), at: Number.POSITIVE_INFINITY }));
    assert.equal(stored.conversation.isEmpty, true);
    await stored.flush();
    assert.deepEqual(await stores.files(), []);
  });

  it('writes what is added after it was disposed of', async () => {
    const store = stores.window();
    const stored = await write(store, ...exchange.slice(0, 3));
    await stored.dispose();
    stored.append(ended('r1'));
    await stored.flush();
    const other = await stores.reread(stored.conversation.id);
    const last = other.conversation.message('r1');
    assert.ok(last?.role === 'assistant' && last.ended);
  });

  it('knows whether a reply still has its writer', () => {
    const stored = stores.window({ window: 'mine' }).create();
    const alive = { window: 'other', pid: process.ppid };
    assert.equal(stored.isWriterAlive({ window: 'mine', pid: 1_000_000_000 }), true);
    assert.equal(stored.isWriterAlive(alive), true);
    assert.equal(stored.isWriterAlive(alive, Date.now()), true);
    assert.equal(stored.isWriterAlive(alive, 0), false, 'before this machine was started');
    assert.equal(
      stored.isWriterAlive({ window: 'other', pid: process.pid }),
      false,
      'its number is ours now',
    );
    for (const pid of [1_000_000_000, 0, -1, 0.5]) {
      assert.equal(stored.isWriterAlive({ window: 'other', pid }), false, `${pid}`);
    }
  });

  describe('shared by two windows', () => {
    it('tells each what the other adds, and not what it adds itself', async () => {
      const ours = await write(stores.window(), ...exchange);
      const theirs = await stores.reread(ours.conversation.id);
      const told: ChatEvent[] = [];
      ours.onDidChange(() => assert.fail('nobody else has written'));
      theirs.onDidChange((events) => told.push(...events));
      ours.append(user('u2', 'r1'), reply('r2', 'u2'));
      await until('the other window has it', () => told.length === 2);
      assert.deepEqual(told, [user('u2', 'r1'), reply('r2', 'u2')]);
      assert.deepEqual(messages(theirs), messages(ours));
    });

    it('looks at once when it is asked to', async () => {
      const ours = await write(stores.window(), ...exchange);
      const theirs = await stores.reread(ours.conversation.id);
      ours.append(user('u2', 'r1'));
      await ours.flush();
      await theirs.refresh();
      assert.deepEqual(messages(theirs), messages(ours));
    });

    it('goes on when a listener fails', async () => {
      const ours = await write(stores.window(), ...exchange);
      const problems: unknown[] = [];
      const theirs = await stores
        .window({ onProblem: (error) => problems.push(error) })
        .open(ours.conversation.id);
      theirs.onDidChange(() => {
        throw new Error('This listener fails.');
      });
      let told = 0;
      theirs.onDidChange(() => told++);
      ours.append(user('u2', 'r1'));
      await ours.flush();
      await theirs.refresh();
      assert.equal(told, 1);
      assert.equal(problems.length, 1);
    });

    it('comes to the same in all of them, whoever adds what and when', async () => {
      const anyEvent = fc.oneof(
        fc.constantFrom('a', 'b', 'c').map((id) => user(id, null)),
        fc
          .tuple(fc.constantFrom('r', 's', 't'), fc.constantFrom('a', 'b'))
          .map(([id, parent]) => reply(id, parent)),
        fc.tuple(fc.constantFrom('r', 's', 't'), fc.string()).map(([id, words]) => text(id, words)),
        fc.tuple(fc.constantFrom('r', 's', 't'), fc.boolean()).map(([id, anew]) => resumed(id, anew)),
        fc.constantFrom('r', 's', 't').map((id) => ended(id)),
        fc.constantFrom('a', 'b', 'c', 'r', 's', 't').map(selected),
        fc.string().map((title): ChatEvent => ({ type: 'titled', title })),
        fc.string().map((model): ChatEvent => ({ type: 'configured', model })),
      );
      const step = fc.record({
        window: fc.nat(2),
        events: fc.array(anyEvent, { maxLength: 4 }),
        next: fc.constantFrom('nothing', 'flush', 'refresh', 'wait'),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const first = await write(stores.window(), user('a', null), reply('r', 'a'));
          const { id } = first.conversation;
          const windows = [first, await stores.reread(id), await stores.reread(id)];
          for (const { window, events, next } of steps) {
            const stored = windows[window] ?? first;
            stored.append(...events);
            if (next === 'flush') {
              await stored.flush();
            } else if (next === 'refresh') {
              await stored.refresh();
            } else if (next === 'wait') {
              await new Promise(setImmediate);
            }
          }
          await Promise.all(windows.map((stored) => stored.flush()));
          await Promise.all(windows.map((stored) => stored.refresh()));
          const last = await stores.reread(id);
          assert.equal(last.damaged, false);
          for (const { conversation, summary } of windows) {
            assert.deepEqual([...conversation.messages()], messages(last));
            assert.deepEqual(conversation.snapshot(), last.conversation.snapshot());
            assert.equal(summary.title, last.summary.title);
          }
          for (const stored of [...windows, last]) {
            await stored.dispose();
          }
        }),
        { numRuns: 60 },
      );
    });

    it('survives a file of the same name from two of them', async () => {
      const id = randomUUID();
      const [ours, theirs] = [stores.window().create(id), stores.window().create(id)];
      ours.append(user('u', null));
      theirs.append(user('v', null));
      await ours.flush();
      await theirs.flush();
      // Either of them may have been the first.
      await ours.refresh();
      await theirs.refresh();
      assert.deepEqual(messages(theirs), messages(ours));
      assert.equal(messages(ours).length, 2);
    });
  });

  describe('of a file that is not as it was written', () => {
    it('keeps every message before the place where it is cut off, and can be gone on with', async () => {
      const { conversation } = await write(stores.window(), ...exchange, user('u2', 'r1', 'naïve 🧭'));
      const whole = await readFile(stores.log(conversation.id));
      const ids = ['u1', 'r1', 'u2'];
      const store = stores.window();
      let most = 0;
      for (let length = 0; length <= whole.length; length++) {
        const copy = randomUUID();
        await writeFile(stores.log(copy), whole.subarray(0, length));
        const cut = await store.open(copy);
        const found = Array.from(cut.conversation.messages(), (message) => message.id);
        assert.deepEqual(found, ids.slice(0, found.length));
        assert.ok(found.length >= most, `${length} bytes`);
        most = found.length;
        const isWhole = whole[length] === 0x0a || length === whole.length;
        assert.equal(cut.damaged, !(isWhole && length > 0) && whole[length - 1] !== 0x0a, `${length} bytes`);
        if (length % 10 === 0) {
          cut.append(user('new', null, 'more'));
          await cut.flush();
          const again = await stores.reread(copy);
          assert.deepEqual(
            Array.from(again.conversation.messages(), (message) => message.id),
            [...found, 'new'],
          );
        }
        await cut.dispose();
      }
      assert.equal(most, 3);
    });

    it('keeps the other lines when one is garbled, says so, and never writes over it', async () => {
      const stored = await write(
        stores.window(),
        ...exchange,
        user('u2', 'r1'),
        reply('r2', 'u2'),
        ended('r2'),
      );
      const { id } = stored.conversation;
      const lines = (await readFile(stores.log(id), 'utf8')).split('\n');
      for (const index of lines.keys()) {
        const copy = randomUUID();
        const garbled = lines.with(index, (lines[index] ?? '').replaceAll('"', '\0'));
        await writeFile(stores.log(copy), garbled.join('\n'));
        const other = await stores.window().open(copy);
        assert.equal(other.damaged, true, `line ${index}`);
        assert.equal(other.conversation.path().length, [1, 2, 5, 6].includes(index) ? 3 : 4, `line ${index}`);
        other.append(user('new', null));
        await other.flush();
        assert.ok((await readFile(stores.log(copy), 'utf8')).startsWith(garbled.join('\n')));
        assert.equal(other.damaged, true);
        const again = await stores.reread(copy);
        assert.deepEqual(messages(again), messages(other));
      }
    });

    it('shows what is behind a lost message', async () => {
      const stored = await write(stores.window(), ...exchange, user('u2', 'r1'), reply('r2', 'u2'));
      const { id } = stored.conversation;
      const file = await readFile(stores.log(id), 'utf8');
      const copy = randomUUID();
      await writeFile(stores.log(copy), file.replace('"id":"u2"', '"id":u2"'));
      const other = await stores.reread(copy);
      assert.deepEqual(
        other.conversation.path().map((message) => message.id),
        ['u1', 'r1', 'r2'],
      );
    });

    it('opens an empty file, and one of nothing but zeros', async () => {
      for (const content of ['', '\0'.repeat(5000), '\n\n']) {
        const id = randomUUID();
        await writeFile(stores.log(id), content);
        const stored = await stores.reread(id);
        assert.equal(stored.damaged, true);
        assert.equal(stored.conversation.isEmpty, true);
        stored.append(...exchange);
        await stored.flush();
        assert.deepEqual(messages(await stores.reread(id)), messages(stored));
      }
    });

    it('goes on in memory and behind what is left, when the file is cut while it is open', async () => {
      const stored = await write(stores.window(), ...exchange);
      const path = stores.log(stored.conversation.id);
      await truncate(path, 100);
      await stored.refresh();
      assert.equal(textOf(stored, 'r1'), 'A thing that gives light.');
      assert.equal(stored.damaged, true);
      stored.append(user('u2', 'r1'));
      await stored.flush();
      const other = await stores.reread(stored.conversation.id);
      assert.ok(other.conversation.message('u2'));
    });

    it('goes on in memory when the file is gone, and says that it is not kept', async () => {
      const stored = await write(stores.window(), ...exchange);
      await rm(stores.log(stored.conversation.id));
      stored.append(user('u2', 'r1'));
      await assert.rejects(stored.flush(), { kind: 'missing' });
      assert.equal(stored.unsaved?.kind, 'missing');
      assert.deepEqual(await stores.files(), [], 'nothing that begins in the middle');
      assert.equal(messages(stored).length, 3);
    });
  });

  describe('of a newer version', () => {
    it('is read as far as it is understood, and never written', async () => {
      const id = randomUUID();
      const lines = [
        `{"inkwell":"conversation","version":${CURRENT_FORMAT.version + 1},"id":"${id}","created":5}`,
        '{"w":"w","n":1,"type":"user","id":"u","parent":null,"at":1,"text":"words","mood":"good"}',
        '{"w":"w","n":2,"type":"painted","id":"p"}',
      ].join('\n');
      await writeFile(stores.log(id), lines);
      const stored = await stores.reread(id);
      assert.equal(stored.readOnly, 'future');
      assert.equal(stored.damaged, false);
      assert.equal(textOf(stored, 'u'), 'words');
      assert.throws(() => stored.append(user('v', 'u')), { kind: 'future' });
      assert.equal(messages(stored).length, 1);
      await stored.flush();
      assert.equal(await readFile(stores.log(id), 'utf8'), lines);
    });

    it('can still be gone on with when it became so while it was open', async () => {
      const stored = await write(stores.window(), ...exchange);
      const path = stores.log(stored.conversation.id);
      await appendFile(
        path,
        '\n{"inkwell":"conversation","version":99,"id":"x","created":5}\n{"type":"painted"}',
      );
      await stored.refresh();
      stored.append(user('u2', 'r1'));
      await stored.flush();
      const versions = (await stores.lines(stored.conversation.id)).flatMap((line) => line.version ?? []);
      assert.deepEqual(versions, [CURRENT_FORMAT.version, 99, CURRENT_FORMAT.version]);
    });
  });

  it('is upgraded from an older version, and gone on with in the new one', async () => {
    const format = {
      version: CURRENT_FORMAT.version,
      upgrades: new Map([
        [0, ({ id, words }: Readonly<Record<string, unknown>>) => [user(`${id}`, null, `${words}`)]],
      ]),
    };
    const id = randomUUID();
    await writeFile(
      stores.log(id),
      '{"inkwell":"conversation","version":0,"id":"x","created":5}\n{"type":"said","id":"u","words":"old"}\n',
    );
    const stored = await stores.window({ format }).open(id);
    assert.equal(textOf(stored, 'u'), 'old');
    stored.append(reply('r', 'u'), text('r', 'new'));
    await stored.flush();
    const other = await stores.window({ format }).open(id);
    assert.equal(textOf(other, 'u'), 'old');
    assert.equal(textOf(other, 'r'), 'new');
    assert.equal(other.damaged, false);
    assert.deepEqual(
      (await stores.window({ format }).list()).map(({ title }) => title),
      ['old'],
    );
  });

  describe('on a disk that is full', () => {
    it('keeps what could not be written, tells so, and writes it when there is room', async () => {
      // Room for any number of bytes ends in the middle of some line.
      for (let room = 0; room < 500; room += 7) {
        const disk = new SmallDisk(room);
        const stored = stores.window({ openForAppend: disk.openForAppend }).create();
        const told: (string | undefined)[] = [];
        stored.onProblem((error) => told.push(error?.kind));
        stored.append(...exchange.slice(0, 4));
        await assert.rejects(stored.flush(), { kind: 'full' });
        stored.append(ended('r1'), user('u2', 'r1'));
        await assert.rejects(stored.flush(), { kind: 'full' });
        assert.equal(stored.unsaved?.kind, 'full');
        assert.deepEqual(told, ['full']);
        assert.equal(messages(stored).length, 3);
        const { id } = stored.conversation;
        disk.room = Number.POSITIVE_INFINITY;
        await stored.flush();
        assert.equal(stored.unsaved, undefined);
        assert.deepEqual(told, ['full', undefined]);
        assert.equal(stored.damaged, false, `room for ${room} bytes`);
        const other = await stores.reread(id);
        assert.deepEqual(messages(other), messages(stored), `room for ${room} bytes`);
        assert.equal(other.damaged, false, `room for ${room} bytes`);
      }
    });

    it('does not garble what another window writes meanwhile', async () => {
      for (let room = 0; room < 160; room += 5) {
        const theirs = await write(stores.window(), ...exchange);
        const { id } = theirs.conversation;
        const disk = new SmallDisk(room);
        const ours = await stores.window({ openForAppend: disk.openForAppend }).open(id);
        ours.append(user('ours', 'r1', 'x'.repeat(200)));
        await assert.rejects(ours.flush());
        theirs.append(user('theirs', 'r1'));
        await theirs.flush();
        disk.room = Number.POSITIVE_INFINITY;
        await ours.flush();
        await theirs.refresh();
        assert.deepEqual(messages(ours), messages(theirs));
        const last = await stores.reread(id);
        assert.deepEqual(messages(last), messages(ours));
        assert.equal(last.damaged, false);
      }
    });

    it('tries again with what is added next', async () => {
      const disk = new SmallDisk(0);
      const stored = stores.window({ openForAppend: disk.openForAppend }).create();
      stored.append(user('u1', null));
      await until('it has failed', () => stored.unsaved !== undefined);
      disk.room = Number.POSITIVE_INFINITY;
      stored.append(user('u2', 'u1'));
      await until('all is saved', () => stored.unsaved === undefined);
      assert.equal(messages(await stores.reread(stored.conversation.id)).length, 2);
    });

    it('writes nothing twice of what had reached the disk although it failed', async () => {
      const theirs = await write(stores.window(), ...exchange);
      const { id } = theirs.conversation;
      let fails = true;
      const disk = new SmallDisk(Number.POSITIVE_INFINITY);
      const ours = await stores
        .window({
          openForAppend: async (path, flags, mode) => {
            const handle = await disk.openForAppend(path, flags, mode);
            return {
              ...handle,
              close: async () => {
                await handle.close();
                if (fails) {
                  throw Object.assign(new Error('EIO: i/o error, close'), { code: 'EIO' });
                }
              },
            };
          },
        })
        .open(id);
      ours.append({ ...resumed('r1', false), at: 1 }, text('r1', ' Once.'));
      await assert.rejects(ours.flush(), { kind: 'other' });
      fails = false;
      await ours.flush();
      assert.equal((await stores.lines(id)).filter((line) => line.text === ' Once.').length, 1);
      assert.equal(textOf(await stores.reread(id), 'r1'), 'A thing that gives light. Once.');
    });

    it('keeps what could not be written also when nobody has it open any more', async () => {
      const disk = new SmallDisk(0);
      const store = stores.window({ openForAppend: disk.openForAppend });
      const stored = store.create();
      stored.append(user('u', null));
      await stored.dispose();
      assert.deepEqual(
        (await store.list()).map(({ id }) => id),
        [stored.conversation.id],
      );
      const again = await store.open(stored.conversation.id);
      assert.equal(again, stored);
      await again.dispose();
      disk.room = Number.POSITIVE_INFINITY;
      await store.dispose();
      assert.equal(messages(await stores.reread(stored.conversation.id)).length, 1);
    });
  });

  it('reads on a file system that is read-only, and says why it does not write', async () => {
    const { conversation } = await write(stores.window(), ...exchange);
    const disk = new SmallDisk(0);
    disk.isReadOnly = true;
    const store = stores.window({ openForAppend: disk.openForAppend });
    const stored = await store.open(conversation.id);
    assert.equal(textOf(stored, 'r1'), 'A thing that gives light.');
    await stored.flush();
    stored.append(user('u2', 'r1'));
    await assert.rejects(stored.flush(), { name: 'StoreError', kind: 'denied' });
    assert.equal(messages(stored).length, 3);
  });

  it('does not mind a copy of a file under another name', async () => {
    const { conversation } = await write(stores.window(), ...exchange);
    const id = randomUUID();
    await copyFile(stores.log(conversation.id), stores.log(id));
    const copy = await stores.reread(id);
    assert.equal(copy.conversation.id, id);
    assert.deepEqual(messages(copy), [...conversation.messages()]);
  });
});
