import assert from 'node:assert/strict';
import type { HostMessage } from '../../src/chat/shared/protocol.ts';
import { until } from '../until.ts';
import { type ChatPage, chatPages } from './chat-page.ts';
import { question, reply, stateMessage, viewState } from './chat-states.ts';

const conversation = { turns: [question('a', 'A'), reply('b', 'B')] };

/** As when the host has taken what was sent. */
const taken: HostMessage = { type: 'composer', composer: { text: '', attachments: [] } };

describe('the composer of the chat view', () => {
  const open = chatPages();
  const opened = async (): Promise<ChatPage> => {
    const page = await open({ state: viewState({ conversation }) });
    await page.composer.focus();
    return page;
  };

  it('sends by Enter, keeps the focus, and is empty when the host has taken it', async () => {
    const page = await opened();
    await page.page.keyboard.type('Why?');
    await page.page.keyboard.press('Enter');
    assert.deepEqual(await page.posted('send'), { type: 'send', conversation: 'c1', text: 'Why?' });
    await page.post(taken);
    assert.equal(await page.composer.inputValue(), '');
    await page.page.keyboard.type('And');
    assert.equal(await page.composer.inputValue(), 'And');
  });

  it('sends by its button, and the focus is back in the text', async () => {
    const page = await opened();
    await page.composer.fill('Why?');
    await page.button('Send').click();
    assert.equal((await page.posted('send')).text, 'Why?');
    assert.equal(await hasFocus(page), true);
  });

  it('breaks the line by Shift+Enter, and grows', async () => {
    const page = await opened();
    const before = await height(page);
    await page.page.keyboard.type('one');
    await page.page.keyboard.press('Shift+Enter');
    await page.page.keyboard.type('two');
    assert.equal(await page.composer.inputValue(), 'one\ntwo');
    assert.ok((await height(page)) > before);
    assert.deepEqual(await page.postedOf('send'), []);
  });

  it('grows to at most two fifths of the view', async () => {
    const page = await opened();
    await page.composer.fill('line\n'.repeat(200));
    assert.ok((await height(page)) <= 0.4 * 640 + 1);
    assert.ok((await height(page)) > 0.35 * 640);
  });

  it('sends nothing that is blank, unless something is attached', async () => {
    const page = await opened();
    for (const text of ['', '  \n ']) {
      await page.composer.fill(text);
      await page.page.keyboard.press('Enter');
      assert.equal(await page.button('Send').getAttribute('aria-disabled'), 'true');
      await page.button('Send').click({ force: true });
    }
    assert.deepEqual(await page.postedOf('send'), []);
    await page.post({ type: 'attachments', attachments: [{ id: 'x', label: 'x.ts', title: '' }] });
    await page.button('Send').click();
    assert.equal((await page.posted('send')).text, '  \n ');
  });

  it('does not send while a reply is written, and keeps what is typed', async () => {
    const page = await open({ state: viewState({ conversation: { ...conversation, isReplying: true } }) });
    await page.composer.fill('Next');
    await page.page.keyboard.press('Enter');
    assert.equal(await page.composer.inputValue(), 'Next');
    assert.deepEqual(await page.postedOf('send'), []);
    await page.post({ type: 'status', conversation: 'c1', title: '', leftOut: 0, isReplying: false });
    await page.page.keyboard.press('Enter');
    assert.equal((await page.posted('send')).text, 'Next');
  });

  it('sends once when Enter is held, and letters that come before the answer are kept', async () => {
    const page = await opened();
    await page.page.keyboard.type('Why?');
    await page.page.keyboard.press('Enter');
    await page.page.keyboard.press('Enter');
    await page.page.keyboard.type(' Then');
    await page.post(taken);
    assert.equal(await page.composer.inputValue(), ' Then');
    assert.equal((await page.postedOf('send')).length, 1);
  });

  it('is Stop while a reply is written, and not by the second click of a double click on Send', async () => {
    const page = await opened();
    await page.page.evaluate(`
      const { postMessage } = window;
      document.addEventListener('click', () => {
        if (posted.some(({ type }) => type === 'send')) {
          receive([{ type: 'status', conversation: 'c1', title: '', leftOut: 0, isReplying: true }]);
        }
      });`);
    await page.composer.fill('Why?');
    await page.button('Send').dblclick();
    await page.button('Stop').waitFor();
    assert.deepEqual(await page.postedOf('stop'), []);
    await page.button('Stop').click();
    assert.deepEqual(await page.posted('stop'), { type: 'stop', conversation: 'c1' });
    assert.equal(await hasFocus(page), true);
  });

  it('stops by Escape, and else ends editing by it', async () => {
    const page = await open({ state: viewState({ conversation, composer: { text: 'A', editing: 'a' } }) });
    await page.composer.focus();
    await page.post({ type: 'status', conversation: 'c1', title: '', leftOut: 0, isReplying: true });
    await page.page.keyboard.press('Escape');
    await page.posted('stop');
    assert.deepEqual(await page.postedOf('cancelEdit'), []);
    await page.post({ type: 'status', conversation: 'c1', title: '', leftOut: 0, isReplying: false });
    await page.page.keyboard.press('Escape');
    assert.deepEqual(await page.posted('cancelEdit'), { type: 'cancelEdit', conversation: 'c1' });
  });

  it('asks for the last message by Up, only when it is empty', async () => {
    const page = await opened();
    await page.page.keyboard.type('x');
    await page.page.keyboard.press('ArrowUp');
    await page.page.keyboard.press('ControlOrMeta+A');
    await page.page.keyboard.press('Backspace');
    await page.page.keyboard.press('Shift+ArrowUp');
    assert.deepEqual(await page.postedOf('editLast'), []);
    await page.page.keyboard.press('ArrowUp');
    assert.deepEqual(await page.posted('editLast'), { type: 'editLast', conversation: 'c1' });
  });

  it('says that an earlier message is edited, and goes back', async () => {
    const page = await opened();
    await page.post({ type: 'composer', composer: { text: 'A', attachments: [], editing: 'a' } });
    await page.page
      .getByText('Editing an earlier message. It will be sent on a branch of its own.')
      .waitFor();
    assert.equal(await page.composer.inputValue(), 'A');
    await page.button('Cancel').click();
    await page.posted('cancelEdit');
    await page.post(taken);
    assert.equal(await page.page.getByText('Editing an earlier message').count(), 0);
    assert.equal(await hasFocus(page), true);
  });

  it('shows what is attached; it can be opened and taken away', async () => {
    const page = await opened();
    const attachments = [
      { id: 'x', label: 'x.ts:1–2', title: 'src/x.ts' },
      { id: 'y', label: 'y.ts', title: '' },
    ];
    await page.post({ type: 'attachments', attachments });
    await page.button('Open x.ts:1–2').click();
    assert.deepEqual(await page.posted('openAttachment'), { type: 'openAttachment', attachment: 'x' });
    await page.button('Remove y.ts').click();
    assert.deepEqual(await page.posted('detach'), { type: 'detach', attachment: 'y' });
    assert.equal(await hasFocus(page), true);
    await page.post({ type: 'attachments', attachments: [] });
    assert.equal(await page.page.locator('.field .chip').count(), 0);
  });

  it('shows what is chosen, and how much of the context is used', async () => {
    const page = await opened();
    await page.post(
      { type: 'choices', choices: { parameters: 0 } },
      { type: 'meter', meter: { used: 2810, limit: 4096, isEstimate: true, leftOut: 0, title: 'Words.' } },
    );
    await page.button('Choose a Model').waitFor();
    await page.button('System Prompt: none').waitFor();
    await page.button('Parameters').waitFor();
    assert.equal(await page.button(/≈ 2\.8k \/ 4\.1k: Words\./).textContent(), '≈ 2.8k / 4.1k');
    await page.post(
      { type: 'choices', choices: { model: 'chat-2', system: 'Reviewer', parameters: 2 } },
      { type: 'meter' },
    );
    await page.button('Model: chat-2').waitFor();
    await page.button('System Prompt: Reviewer').waitFor();
    await page.button('Parameters: 2 set for this conversation').waitFor();
    assert.equal(await page.page.locator('.meter').count(), 0);
  });

  it('gets the focus by a click beside the text', async () => {
    const page = await opened();
    await page.button('Attach a File…').focus();
    await page.page.locator('.toolbar').click({ position: { x: 2, y: 2 } });
    assert.equal(await hasFocus(page), true);
  });

  it('takes pasted text without its looks', async () => {
    const page = await opened();
    await page.page.evaluate(`
      const data = new DataTransfer();
      data.setData('text/html', '<b>bold</b>');
      data.setData('text/plain', 'plain');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      document.execCommand('insertText', false, 'plain');`);
    assert.equal(await page.composer.inputValue(), 'plain');
    assert.equal(await page.page.locator('.field b').count(), 0);
  });
});

