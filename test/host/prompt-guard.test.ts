import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Chat } from '../../src/chat/chat.ts';
import type { OpenConversation } from '../../src/chat/open-conversation.ts';
import { ConversationStore } from '../../src/chat/store.ts';
import type { Connection } from '../../src/connection/connection.ts';
import { ModelChoice } from '../../src/models/model-choice.ts';
import { sendingMode } from '../../src/moderation/moderation-settings.ts';
import { Moderator } from '../../src/moderation/moderator.ts';
import type { PromptGuard } from '../../src/moderation/prompt-guard.ts';
import { SendGuard } from '../../src/moderation/send-guard.ts';
import { parseBaseUrl } from '../../src/service/base-url.ts';
import { Client } from '../../src/service/client.ts';
import type { Log } from '../../src/ui/log.ts';
import { png } from '../unit/images/image-bytes.ts';
import { openText, select, setting, until } from './support/inkwell.ts';
import { type Session, sessionWith } from './support/session.ts';
import { folderForEach } from './support/test-folder.ts';
import { webviewPages } from './support/webview-pages.ts';

const MODERATIONS = { path: '/v1/moderations' };
const FLAGGED = 'Your message may violate';
const UNCHECKED = 'could not be checked';
/** Not the real one: of one name there is one channel in a window, which the extension has. */
const log = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Log;

