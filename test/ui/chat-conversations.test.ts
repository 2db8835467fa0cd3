import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { replyThroughGate, replyWith } from '../host/support/chat-stream.ts';
import { type ChatSession, chatForAll } from './chat-session.ts';
import type { Workbench } from './workbench.ts';

describe('Conversations of the chat', () => {
  const chat = chatForAll();

  /** A row of the list, where what is shown now has a mark before its title. */
  const row = (w: Workbench, title: string): Locator => w.quickPick(new RegExp(`^\\W*${title}$`));

  /** Begins a conversation. */
  async function talk({ panel, service }: ChatSession, question: string, answer: string): Promise<void> {
    await panel.startConversation();
    replyWith(service, answer);
    await panel.ask(question);
  }

  it('are found by their titles and by what was said in them', async () => {
    const session = chat();
    const { panel, w } = session;
    await talk(session, 'About the harbour', 'It has a sill.');
    await talk(session, 'About the bell', 'A halcyon nests in it.');
    await panel.pressInTitle('Show Conversations…');
    await row(w, 'About the bell').filter({ hasText: 'shown now' }).waitFor();
    await w.typeIntoQuickInput('harbour');
    await row(w, 'About the bell').waitFor({ state: 'detached' });
    await row(w, 'About the harbour').waitFor();
    await w.typeIntoQuickInput('halcyon');
    await row(w, 'About the harbour').waitFor({ state: 'detached' });
    await row(w, 'About the bell').filter({ hasText: 'A halcyon nests' }).waitFor();
    await w.typeIntoQuickInput('harbour');
    await row(w, 'About the bell').waitFor({ state: 'detached' });
    await row(w, 'About the harbour').click();
    await panel.waitForTexts('About the harbour', 'It has a sill.');
    await panel.waitForFocus(panel.composer);
  });

  it('go on being answered while another one is shown', async () => {
    const session = chat();
    const { panel, service, w } = session;
    const gate = replyThroughGate(service, 'One, ', 'two, ', 'three.');
    await panel.send('Count the flashes');
    await gate.waiting();
    gate.release(1);
    await panel.waitForTexts('Count the flashes', 'One,');
    await talk(session, 'Something else', 'Else.');
    await panel.waitForTexts('Something else', 'Else.');
    gate.open();
    await w.page.getByText('The reply in “Count the flashes” is there.').first().waitFor();
    await panel.startConversation();
    await panel.view
      .locator('.recents')
      .getByRole('button', { name: /^Count the flashes/ })
      .click();
    await panel.waitForTexts('Count the flashes', 'One, two, three.');
    await panel.waitForEnd(panel.lastReply);
  });

  it('are shown again while they are being answered', async () => {
    const session = chat();
    const { panel, service, w } = session;
    const gate = replyThroughGate(service, 'One, ', 'two, ', 'three.');
    await panel.send('Count the steps');
    await gate.waiting();
    gate.release(1);
    await panel.waitForTexts('Count the steps', 'One,');
    await panel.startConversation();
    gate.release(1);
    await panel.pressInTitle('Show Conversations…');
    await row(w, 'Count the steps').click();
    await panel.waitForTexts('Count the steps', 'One, two,');
    await panel.button('Stop').waitFor();
    gate.open();
    await panel.waitForTexts('Count the steps', 'One, two, three.');
    await panel.waitForEnd(panel.lastReply);
  });

  it('are renamed, in the view and in the list', async () => {
    const session = chat();
    const { panel, w } = session;
    await talk(session, 'Fog', 'Thick.');
    await w.runCommand('Inkwell: Rename Conversation…');
    await w.quickInput.locator('.quick-input-title').filter({ hasText: 'Rename Conversation' }).waitFor();
    await w.answerQuickInput('Weather');
    await panel.title.filter({ hasText: 'Weather' }).waitFor();
    await panel.pressInTitle('Show Conversations…');
    const weather = row(w, 'Weather');
    await weather.hover();
    await weather.getByRole('button', { name: 'Rename…' }).click();
    await w.quickInput.locator('.quick-input-title').filter({ hasText: 'Rename Conversation' }).waitFor();
    await w.answerQuickInput('Frost');
    await row(w, 'Frost').waitFor();
    await w.press('Escape');
    await panel.title.filter({ hasText: 'Frost' }).waitFor();
  });

  it('are deleted, and brought back by Undo', async () => {
    const session = chat();
    const { panel, w } = session;
    await talk(session, 'Delete me', 'Why?');
    await w.runCommand('Inkwell: Delete Conversation');
    const notification = await w.waitForNotification('“Delete me” was deleted.');
    await panel.log.waitFor({ state: 'hidden' });
    await panel.view
      .locator('.recents')
      .getByRole('button', { name: /^Delete me/ })
      .waitFor({ state: 'detached' });
    await notification.getByRole('button', { name: 'Undo' }).click();
    await panel.waitForTexts('Delete me', 'Why?');
  });

  it('are deleted from the list, and brought back there', async () => {
    const session = chat();
    const { panel, w } = session;
    await talk(session, 'Old gossip', 'Yes.');
    await talk(session, 'News', 'No.');
    await panel.pressInTitle('Show Conversations…');
    const gossip = row(w, 'Old gossip');
    await gossip.hover();
    await gossip.getByRole('button', { name: 'Delete' }).click();
    await gossip.waitFor({ state: 'detached' });
    await w.quickInput.getByRole('button', { name: 'Bring Back “Old gossip”' }).click();
    await gossip.waitFor();
    await gossip.click();
    await panel.waitForTexts('Old gossip', 'Yes.');
  });

  for (const [format, name, test] of [
    ['Markdown', 'talk.md', /Log keeping[\s\S]*In \*\*pencil\*\*\./],
    ['JSON', 'talk.json', /"In \*\*pencil\*\*\."/],
  ] as const) {
    it(`are exported as ${format}`, async () => {
      const session = chat();
      const { w } = session;
      await talk(session, 'Log keeping', 'In **pencil**.');
      await w.runCommand('Inkwell: Export Conversation…');
      await w.quickPick(format).click();
      const path = join(w.workspace, name);
      await w.answerSaveDialog('Log keeping', path);
      await w.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
      assert.match(await readFile(path, 'utf8'), test);
    });
  }
});
