import assert from 'node:assert/strict';
import type { ViewMessage, ViewState } from '../../src/chat/shared/protocol.ts';
import { type ChatPage, chatPages } from './chat-page.ts';
import { everything, question, reply, viewState } from './chat-states.ts';

interface Action {
  readonly does: string;
  readonly state: ViewState;
  /** Which message the button is in; without it, it is anywhere. */
  readonly turn?: string;
  readonly button: string | RegExp;
  readonly posts: ViewMessage;
}

const done = viewState({
  conversation: {
    turns: [
      question('a', 'A', {
        attachments: [{ id: 'x', label: 'x.ts', title: 'src/x.ts' }],
        branch: { index: 1, count: 3 },
      }),
      reply('b', 'Text\n\n```ts\nlet x = 1;\n```\n\n```css\na { }\n```', { canContinue: true }),
    ],
  },
});
const recents = [{ id: 'r1', title: 'Earlier', when: 'yesterday' }];
const message = { type: 'message', conversation: 'c1' } as const;
const aboutFailed = { type: 'remedy', conversation: 'c1', message: 'm4' } as const;
const code = { type: 'code', conversation: 'c1', message: 'b', block: 1 } as const;
const inNotice = (more: Partial<ViewState['conversation']>) =>
  viewState({ conversation: { ...done.conversation, ...more } });

const actions: Action[] = [
  {
    does: 'copy a message',
    state: done,
    turn: 'a',
    button: 'Copy',
    posts: { ...message, message: 'a', action: 'copy' },
  },
  {
    does: 'edit a message',
    state: done,
    turn: 'a',
    button: 'Edit and Send Again',
    posts: { ...message, message: 'a', action: 'edit' },
  },
  {
    does: 'copy a reply',
    state: done,
    turn: 'b',
    button: 'Copy',
    posts: { ...message, message: 'b', action: 'copy' },
  },
  {
    does: 'regenerate a reply',
    state: done,
    turn: 'b',
    button: 'Regenerate',
    posts: { ...message, message: 'b', action: 'regenerate' },
  },
  {
    does: 'continue a reply',
    state: done,
    turn: 'b',
    button: 'Continue',
    posts: { ...message, message: 'b', action: 'continue' },
  },
  {
    does: 'branch off',
    state: done,
    turn: 'b',
    button: 'Branch into a New Conversation',
    posts: { ...message, message: 'b', action: 'fork' },
  },
  {
    does: 'show the branch before',
    state: done,
    turn: 'a',
    button: 'Previous Branch',
    posts: { type: 'branch', conversation: 'c1', message: 'a', step: -1 },
  },
  {
    does: 'show the branch after',
    state: done,
    turn: 'a',
    button: 'Next Branch',
    posts: { type: 'branch', conversation: 'c1', message: 'a', step: 1 },
  },
  {
    does: 'open an attachment',
    state: done,
    turn: 'a',
    button: 'Open x.ts',
    posts: { type: 'openAttachment', message: 'a', attachment: 'x' },
  },
  { does: 'copy code', state: done, turn: 'b', button: /^Copy.*css/, posts: { ...code, action: 'copy' } },
  {
    does: 'insert code',
    state: done,
    turn: 'b',
    button: /^Insert.*css/,
    posts: { ...code, action: 'insert' },
  },
  {
    does: 'make a file of code',
    state: done,
    turn: 'b',
    button: /^New File.*css/,
    posts: { ...code, action: 'newFile' },
  },
  { does: 'apply code', state: done, turn: 'b', button: /^Apply.*css/, posts: { ...code, action: 'apply' } },
  { does: 'retry', state: everything(), button: 'Retry', posts: { ...aboutFailed, remedy: 'retry' } },
  {
    does: 'continue what failed',
    state: everything(),
    button: 'Continue from Here',
    posts: { ...aboutFailed, remedy: 'continue' },
  },
  {
    does: 'show the log',
    state: everything(),
    button: 'Show Log',
    posts: { ...aboutFailed, remedy: 'showLog' },
  },
  { does: 'attach a file', state: done, button: 'Attach a File…', posts: { type: 'attach' } },
  {
    does: 'open what is attached',
    state: everything(),
    button: 'Open loader.test.ts',
    posts: { type: 'openAttachment', attachment: 'a2' },
  },
  {
    does: 'take away what is attached',
    state: everything(),
    button: 'Remove loader.test.ts',
    posts: { type: 'detach', attachment: 'a2' },
  },
  { does: 'choose a model', state: done, button: 'Model: chat-1', posts: { type: 'chooseModel' } },
  {
    does: 'choose a system prompt',
    state: done,
    button: 'System Prompt: none',
    posts: { type: 'chooseSystemPrompt' },
  },
  { does: 'choose parameters', state: done, button: 'Parameters', posts: { type: 'chooseParameters' } },
  { does: 'set the context length', state: done, button: /4\.1k/, posts: { type: 'openContextLength' } },
  { does: 'stop', state: everything(), button: 'Stop', posts: { type: 'stop', conversation: 'c1' } },
  {
    does: 'send',
    state: viewState({ composer: { text: 'Q' } }),
    button: 'Send',
    posts: { type: 'send', conversation: 'c1', text: 'Q' },
  },
  {
    does: 'end editing',
    state: viewState({ composer: { text: 'Q', editing: 'a' } }),
    button: 'Cancel',
    posts: { type: 'cancelEdit', conversation: 'c1' },
  },
  {
    does: 'connect',
    state: viewState({ isConnected: false }),
    button: 'Connect to a Service…',
    posts: { type: 'connect' },
  },
  {
    does: 'connect within a conversation',
    state: { ...done, isConnected: false },
    button: 'Connect to a Service…',
    posts: { type: 'connect' },
  },
  {
    does: 'open a conversation',
    state: viewState({ recents }),
    button: 'Earlier yesterday',
    posts: { type: 'open', conversation: 'r1' },
  },
  {
    does: 'show all conversations',
    state: viewState({ recents }),
    button: 'Show All',
    posts: { type: 'showAll' },
  },
  {
    does: 'save again',
    state: inNotice({ notSaved: 'The disk is full.' }),
    button: 'Try Again',
    posts: { type: 'save' },
  },
  {
    does: 'begin a conversation',
    state: inNotice({ readOnly: 'It is from a newer Inkwell.' }),
    button: 'New Conversation',
    posts: { type: 'new' },
  },
];

