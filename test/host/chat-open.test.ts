import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { Chat } from '../../src/chat/chat.ts';
import type { ChatView } from '../../src/chat/chat-view.ts';
import type { OpenConversation } from '../../src/chat/open-conversation.ts';
import type { HostMessage } from '../../src/chat/shared/protocol.ts';
import { ConversationStore, type StoredConversation } from '../../src/chat/store.ts';
import { ViewSync } from '../../src/chat/view-sync.ts';
import type { Connected, Connection } from '../../src/connection/connection.ts';
import { ModelChoice } from '../../src/models/model-choice.ts';
import { parseBaseUrl } from '../../src/service/base-url.ts';
import { Client } from '../../src/service/client.ts';
import type { Log } from '../../src/ui/log.ts';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { replyThroughGate, replyWith } from './support/chat-stream.ts';
import { setting } from './support/inkwell.ts';

/** What somebody waits for until the test lets it go on. */
class Latch {
  readonly #passed = Promise.withResolvers<void>();
  readonly #reached = Promise.withResolvers<void>();
  readonly reached = this.#reached.promise;

  async wait(): Promise<void> {
    this.#reached.resolve();
    await this.#passed.promise;
  }

  open(): void {
    this.#passed.resolve();
  }
}

/** Not the real one: of one name there is one channel in a window, which the extension has. */
const log = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Log;