describe('What is checked before it is sent', () => {
  const session = sessionWith({
    before: () => setting('chat.model', 'chat-1'),
    afterEach: async () => {
      await setting('moderation.checkChatMessages', undefined);
      await setting('moderation.checkImagePrompts', undefined);
      await setting('images.folder', undefined);
    },
    after: () => setting('chat.model', undefined),
  });
  let service: Session['service'];
  let answers: Session['answers'];
  let said: Session['said'];

  beforeEach(() => {
    ({ service, answers, said } = session());
  });

  /** The operations that were asked for, in their order. */
  const asked = (): string[] => service.requests.map(({ path }) => path.replace('/v1/', ''));
  const inputs = (): unknown[] =>
    service.requests.flatMap(({ path, json }) =>
      path === MODERATIONS.path ? [(json as { input: unknown }).input] : [],
    );

  it('is what a command asks in the chat, too', async () => {
    await setting('moderation.checkChatMessages', 'warn');
    select(await openText('const lamp = light();', 'typescript'), 'const lamp = light();');
    await vscode.commands.executeCommand('inkwell.explain');
    assert.deepEqual(asked(), ['moderations', 'chat/completions']);
    assert.match(String(inputs()[0]), /const lamp = light\(\);/);
  });

  /** A window's chat without its view, whose guard has not learnt anything yet. */
  describe('in a conversation', () => {
    let folder: string;
    let client: Client;
    let store: ConversationStore;
    let chat: Chat;
    let open: OpenConversation;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'inkwell-guard-'));
      store = new ConversationStore(folder, { window: randomUUID() });
      client = new Client({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? undefined });
      const base = parseBaseUrl(service.baseUrl);
      const connection = { isSet: true, require: async () => ({ client, base }) } as unknown as Connection;
      const looking = new SendGuard(new Moderator(), log);
      const guard: PromptGuard = {
        check: async (kind, text, options) => {
          const mode = sendingMode(kind);
          return mode === 'off' ? 'send' : looking.check({ kind, text, mode }, options);
        },
      };
      const context = {
        workspaceState: { get: () => undefined, update: async () => {} },
      } as unknown as vscode.ExtensionContext;
      chat = new Chat(context, {
        connection,
        models: new ModelChoice(connection),
        log,
        reviews: () => Promise.reject(new Error('Nothing is applied here.')),
        guard,
        store,
        window: randomUUID(),
      });
      open = await chat.showNew();
      await setting('moderation.checkChatMessages', 'warn');
    });

    afterEach(async () => {
      await chat.close();
      await client.close();
      await rm(folder, { recursive: true, force: true });
    });

    const send = (text: string): Promise<void> => chat.receive({ type: 'send', conversation: open.id, text });
    const texts = (): string[] => open.conversation.path().map(({ text }) => text);

    it('costs one request where nothing is flagged, and asks nothing', async () => {
      await send('A walk in the park.');
      assert.deepEqual(asked(), ['moderations', 'chat/completions']);
      assert.deepEqual(inputs(), ['A walk in the park.']);
      assert.deepEqual([session().shown, open.draft.text, texts().length], [[], '', 2]);
    });

    it('is nothing unless the person wants it', async () => {
      await setting('moderation.checkChatMessages', undefined);
      await send('He was stabbed.');
      assert.deepEqual(asked(), ['chat/completions']);
    });

    for (const answer of ['Edit Message', undefined]) {
      it(`stays in the composer where it is flagged and the person says ${answer ?? 'no'}`, async () => {
        if (answer) {
          answers.set(FLAGGED, answer);
        }
        open.composer.attach({ id: 'a', kind: 'file', name: 'story.md', text: 'He was stabbed.' });
        await send('What happens?');
        const { detail, actions } = said(FLAGGED);
        assert.match(detail, /^It is flagged for: violence \(0\.85\)\.\n/);
        assert.deepEqual(actions, ['Edit Message', 'Send Anyway']);
        assert.deepEqual([asked(), texts(), open.isReplying], [['moderations'], [], false]);
        assert.match(String(inputs()[0]), /story\.md[\s\S]*He was stabbed\.[\s\S]*What happens\?$/);
        assert.deepEqual([open.draft.text, open.draft.attachments.length], ['What happens?', 1]);
      });
    }

    it('is sent where the person says so', async () => {
      answers.set(FLAGGED, 'Send Anyway');
      await send('He was stabbed.');
      assert.deepEqual([asked(), open.draft.text], [['moderations', 'chat/completions'], '']);
    });

    it('is not to be sent by any answer where the setting blocks it', async () => {
      await setting('moderation.checkChatMessages', 'block');
      answers.set(FLAGGED, 'Send Anyway');
      await send('He was stabbed.');
      assert.deepEqual(said(FLAGGED).actions, ['Edit Message']);
      assert.deepEqual([asked(), open.draft.text], [['moderations'], 'He was stabbed.']);
    });

    it('is what is new: an edited message, and no reply once more', async () => {
      await send('A walk.');
      const [question] = open.conversation.path();
      assert.ok(question?.role === 'user');
      await open.regenerate(question);
      assert.equal(inputs().length, 1);
      open.composer.edit(question);
      await send('He was stabbed.');
      assert.deepEqual(inputs(), ['A walk.', 'He was stabbed.']);
      assert.deepEqual([open.draft.text, open.draft.editing], ['He was stabbed.', question.id]);
      assert.equal(texts()[0], 'A walk.');
    });

    it('can be stopped while it is checked, which the view shows', async () => {
      const gate = service.gate(MODERATIONS);
      const sent = send('A walk.');
      await gate.waiting();
      const { checking, isReplying } = chat.state()?.conversation ?? {};
      assert.deepEqual([checking, isReplying], ['Checking against the content policy…', true]);
      await chat.receive({ type: 'stop', conversation: open.id });
      await sent;
      gate.open();
      assert.deepEqual([asked(), texts(), open.draft.text], [['moderations'], [], 'A walk.']);
      assert.equal(chat.state()?.conversation.checking, undefined);
      assert.deepEqual(session().shown, []);
    });

    it('is sent unchecked only by the person’s word, which counts for a service without the check', async () => {
      service.fault({ type: 'status', status: 404 }, { ...MODERATIONS, times: Number.POSITIVE_INFINITY });
      await send('One.');
      assert.match(said(UNCHECKED).detail, /has no check against a content policy/);
      assert.deepEqual([asked(), open.draft.text], [['moderations'], 'One.']);
      answers.set(UNCHECKED, 'Send Unchecked');
      await send('One.');
      await send('Two.');
      assert.deepEqual(asked(), ['moderations', 'chat/completions', 'chat/completions']);
      assert.equal(session().shown.length, 2);
    });

    it('is never sent unchecked without asking where the setting blocks', async () => {
      await setting('moderation.checkChatMessages', 'block');
      service.fault({ type: 'status', status: 404 }, { ...MODERATIONS, times: Number.POSITIVE_INFINITY });
      answers.set(UNCHECKED, 'Send Unchecked');
      await send('One.');
      await send('Two.');
      assert.equal(session().shown.length, 2);
      answers.delete(UNCHECKED);
      await send('Three.');
      assert.deepEqual(asked(), ['moderations', 'chat/completions', 'chat/completions']);
      assert.equal(open.draft.text, 'Three.');
    });

    it('is checked once more when that failed, if the person wants', async () => {
      service.fault({ type: 'status', status: 400 }, MODERATIONS);
      answers.set(UNCHECKED, 'Try Again');
      await send('A walk.');
      assert.deepEqual(said(UNCHECKED).actions, ['Try Again', 'Send Unchecked']);
      assert.deepEqual(asked(), ['moderations', 'moderations', 'chat/completions']);
    });

    it('is not sent by an answer that has no result', async () => {
      const slices = [JSON.stringify({ id: 'm', results: [] })];
      service.fault({ type: 'bytes', slices, contentType: 'application/json' }, MODERATIONS);
      await send('A walk.');
      assert.match(said(UNCHECKED).detail, /0 results for 1 text/);
      assert.deepEqual([asked(), open.draft.text], [['moderations'], 'A walk.']);
    });
  });

  describe('for an image', () => {
    const folder = folderForEach();
    const generate = (prompt: string): Thenable<unknown> =>
      vscode.commands.executeCommand('inkwell.generateImage', { prompt });

    beforeEach(async () => {
      await setting('images.folder', `${folder().name}/images`);
      await setting('images.parameters', { size: '256x256' });
      await setting('moderation.checkImagePrompts', 'warn');
    });

    afterEach(() => setting('images.parameters', undefined));

    it('costs one request where nothing is flagged', async () => {
      await generate('A lighthouse');
      assert.deepEqual(asked().slice(0, 2), ['moderations', 'images/generations']);
      assert.deepEqual(inputs(), ['A lighthouse']);
    });

    it('is asked about where it is flagged, and not sent where that is blocked', async () => {
      await setting('moderation.checkImagePrompts', 'block');
      await generate('A stabbed man');
      assert.deepEqual(said('Your prompt may violate').actions, ['Edit Prompt']);
      assert.deepEqual(asked(), ['moderations']);
    });

    it('stands there to be edited', async () => {
      let times = 0;
      answers.set('Your prompt may violate', () => (times++ === 0 ? 'Edit Prompt' : undefined));
      const done = generate('A stabbed man');
      while (asked().length < 2) {
        // The prompt, as it was, and then count and size: each round is a round trip to the window.
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      }
      await done;
      assert.deepEqual(inputs(), ['A stabbed man', 'A stabbed man']);
      assert.deepEqual(asked(), ['moderations', 'moderations']);
    });

    it('can be cancelled while it is checked', async () => {
      const gate = service.gate(MODERATIONS);
      const done = generate('A lighthouse');
      await gate.waiting();
      await until('it is shown', () => {
        session().cancel('Checking the prompt');
        return service.requests[0]?.closedByClient === true;
      });
      await done;
      assert.deepEqual(asked(), ['moderations']);
    });

    it('stays in the mask editor', async () => {
      const pages = webviewPages();
      try {
        const house = await folder().write('house.png', png({ width: 4, height: 4 }));
        await vscode.commands.executeCommand('inkwell.editImage', house);
        const editor = pages.last('inkwell.maskEditor');
        editor.say({ type: 'ready' });
        const mask = new Uint8Array(png({ width: 4, height: 4 }));
        editor.say({ type: 'submit', prompt: 'A stabbed man', n: 1, size: '256x256', mask });
        await until('it has ended', () => editor.told.at(-1)?.type === 'idle');
        assert.ok(editor.told.some(({ type }) => type === 'busy'));
        assert.deepEqual(said('Your prompt may violate').actions, ['Edit Prompt', 'Send Anyway']);
        assert.deepEqual(asked(), ['moderations']);
        editor.close();
      } finally {
        pages.dispose();
      }
    });
  });
});