describe('the chat view lets a person', () => {
  const open = chatPages();
  const find = (page: ChatPage, { turn, button }: Action) => {
    const within = turn === undefined ? page.page : page.turn(turn);
    return within.getByRole('button', { name: button, exact: typeof button === 'string' });
  };

  for (const action of actions) {
    it(`${action.does}, by mouse and by keyboard`, async () => {
      const page = await open({ state: action.state });
      await page.forgetPosted();
      await find(page, action).click();
      assert.deepEqual(await page.posted(action.posts.type), action.posts);
      assert.equal((await page.postedOf(action.posts.type)).length, 1);

      await page.page.evaluate('sessionStorage.clear()');
      await page.reload();
      await page.forgetPosted();
      await tabTo(page, action);
      await page.page.keyboard.press('Enter');
      assert.deepEqual(await page.posted(action.posts.type), action.posts);
    });
  }

  /** From the start of the page, as somebody who has no mouse. */
  async function tabTo(page: ChatPage, action: Action): Promise<void> {
    const seen: unknown[] = [];
    for (let i = 0; i < 100; i++) {
      const isThere = await find(page, action).evaluate(
        (element) => element === element.ownerDocument.activeElement,
      );
      if (isThere) {
        return;
      }
      await page.page.keyboard.press('Tab');
      seen.push(
        await page.page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.tagName'),
      );
    }
    throw new Error(`There is no way there by Tab: ${seen.join(', ')}.`);
  }

  it('do nothing by the pager at its ends', async () => {
    const page = await open({
      state: viewState({ conversation: { turns: [reply('a', 'A', { branch: { index: 0, count: 2 } })] } }),
    });
    await page.button('Previous Branch').click({ force: true });
    await page.button('Next Branch').click();
    assert.deepEqual(await page.postedOf('branch'), [await page.posted('branch')]);
    assert.equal((await page.posted('branch')).step, 1);
  });

  it('see that a message was copied, and hear it', async () => {
    const page = await open({ state: done });
    await page.turn('a').getByRole('button', { name: 'Copy' }).click();
    await page.turn('a').getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.page.getByRole('status').textContent(), 'Copied');
    await page.turn('a').getByRole('button', { name: 'Copy' }).waitFor();
  });

  it('go from message to message by Alt+Up and Alt+Down, and back to the composer', async () => {
    const page = await open({ state: done });
    const focused = () =>
      page.page.evaluate('document.activeElement.dataset.turn ?? document.activeElement.tagName');
    await page.composer.focus();
    const seen: unknown[] = [];
    for (const keys of [
      'Alt+ArrowUp',
      'Alt+ArrowUp',
      'Alt+ArrowUp',
      'Alt+ArrowDown',
      'Alt+ArrowDown',
      'Alt+ArrowDown',
    ]) {
      await page.page.keyboard.press(keys);
      seen.push(await focused());
    }
    assert.deepEqual(seen, ['b', 'a', 'a', 'b', 'TEXTAREA', 'TEXTAREA']);
    // In a text, the keys are the text's.
    await page.composer.fill('text');
    await page.page.keyboard.press('Alt+ArrowUp');
    assert.equal(await focused(), 'TEXTAREA');
  });
});

