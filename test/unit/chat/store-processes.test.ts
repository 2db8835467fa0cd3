import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ended, user } from './conversation-events.ts';
import { useStores, write } from './store-fixture.ts';

const script = fileURLToPath(new URL('store-process.ts', import.meta.url));

/** A process that tells what it does, a line each. */
interface Teller {
  readonly process: ChildProcess;
  readonly told: AsyncIterator<Record<string, unknown>>;
}

describe('ConversationStore of several processes', function () {
  this.timeout(60_000);
  const stores = useStores();
  let processes: ChildProcess[] = [];

  afterEach(() => {
    for (const child of processes) {
      child.kill('SIGKILL');
    }
    processes = [];
  });

  function start(command: string, args: readonly string[]): Teller {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    processes.push(child);
    async function* told(): AsyncGenerator<Record<string, unknown>> {
      for await (const line of createInterface(child.stdout)) {
        yield JSON.parse(line);
      }
    }
    return { process: child, told: told() };
  }

  async function next(teller: Teller): Promise<Record<string, unknown>> {
    const { value, done } = await teller.told.next();
    assert.ok(!done, 'the process has ended too early');
    return value;
  }

  it('loses nothing that was safe when one is killed at any moment', async () => {
    let growing = 0;
    for (let round = 0; round < 8; round++) {
      const id = randomUUID();
      const teller = start(process.execPath, [script, 'talk', stores.folder, id]);
      const safe: string[] = [];
      const lengths = new Map<string, number>();
      const listen = async (): Promise<void> => {
        for await (const told of { [Symbol.asyncIterator]: () => teller.told }) {
          if (typeof told.safe === 'string') {
            safe.push(told.safe);
          } else {
            lengths.set(String(told.text), Number(told.length));
          }
          // Not at a moment that the process has chosen.
          if (safe.length === 2 + round && !teller.process.killed) {
            setTimeout(() => teller.process.kill('SIGKILL'), round * 3);
          }
        }
      };
      await Promise.all([listen(), once(teller.process, 'exit')]);
      const stored = await stores.reread(id);
      const found = Array.from(stored.conversation.messages(), (message) => message.id);
      assert.ok(safe.every((reply) => found.includes(reply)));
      for (const [reply, length] of lengths) {
        assert.ok((stored.conversation.message(reply)?.text.length ?? 0) >= length, reply);
      }
      const path = stored.conversation.path();
      assert.equal(path.length, found.length, 'all of it is one path');
      // All but the last reply has its end.
      const replies = path.filter((message) => message.role === 'assistant');
      assert.ok(replies.slice(0, -1).every((message) => message.ended));
      const last = replies.at(-1);
      growing += last && !last.ended ? 1 : 0;
      // And it can be gone on with.
      stored.append(user('after', path.at(-1)?.id ?? null));
      await stored.flush();
      assert.equal((await stores.reread(id)).conversation.path().at(-1)?.id, 'after');
    }
    assert.ok(growing > 0, 'none was killed within a reply: this test is not what it should be');
  });

  it('keeps every line when two write at once, and each sees all', async () => {
    const { conversation } = await write(stores.window(), user('u', null));
    const names = ['a', 'b'];
    const count = 60;
    const tellers = names.map((name) =>
      start(process.execPath, [script, 'write', stores.folder, conversation.id, name, `${count}`]),
    );
    await Promise.all(tellers.map(next));
    assert.deepEqual(await Promise.all(tellers.map(next)), [{}, {}]);
    for (const { process: child } of tellers) {
      child.stdin?.write('look\n');
    }
    const views = await Promise.all(tellers.map(next));
    const stored = await stores.reread(conversation.id);
    assert.equal(stored.damaged, false);
    const found = Array.from(stored.conversation.messages(), (message) => message.id);
    assert.equal(found.length, 1 + names.length * count);
    for (const view of views) {
      assert.deepEqual(view, { damaged: false, messages: found });
    }
    for (const name of names) {
      for (let turn = 0; turn < count; turn++) {
        const message = stored.conversation.message(`${name}${turn}`);
        assert.equal(message?.text, `${name} `.repeat((turn * 7919) % 30_000));
      }
    }
  });

  it('keeps what comes before a file that the system lets grow no more', async function () {
    if (process.platform === 'win32') {
      // There is no such limit.
      this.skip();
    }
    const { conversation } = await write(stores.window(), user('u', null), ended('nobody'));
    // Blocks of 512 or 1024 bytes; the write that meets the limit is written in part.
    const limited = `ulimit -f 128; exec "$0" "$@"`;
    const args = [process.execPath, script, 'write', stores.folder, conversation.id, 'a', '20'];
    const teller = start('sh', ['-c', limited, ...args]);
    await next(teller);
    assert.deepEqual(await next(teller), { unsaved: 'full' });
    const stored = await stores.reread(conversation.id);
    const found = Array.from(stored.conversation.messages());
    assert.ok(found.length > 1 && found.length < 21, `${found.length} messages`);
    stored.append(user('after', 'u'));
    await stored.flush();
    const again = await stores.reread(conversation.id);
    assert.deepEqual(Array.from(again.conversation.messages()), Array.from(stored.conversation.messages()));
    assert.ok(again.conversation.message('after'));
  });
});