describe('the composer of the chat view, with an input method', () => {
  const open = chatPages();

  it('leaves Enter to the input method while it composes', async () => {
    const page = await open({ state: viewState({ conversation }) });
    await page.composer.focus();
    const session = await page.page.context().newCDPSession(page.page);
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    assert.equal(await page.composer.inputValue(), 'にほん');
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const;
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    await session.send('Input.insertText', { text: '日本' });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter, windowsVirtualKeyCode: 13 });
    assert.deepEqual(await page.postedOf('send'), []);
    assert.equal(await page.composer.inputValue(), '日本');
    await page.page.keyboard.press('Enter');
    assert.equal((await page.posted('send')).text, '日本');
  });

  it('leaves to it the Enter that ends the composition, also where it comes after the end', async () => {
    const page = await open({ state: viewState({ conversation, composer: { text: '日本' } }) });
    await page.page.evaluate(`
      const textarea = document.querySelector('textarea');
      textarea.focus();
      textarea.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
      textarea.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
      textarea.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));`);
    assert.deepEqual(await page.postedOf('send'), []);
    await page.page.keyboard.press('Enter');
    await page.posted('send');
  });

  it('leaves Escape and Up to it, too', async () => {
    const page = await open({ state: viewState({ conversation: { ...conversation, isReplying: true } }) });
    await page.composer.focus();
    await page.page.evaluate(`
      for (const key of ['Escape', 'ArrowUp']) {
        document.activeElement.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, isComposing: true }));
      }`);
    assert.deepEqual(await page.postedOf('stop'), []);
    assert.deepEqual(await page.postedOf('editLast'), []);
  });
});

