import assert from 'node:assert/strict';
import { replyThroughGate, replyWith } from '../host/support/chat-stream.ts';
import { until } from '../until.ts';
import { type ChatPanel, history, lastSent } from './chat-panel.ts';
import { chatForAll } from './chat-session.ts';
import type { Workbench } from './workbench.ts';

describe('What is kept of the chat', () => {
  const chat = chatForAll();

  /** Hides the view by keys, right after whatever was done in it. */
  async function hide({ composer, workbench }: ChatPanel): Promise<void> {
    await composer.press('ControlOrMeta+Shift+E');
    await workbench.page.locator('.explorer-folders-view').waitFor();
    await composer.waitFor({ state: 'detached' });
  }

  async function askForTitle(w: Workbench): Promise<void> {
    await w.runCommand('Inkwell: Rename Conversation…');
    await w.quickInput.locator('.quick-input-title').filter({ hasText: 'Rename Conversation' }).waitFor();
  }

  it('is the draft, over hiding the view', async () => {
    const { panel } = chat();
    await panel.composer.pressSequentially('Is it lit');
    await hide(panel);
    await panel.open();
    await panel.waitForDraft('Is it lit');
    await panel.composer.press('End');
    await panel.composer.pressSequentially('?');
    await panel.waitForDraft('Is it lit?');
  });

  it('is the conversation, and the draft with what is attached, over loading the window anew', async () => {
    const { panel, service, w } = chat();
    replyWith(service, 'Yes.');
    await panel.ask('Is it lit?');
    await w.openFile('src/lamp.ts');
    await w.runCommand('Inkwell: Add File to Chat');
    await panel.chips.filter({ hasText: 'lamp.ts' }).waitFor();
    const draft = `${'lamp '.repeat(400)}Sure?`;
    await panel.composer.fill(draft);
    // What is typed goes to the host after a moment's rest, and is counted there; the rest is of half as many tokens.
    await panel.meter.filter({ hasText: /≈ [4-9]\d\d / }).waitFor();
    await w.reload();
    await panel.open();
    await panel.waitForTexts('Is it lit?', 'Yes.');
    await panel.title.filter({ hasText: 'Is it lit?' }).waitFor();
    await panel.waitForDraft(draft);
    await panel.chips.filter({ hasText: 'lamp.ts' }).waitFor();
    await panel.composer.press('Enter');
    await panel.waitForEnd(panel.replies.nth(1));
    const [first, second, third = ''] = history(lastSent(service));
    assert.deepEqual([first, second], ['u: Is it lit?', 'a: Yes.']);
    assert.match(third, /^u: `src\/lamp\.ts`:\n[\s\S]*\nlamp lamp [\s\S]*Sure\?$/);
  });

  it('is what came of a reply while the window was loaded anew, and the reply goes on', async () => {
    const { panel, service, w } = chat();
    const gate = replyThroughGate(service, 'The lamp ', 'never');
    await panel.send('Is it lit?');
    await gate.waiting();
    gate.release(1);
    await panel.waitForTexts('Is it lit?', 'The lamp');
    // A reply is written down a fraction of a second after it came, or with whatever else there is to write.
    await askForTitle(w);
    await w.answerQuickInput('Lamp');
    await panel.title.filter({ hasText: 'Lamp' }).waitFor();
    await w.reload();
    await panel.open();
    await panel.waitForTexts('Is it lit?', 'The lamp');
    await panel.lastReply.getByText('interrupted').waitFor();
    await panel.lastReply.getByText('The window was closed while this was being written').waitFor();
    replyWith(service, 'is lit.');
    await panel.button('Continue from Here').click();
    await panel.waitForTexts('Is it lit?', 'The lamp is lit.');
    await panel.waitForEnd(panel.lastReply);
    assert.equal(history(lastSent(service))[1], 'a: The lamp ');
  });

  it('is a reply that comes while the view is hidden', async () => {
    const { panel, service, w } = chat();
    const gate = replyThroughGate(service, 'The lamp ', 'is ', 'lit.');
    await panel.send('Is it lit?');
    await gate.waiting();
    gate.release(1);
    await panel.waitForTexts('Is it lit?', 'The lamp');
    await hide(panel);
    gate.release(1);
    await gate.waiting();
    await panel.open();
    await panel.waitForTexts('Is it lit?', 'The lamp is');
    await hide(panel);
    // The extension hears of it a moment after the window shows it, but before it is asked for anything else.
    await askForTitle(w);
    await w.dismiss();
    gate.open();
    await w.page.getByText('The reply in “Is it lit?” is there.').first().waitFor();
    await panel.open();
    await panel.waitForTexts('Is it lit?', 'The lamp is lit.');
    await panel.waitForEnd(panel.lastReply);
  });

  it('is the place that was scrolled to, over hiding the view', async () => {
    const { panel, service, w } = chat();
    replyWith(service, Array.from({ length: 80 }, (_, index) => `Step ${index}`).join('\n\n'));
    await panel.ask('Count the steps');
    const scrollTop = () => panel.log.evaluate((log: { scrollTop: number }) => Math.round(log.scrollTop));
    assert.ok((await scrollTop()) > 0, 'The end is not shown.');
    await panel.log.hover();
    await w.page.mouse.wheel(0, -600);
    await panel.button('Scroll to End').waitFor();
    const step = panel.view.getByText('Step 50', { exact: true });
    await step.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    const top = async () => Math.round((await step.boundingBox())?.y ?? Number.NaN);
    const before = await top();
    await hide(panel);
    await panel.open();
    await until('the same step is in the same place', async () => Math.abs((await top()) - before) <= 2);
  });
});