describe('the focus in the chat view', () => {
  const open = chatPages();
  const focused = (page: ChatPage) =>
    page.page.evaluate(`(() => {
      const { activeElement: element } = document;
      const turn = element.closest('[data-turn]')?.dataset.turn ?? '';
      return turn + ' ' + (element.dataset.control ?? element.tagName);
    })()`);
  const branch = (id: string, index: number) =>
    viewState({
      conversation: { turns: [question('a', 'A'), reply(id, id, { branch: { index, count: 2 } })] },
    });

  it('stays on the pager when another branch is shown, at the other button at its end', async () => {
    const page = await open({ state: branch('b1', 0) });
    await page.button('Next Branch').focus();
    await page.post({ type: 'state', state: branch('b2', 1) });
    assert.equal(await focused(page), 'b2 next');
    await page.post({ type: 'state', state: branch('b1', 0) });
    assert.equal(await focused(page), 'b1 next');
  });

  it('goes to the message when its button is gone, and to the composer when that is gone', async () => {
    const page = await open({ state: everything() });
    await page.button('Retry').focus();
    await page.post({ type: 'turn', conversation: 'c1', turn: reply('m4', '', { state: 'waiting' }) });
    assert.equal(await focused(page), 'm4 ARTICLE');
    await page.post({ type: 'state', state: viewState() });
    assert.equal(await focused(page), ' TEXTAREA');
  });

  it('goes to the composer when a conversation is opened from the start page', async () => {
    const page = await open({ state: viewState({ recents }) });
    await page.button('Earlier yesterday').focus();
    await page.post({ type: 'state', state: done });
    assert.equal(await focused(page), ' TEXTAREA');
  });

  it('goes to the composer when a service is connected', async () => {
    const page = await open({ state: viewState({ isConnected: false }) });
    await page.button('Connect to a Service…').focus();
    await page.post({ type: 'connected', isConnected: true });
    assert.equal(await focused(page), ' TEXTAREA');
  });

  it('comes to the composer when the host asks, or to the way there', async () => {
    const page = await open({ state: viewState() });
    await page.post({ type: 'focus', on: 'entry' });
    assert.equal(await focused(page), ' TEXTAREA');
    await page.post(
      { type: 'state', state: viewState({ isConnected: false }) },
      { type: 'focus', on: 'entry' },
    );
    assert.equal(await focused(page), ' BUTTON');
  });

  it('is not taken from anywhere by what the host tells', async () => {
    const page = await open({ state: everything() });
    await page.button('Retry').focus();
    const { conversation, composer } = everything();
    await page.post(
      { type: 'state', state: everything() },
      { type: 'status', conversation: 'c1', title: 'New', leftOut: 1, isReplying: false },
      { type: 'composer', composer },
      { type: 'turn', conversation: 'c1', turn: { ...conversation.turns[7], notes: ['x'] } as never },
    );
    assert.equal(await focused(page), 'm4 remedy');
  });
});