describe('the draft of the chat view', () => {
  const open = chatPages();

  it('is told to the host a moment after the last letter', async () => {
    const page = await open({ state: viewState({ conversation }) });
    await page.composer.pressSequentially('abc');
    assert.deepEqual(await page.posted('draft'), { type: 'draft', conversation: 'c1', text: 'abc' });
    assert.equal((await page.postedOf('draft')).length, 1);
  });

  it('is told at once when the view loses the focus, is hidden, or goes', async () => {
    const page = await open({ state: viewState({ conversation }) });
    for (const [target, event] of [
      ['window', 'blur'],
      ['window', 'pagehide'],
      ['document', 'visibilitychange'],
      ['document.documentElement', 'pointerleave'],
    ]) {
      await page.forgetPosted();
      const texts = await page.page.evaluate(`
        const textarea = document.querySelector('textarea');
        textarea.value += 'x';
        textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));
        ${target}.dispatchEvent(new Event('${event}'));
        posted.filter(({ type }) => type === 'draft').map(({ text }) => text);`);
      assert.deepEqual(texts, [await page.composer.inputValue()]);
    }
  });

  it('comes back with the state, and the cursor stays where it is when nothing differs', async () => {
    const state = viewState({ conversation, composer: { text: 'kept' } });
    const page = await open({ state });
    assert.equal(await page.composer.inputValue(), 'kept');
    await page.composer.focus();
    await page.page.keyboard.press('Home');
    await page.post(stateMessage(state));
    await page.page.keyboard.type('not ');
    assert.equal(await page.composer.inputValue(), 'not kept');
  });

  it('that was typed wins over the echo of an older one', async () => {
    const page = await open({ state: viewState({ conversation }) });
    await page.composer.pressSequentially('ab');
    await page.posted('draft');
    await page.composer.pressSequentially('c');
    await page.post(stateMessage(viewState({ conversation, composer: { text: 'ab' } })));
    assert.equal(await page.composer.inputValue(), 'abc');
    await until('the host learns of it', async () => (await page.posted('draft')).text === 'abc');
  });

  it('of another conversation comes with it, and the one before is told', async () => {
    const page = await open({ state: viewState({ conversation }) });
    await page.page.evaluate(`
      const textarea = document.querySelector('textarea');
      textarea.value = 'mine';
      textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));`);
    await page.post(stateMessage(viewState({ conversation: { id: 'c2' }, composer: { text: 'other' } })));
    assert.equal(await page.composer.inputValue(), 'other');
    assert.ok(
      (await page.postedOf('draft')).some(
        ({ conversation, text }) => conversation === 'c1' && text === 'mine',
      ),
    );
    assert.ok((await page.postedOf('draft')).every(({ conversation }) => conversation === 'c1'));
  });

  it('stays in view where nothing can be sent', async () => {
    const composer = { text: 'kept' };
    const page = await open({ state: viewState({ composer, isConnected: false }) });
    assert.equal(await page.composer.inputValue(), 'kept');
    const readOnly = 'This conversation is from a newer Inkwell.';
    await page.post(stateMessage(viewState({ composer, conversation: { ...conversation, readOnly } })));
    assert.equal(await page.composer.inputValue(), 'kept');
    await page.post(stateMessage(viewState({ conversation: { ...conversation, id: 'c2', readOnly } })));
    assert.equal(await page.composer.count(), 0);
  });
});

async function hasFocus(page: ChatPage): Promise<boolean> {
  return page.composer.evaluate((element: { matches(selector: string): boolean }) =>
    element.matches(':focus'),
  );
}

async function height(page: ChatPage): Promise<number> {
  return (await page.composer.boundingBox())?.height ?? 0;
}