/** A window's chat without its view, over a store of the test's own. */
describe('Open conversations', () => {
  let service: SampleService;
  let client: Client;
  let folder: string;
  let store: ConversationStore;
  let kept: Map<string, unknown>;
  let chat: Chat;
  /** What the connection answers when it is asked for. */
  let require: () => Promise<Connected | undefined>;

  function newStore(): ConversationStore {
    return new ConversationStore(folder, { window: randomUUID() });
  }

  /** As after a reload of the window, in which `kept` and the folder stay. */
  function newChat(): Chat {
    const context = {
      workspaceState: {
        get: (key: string, otherwise?: unknown) => kept.get(key) ?? otherwise,
        update: async (key: string, value: unknown) => void kept.set(key, value),
      },
    } as unknown as vscode.ExtensionContext;
    const connection = { isSet: true, require: () => require() } as unknown as Connection;
    const models = new ModelChoice(connection);
    const reviews = () => Promise.reject(new Error('Nothing is applied here.'));
    const guard = { check: async () => 'send' as const };
    return new Chat(context, { connection, models, log, reviews, guard, store, window: randomUUID() });
  }

  before(async () => {
    service = await startSampleService();
    client = new Client({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? undefined });
    await setting('chat.model', 'chat-1');
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-chat-'));
    store = newStore();
    kept = new Map();
    require = async () => ({ client, base: parseBaseUrl(service.baseUrl) });
    chat = newChat();
  });

  afterEach(async () => {
    await chat.close();
    await store.dispose();
    service.reset();
    await rm(folder, { recursive: true, force: true });
  });

  after(async () => {
    await setting('chat.model', undefined);
    await client.close();
    await service.close();
  });

  /** A conversation on the disk that nobody has open. */
  async function stored(text: string, { pid = 1, at = 2 } = {}): Promise<string> {
    const created = store.create();
    const { id } = created.conversation;
    const question = randomUUID();
    created.append(
      { type: 'user', id: question, parent: null, at: 1, text, attachments: [] },
      {
        type: 'reply',
        id: randomUUID(),
        parent: question,
        at,
        model: 'chat-1',
        request: randomUUID(),
        choice: 0,
        writer: { window: 'another', pid },
      },
    );
    await created.flush();
    await created.dispose();
    return id;
  }

  /** Makes the store wait before it gives one of its conversations. */
  function slowly(id: string): Latch {
    const latch = new Latch();
    const open = store.open.bind(store);
    store.open = async (asked: string): Promise<StoredConversation> => {
      if (asked === id) {
        await latch.wait();
      }
      return open(asked);
    };
    return latch;
  }

  /** Makes the connection ask the person, who answers when the latch opens. */
  function askFirst(answer: 'yes' | 'no' = 'yes'): Latch {
    const latch = new Latch();
    const connected = require;
    require = async () => {
      await latch.wait();
      return answer === 'yes' ? connected() : undefined;
    };
    return latch;
  }

  function texts(open: OpenConversation): string[] {
    return open.conversation.path().map(({ text }) => text);
  }

  const type = (open: OpenConversation, text: string) =>
    chat.receive({ type: 'draft', conversation: open.id, text });
  const send = (open: OpenConversation, text: string) =>
    chat.receive({ type: 'send', conversation: open.id, text });

  it('are the same for two clicks on one', async () => {
    const id = await stored('lamp');
    const [first, second] = await Promise.all([chat.show(id), chat.show(id)]);
    assert.equal(first, second);
    assert.equal(chat.named(id), first);
    await type(first, 'on');
    assert.equal(chat.state()?.composer.text, 'on');
  });

  it('are shown as they were asked for last, whichever is read first', async () => {
    const [slow, quick] = [await stored('slow'), await stored('quick')];
    const latch = slowly(slow);
    const first = chat.show(slow);
    await latch.reached;
    await chat.show(quick);
    latch.open();
    await first;
    assert.equal(chat.current, quick);
    assert.equal(chat.named(slow), undefined);
  });

  it('are opened also where the draft cannot be read', async () => {
    const id = await stored('lamp');
    await mkdir(join(folder, 'drafts', `${id}.json`), { recursive: true });
    assert.deepEqual(texts(await chat.show(id)), ['lamp', '']);
  });

  it('keep what was typed in a new one, for when a new one is asked for again', async () => {
    const id = await stored('lamp');
    const fresh = await chat.showNew();
    await type(fresh, 'half a thought');
    await chat.show(id);
    assert.equal((await chat.showNew()).draft.text, 'half a thought');
  });

  it('keep that through a reload, and offer it once', async () => {
    const id = await stored('lamp');
    await type(await chat.showNew(), 'half a thought');
    await chat.show(id);
    await store.dispose();
    await chat.close();
    store = newStore();
    chat = newChat();
    assert.equal(chat.current, undefined);
    const again = await chat.showNew();
    assert.equal(again.draft.text, 'half a thought');
    replyWith(service, 'whole');
    await send(again, again.draft.text);
    const next = await chat.showNew();
    assert.notEqual(next.id, again.id);
    assert.equal(next.draft.text, '');
  });

  it('ask by a template beside what was typed, and leave that alone', async () => {
    await type(await chat.showNew(), 'half a thought');
    replyWith(service, 'so');
    await chat.ask({ text: 'Explain', attachments: [] });
    assert.deepEqual(service.requests.length, 1);
    assert.equal((await chat.showNew()).draft.text, 'half a thought');
  });

  it('keep what was typed in one that is shown no more', async () => {
    const [one, other] = [await stored('one'), await stored('other')];
    const open = await chat.show(one);
    await chat.show(other);
    await type(open, 'late letters');
    assert.equal((await chat.show(one)).draft.text, 'late letters');
  });

  it('tell the view what is attached, and nothing of a text that it may know better', async () => {
    const open = await chat.showNew();
    const told: HostMessage[] = [];
    const view = { post: (message: HostMessage) => told.push(message), isVisible: true, setTitle: () => {} };
    const sync = new ViewSync(chat.services, open, () => view as unknown as ChatView);
    open.composer.attach({ id: 'a', kind: 'file', name: 'lamp.ts', text: 'x' });
    open.composer.detach('a');
    sync.dispose();
    assert.deepEqual(
      told.map((message) => (message.type === 'attachments' ? message.attachments.length : message.type)),
      [1, 0],
    );
  });

  it('put back what stood in the composer when an edit ends', async () => {
    const open = await chat.show(await stored('lamp'));
    const [question] = open.conversation.path();
    assert.ok(question);
    await type(open, 'half a thought');
    const edit = { type: 'message', conversation: open.id, message: question.id, action: 'edit' } as const;
    const cancel = { type: 'cancelEdit', conversation: open.id } as const;
    // The view is not there to take the focus.
    chat.focus = async () => {};
    await chat.receive(edit);
    assert.equal(open.draft.text, 'lamp');
    await chat.receive(cancel);
    assert.deepEqual(open.draft, { text: 'half a thought', attachments: [] });

    await chat.receive(edit);
    await chat.receive(edit);
    replyWith(service, 'light');
    await send(open, 'lamps');
    assert.deepEqual(texts(open), ['lamps', 'light']);
    assert.deepEqual(open.draft, { text: 'half a thought', attachments: [] });
  });

  it('keep what is typed while a message waits to be sent', async () => {
    const open = await chat.showNew();
    const latch = askFirst();
    replyWith(service, 'light');
    const sent = send(open, 'lamp');
    await latch.reached;
    await type(open, ' and more');
    latch.open();
    await sent;
    assert.deepEqual(texts(open), ['lamp', 'light']);
    assert.equal(open.draft.text, ' and more');
  });

  it('keep a message that was not sent, with what was typed behind it', async () => {
    const open = await chat.showNew();
    const latch = askFirst('no');
    const sent = send(open, 'lamp');
    await latch.reached;
    await type(open, ' and more');
    latch.open();
    await sent;
    assert.deepEqual(texts(open), []);
    assert.equal(open.draft.text, 'lamp and more');
  });

  it('stop before there is a reply', async () => {
    const open = await chat.showNew();
    const latch = askFirst();
    const sent = send(open, 'lamp');
    await latch.reached;
    await chat.receive({ type: 'stop', conversation: open.id });
    latch.open();
    await sent;
    assert.deepEqual([texts(open), open.draft.text, service.requests.length], [[], 'lamp', 0]);
  });

  it('send nothing after they were deleted or left', async () => {
    for (const leave of [() => chat.showNew(), (id: string) => chat.delete(id)]) {
      const open = await chat.show(await stored('lamp'));
      const asked = require;
      const latch = askFirst();
      const sent = send(open, 'on');
      await latch.reached;
      await leave(open.id);
      latch.open();
      await sent;
      require = asked;
      const [question] = open.conversation.path();
      assert.ok(question);
      await open.regenerate(question);
      assert.deepEqual([texts(open), service.requests.length], [['lamp', ''], 0]);
    }
  });

  it('come back when something is written in one that another window has deleted', async () => {
    const open = await chat.show(await stored('lamp'));
    const other = newStore();
    await other.delete(open.id);
    await open.stored.refresh();
    replyWith(service, 'light');
    await send(open, 'on');
    assert.deepEqual(
      (await other.list()).map(({ id }) => id),
      [open.id],
    );
    await other.dispose();
  });

  it('go on with their reply when they are left, and are closed at its end', async () => {
    const open = await chat.show(await stored('lamp'));
    const gate = replyThroughGate(service, 'one', 'two');
    const sent = send(open, 'on');
    await gate.waiting();
    await chat.showNew();
    assert.equal(chat.named(open.id), open);
    gate.open();
    await sent;
    assert.equal(texts(open).at(-1), 'onetwo');
    assert.equal(chat.named(open.id), undefined);
  });

  it('are asked again while the disk is slow to take the last reply', async () => {
    const open = await chat.show(await stored('lamp'));
    const disk = new Latch();
    const flush = open.stored.flush.bind(open.stored);
    open.stored.flush = async () => {
      await disk.wait();
      await flush();
    };
    replyWith(service, 'one');
    replyWith(service, 'two');
    const first = send(open, 'first');
    await disk.reached;
    assert.equal(chat.state()?.conversation.isReplying, false);
    const second = send(open, 'second');
    disk.open();
    await Promise.all([first, second]);
    assert.deepEqual(texts(open).slice(2), ['first', 'one', 'second', 'two']);
  });

  it('can be asked again when a reply cannot be written down', async () => {
    const open = await chat.show(await stored('lamp'));
    const append = open.stored.append.bind(open.stored);
    open.stored.append = (...events) => {
      if (events.some(({ type }) => type === 'ended')) {
        throw new Error('It makes no sense.');
      }
      append(...events);
    };
    replyWith(service, 'one');
    await assert.rejects(open.send({ text: 'first', attachments: [] }), /no sense/);
    assert.equal(open.isReplying, false);
    assert.equal(open.draft.text, '', 'the message is in the conversation, and nowhere else');
    // Nobody writes it, though the window that did is there.
    assert.equal(open.turns().at(-1)?.state, 'interrupted');
    open.stored.append = append;
    replyWith(service, 'two');
    await send(open, 'second');
    assert.equal(texts(open).at(-1), 'two');
  });

  it('tell when another window is gone that was writing a reply', async () => {
    const window = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: 'ignore',
    });
    try {
      await once(window, 'spawn');
      const open = await chat.show(await stored('lamp', { pid: window.pid ?? 0, at: Date.now() }));
      const state = () => open.turns().at(-1)?.state;
      assert.equal(state(), 'elsewhere');
      const told = new Promise((resolve) => {
        open.onDidChange((change) => change.kind === 'messages' && resolve(state()));
      });
      window.kill('SIGKILL');
      assert.equal(await told, 'interrupted');
    } finally {
      window.kill('SIGKILL');
    }
  });

  it('are let go of once, however often they are closed', async () => {
    const id = await stored('lamp');
    const open = await chat.show(id);
    const held = await store.open(id);
    open.dispose();
    open.dispose();
    await store.writeDraft(id, undefined);
    assert.equal(await store.open(id), held);
  });

  describe('of a newer Inkwell', () => {
    let open: OpenConversation;

    beforeEach(async () => {
      const id = await stored('first');
      const again = await store.open(id);
      again.append({ type: 'user', id: 'u2', parent: null, at: 3, text: 'second', attachments: [] });
      await again.flush();
      await again.dispose();
      const path = join(folder, `${id}.jsonl`);
      const lines = await readFile(path, 'utf8');
      await writeFile(path, lines.replace('"version":1', '"version":99'));
      open = await chat.show(id);
      assert.equal(open.stored.readOnly, 'future');
    });

    it('show their branches', async () => {
      await chat.receive({ type: 'branch', conversation: open.id, message: 'u2', step: -1 });
      assert.deepEqual(chat.state()?.conversation.turns[0]?.text, 'first');
    });

    it('say that they cannot be renamed', async () => {
      await assert.rejects(chat.change(open.id, { type: 'titled', title: 'Other' }), /newer Inkwell/);
    });
  });
});
