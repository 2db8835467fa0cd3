import assert from 'node:assert/strict';
import { replyThroughGate, replyWith } from '../host/support/chat-stream.ts';
import { until } from '../until.ts';
import { type ChatPanel, history, lastSent } from './chat-panel.ts';
import { type ChatSession, chatForAll } from './chat-session.ts';

interface Focused {
  /** As a screen reader says it. */
  readonly name: string;
  /** Whether it can be seen, and seen to have the focus. */
  readonly isSeen: boolean;
}

/** What has the focus in the page; `null` where that is nothing, or is elsewhere in the window. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body || !document.hasFocus()) {
    return null;
  }
  const { top, bottom } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  // A text shows its cursor, and the field around it a line.
  const hasSign = element.matches('textarea') || (outlineStyle !== 'none' && outlineWidth !== '0px');
  const isInView = bottom > 0 && top < innerHeight;
  const heading = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
  return {
    name: element.ariaLabel ?? heading?.innerText ?? element.innerText.trim(),
    isSeen: hasSign && isInView && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  };
})()`;

describe('The chat is used by keyboard alone', () => {
  const chat = chatForAll();

  async function focused({ panel }: ChatSession): Promise<Focused | null> {
    const frame = await (await panel.view.locator('body').elementHandle())?.ownerFrame();
    return (await frame?.evaluate(FOCUSED)) as Focused | null;
  }

  /** Presses Tab until this has the focus; whatever has it on the way can be seen to. */
  async function tabTo(session: ChatSession, name: string, key = 'Tab'): Promise<void> {
    const passed: string[] = [];
    while (passed.length < 60) {
      await session.w.press(key);
      const now = await focused(session);
      passed.push(now?.name ?? '(nothing)');
      assert.ok(now, `The focus left the view before ${name}: ${passed.join(', ')}`);
      assert.ok(now.isSeen, `The focus cannot be seen on ${now.name}.`);
      if (now.name === name) {
        return;
      }
    }
    assert.fail(`No ${name} among ${passed.join(', ')}`);
  }

  const tabBackTo = (session: ChatSession, name: string): Promise<void> => tabTo(session, name, 'Shift+Tab');

  async function waitForFocus(session: ChatSession, name: string): Promise<void> {
    let last: Focused | null = null;
    await until(`the focus is on ${name}`, async () => {
      last = await focused(session);
      return last?.name === name && last.isSeen;
    }).catch((error: Error) => {
      throw new Error(`${error.message} It is on ${last?.name}.`);
    });
  }

  /** Runs a command by its title. */
  async function run({ w }: ChatSession, title: string): Promise<void> {
    await w.openPalette(title);
    await w.quickPick(title).and(w.page.locator('.focused')).waitFor();
    await w.press('Enter');
  }

  /** In the palette, Escape gives the focus back. */
  async function leaveQuickInput({ w }: ChatSession, title: string): Promise<void> {
    await w.quickInput.getByText(title).first().waitFor();
    await w.press('Escape');
    await w.quickInput.waitFor({ state: 'hidden' });
  }

  const isIdle = (panel: ChatPanel): Promise<void> => panel.waitForEnd(panel.lastReply);

  it('from opening it to sending, stopping and going on', async () => {
    const session = chat();
    const { panel, service, w } = session;
    await run(session, 'View: Show Explorer');
    await panel.composer.waitFor({ state: 'detached' });
    await run(session, 'Inkwell: Focus on Chat View');
    await waitForFocus(session, 'Message');

    const gate = replyThroughGate(service, 'The lamp', 'never');
    await w.page.keyboard.type('Is it lit?');
    await w.press('Enter');
    await gate.waiting();
    gate.release(1);
    await panel.waitForTexts('Is it lit?', 'The lamp');
    await waitForFocus(session, 'Message');
    await tabTo(session, 'Stop');
    await w.press('Enter');
    await isIdle(panel);
    await waitForFocus(session, 'Message');

    replyWith(service, ' is lit.');
    await tabBackTo(session, 'Continue');
    await w.press('Enter');
    await panel.waitForTexts('Is it lit?', 'The lamp is lit.');
    await isIdle(panel);
    assert.ok(await focused(session), 'The focus is lost once the reply has ended.');
  });

  it('for what can be done with messages', async () => {
    const session = chat();
    const { panel, service, w } = session;
    replyWith(service, 'First.');
    await panel.ask('Which?');
    await tabBackTo(session, 'Regenerate');
    replyWith(service, 'Second.');
    await w.press('Enter');
    await panel.waitForTexts('Which?', 'Second.');
    await isIdle(panel);
    assert.ok(await focused(session), 'The focus is lost once there is another reply.');

    await panel.composer.focus();
    await tabBackTo(session, 'Previous Branch');
    await w.press('Enter');
    await panel.waitForTexts('Which?', 'First.');
    // There is nothing before the first one: it can go on from here all the same.
    assert.match((await focused(session))?.name ?? '', /Branch$/);
    await tabTo(session, 'Next Branch');
    await w.press('Space');
    await panel.waitForTexts('Which?', 'Second.');

    await tabTo(session, 'Copy');
    await w.press('Enter');
    await w.page.locator('.statusbar').getByText('Copied.').waitFor();
    await tabBackTo(session, 'Edit and Send Again');
    await w.press('Enter');
    await panel.waitForDraft('Which?');
    await waitForFocus(session, 'Message');
    await w.press('Escape');
    await panel.waitForDraft('');

    // From message to message.
    await w.press('Alt+ArrowUp');
    await waitForFocus(session, 'chat-1');
    await w.press('Alt+ArrowUp');
    await waitForFocus(session, 'You');
    await w.press('Alt+ArrowDown');
    await w.press('Alt+ArrowDown');
    await waitForFocus(session, 'Message');

    await tabBackTo(session, 'Branch into a New Conversation');
    await w.press('Enter');
    await panel.title.filter({ hasText: 'Which? (branch)' }).waitFor();
    assert.ok(await focused(session), 'The focus is lost in the new conversation.');
  });

  it('for code', async () => {
    const session = chat();
    const { panel, service, w } = session;
    await w.openFile('story/notes.md');
    replyWith(service, '```ts\nconst lamp = 1;\n```');
    await run(session, 'Inkwell: Focus on Chat View');
    await panel.ask('How?');
    await tabBackTo(session, 'Apply as Edit, Code: ts');
    await w.press('Enter');
    const review = w.page.locator('.tab').filter({ hasText: 'notes.md (proposed)' });
    await review.waitFor();
    await w.waitForEditorFocus();
    await w.press('ControlOrMeta+K');
    await w.press('ControlOrMeta+Backspace');
    await review.waitFor({ state: 'detached' });
    // The view has the focus where it was.
    await run(session, 'Inkwell: Focus on Chat View');
    await waitForFocus(session, 'Apply as Edit, Code: ts');
    await tabBackTo(session, 'Copy, Code: ts');
    await w.press('Enter');
    await tabTo(session, 'Insert, Code: ts');
    await w.press('Enter');
    await until('the code is inserted', async () => (await w.editorText()).startsWith('const lamp = 1;'));
    await w.waitForEditorFocus();
    await run(session, 'Inkwell: Focus on Chat View');
    await waitForFocus(session, 'Insert, Code: ts');
    await tabTo(session, 'New File, Code: ts');
    await w.press('Enter');
    await w.page.locator('.tab.active[data-resource-name^="Untitled-"]').waitFor();
  });

  it('for what goes along with a message', async () => {
    const session = chat();
    const { panel, service, w } = session;
    await tabTo(session, 'Attach a File…');
    await w.press('Enter');
    await w.quickInput.getByText('Attach to Chat').waitFor();
    await w.quickPick('tides.ts').waitFor();
    await w.page.keyboard.type('tides');
    await w.quickPick('tides.ts').and(w.page.locator('.focused')).waitFor();
    await w.press('Enter');
    await panel.chips.filter({ hasText: 'tides.ts' }).waitFor();
    await waitForFocus(session, 'Message');
    await tabBackTo(session, 'Remove tides.ts');
    await w.press('Enter');
    await panel.chips.waitFor({ state: 'detached' });
    await waitForFocus(session, 'Message');

    await tabTo(session, 'Model: chat-1');
    await w.press('Enter');
    await leaveQuickInput(session, 'Model for chat');
    await waitForFocus(session, 'Model: chat-1');

    await tabTo(session, 'System Prompt: none');
    await w.press('Enter');
    await w.quickInput.getByText('System Prompt of this conversation').waitFor();
    await w.page.keyboard.type('Code only');
    await w.quickPick('Code only').and(w.page.locator('.focused')).waitFor();
    await w.press('Enter');
    await waitForFocus(session, 'System Prompt: Code only');

    await tabTo(session, 'Parameters');
    await w.press('Enter');
    await w.quickInput.getByText('Parameters of this conversation').waitFor();
    await w.page.keyboard.type('temperature');
    await w.quickPick('temperature').and(w.page.locator('.focused')).waitFor();
    await w.press('Enter');
    await w.quickInput.getByText('temperature for this conversation').waitFor();
    await w.page.keyboard.type('0.5');
    await w.press('Enter');
    await w.quickPick('temperature').filter({ hasText: '0.5 — this conversation' }).waitFor();
    await w.press('Escape');
    await waitForFocus(session, 'Parameters: 1 set for this conversation');

    await tabBackTo(session, 'Message');
    await w.page.keyboard.type('How?');
    await tabTo(session, 'Send');
    replyWith(service, '1');
    await w.press('Enter');
    await panel.waitForTexts('How?', '1');
    const { temperature } = lastSent(service);
    assert.equal(temperature, 0.5);
    assert.match(history(lastSent(service))[0] ?? '', /^s: Answer with code alone/);
    await waitForFocus(session, 'Message');
  });

  it('also where VS Code leaves the focus on the frame around the view', async () => {
    const session = chat();
    const { panel } = session;
    // As when VS Code hears late that the view had lost it.
    const page = await (await panel.view.locator('body').elementHandle())?.ownerFrame();
    await page
      ?.parentFrame()
      ?.evaluate(
        `Object.defineProperty(document, 'activeElement', { get: () => document.querySelector('iframe') })`,
      );
    await tabTo(session, 'Model: chat-1');
    await session.w.press('Enter');
    await leaveQuickInput(session, 'Model for chat');
    await waitForFocus(session, 'Model: chat-1');
    await run(session, 'Inkwell: New Conversation');
    await waitForFocus(session, 'Message');
  });

  it('for going from one conversation to another', async () => {
    const session = chat();
    const { panel, service, w } = session;
    replyWith(service, 'It turns.');
    await panel.ask('The lens');
    await run(session, 'Inkwell: New Conversation');
    await panel.log.waitFor({ state: 'hidden' });
    await waitForFocus(session, 'Message');
    await run(session, 'Inkwell: Show Conversations…');
    await w.quickInput.getByText('Conversations').first().waitFor();
    await w.page.keyboard.type('lens');
    await w.quickPick('The lens').and(w.page.locator('.focused')).waitFor();
    await w.press('Enter');
    await panel.waitForTexts('The lens', 'It turns.');
    await waitForFocus(session, 'Message');

    await run(session, 'Inkwell: New Conversation');
    await panel.log.waitFor({ state: 'hidden' });
    await panel.view.locator('.recents button').first().waitFor();
    await tabBackTo(session, 'Show All');
    await w.press('Enter');
    await leaveQuickInput(session, 'Conversations');
    await waitForFocus(session, 'Show All');
    await w.press('Shift+Tab');
    assert.equal((await focused(session))?.isSeen, true);
  });
});
