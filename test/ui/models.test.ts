import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../until.ts';
import { sharedWindow } from './shared-window.ts';
import type { Workbench } from './workbench.ts';

const pane = (w: Workbench): Locator =>
  w.page.locator('.pane').filter({ has: w.page.locator('.pane-header', { hasText: /^Models/ }) });

const row = (w: Workbench, text: string | RegExp): Locator =>
  pane(w).locator('.monaco-list-row').filter({ hasText: text }).first();

describe('Show Models', () => {
  const session = sharedWindow();

  // What people show stays shown from one test to the next.
  afterEach(async function () {
    // After one that failed, there is another window.
    if (this.currentTest?.state === 'passed') {
      const { w } = session();
      await w.chooseFromMenu(pane(w).locator('.pane-header .title'), "Hide 'Models'");
      await pane(w).waitFor({ state: 'detached' });
    }
  });

  it('has in the menu of a model what it can be used for, and what is known of it', async () => {
    const { w } = session();
    await w.runCommand('Inkwell: Show Models');
    await row(w, /complete-1completes text/).waitFor();
    for (const [task, use] of [
      ['Completing Text', 'completes text'],
      ['Chat', 'chats'],
      ['Editing by Instruction', 'edits'],
      ['Search by Meaning', 'searches'],
    ] as const) {
      await w.chooseFromMenu(row(w, 'complete-1-older'), `Use for ${task}`);
      await row(w, new RegExp(`^complete-1-older.*${use}`)).waitFor();
    }
    await w.chooseFromMenu(row(w, 'complete-1-older'), 'Copy Identifier');
    await until(
      'it is copied',
      async () => (await w.page.evaluate('navigator.clipboard.readText()')) === 'complete-1-older',
    );
    await w.chooseFromMenu(row(w, 'complete-1-older'), 'Show as JSON');
    await w.editor.locator('.view-line', { hasText: '"complete-1-older"' }).waitFor();
  });

  it('shows a view that was not there before, from which a model is chosen by keyboard', async () => {
    const { w } = session();
    await w.showContainer('Inkwell');
    await w.webview().locator('textarea').waitFor();
    assert.equal(await pane(w).count(), 0);
    await w.runCommand('Inkwell: Show Models');
    await row(w, /complete-1completes text/).waitFor();
    await row(w, 'chat-1-long').click();
    await row(w, 'Owner').waitFor();
    await w.press('ArrowDown');
    await w.press('Enter');
    await w.quickPick('Chat').waitFor();
    await w.quickPick('Chat').click();
    await w.press('Enter');
    await row(w, /chat-1-longchats/).waitFor();
    await w.webview().getByText('chat-1-long').first().waitFor();
  });

  it('says in the view why there are none, and has a key set or asks again there', async () => {
    const { w, service } = session();
    service.fault({ type: 'status', status: 401, error: { message: 'Incorrect API key provided' } });
    await w.runCommand('Inkwell: Show Models');
    await pane(w).getByText('refused the key: Incorrect API key provided').waitFor();
    await row(w, 'Set Key').waitFor();
    assert.equal(await w.notification('').count(), 0);
    await row(w, 'Retry').click();
    await row(w, 'org/tuned:chat-1').waitFor();
  });
});

describe('Check Connection', () => {
  const session = sharedWindow();

  it('shows a report, measures the first token when told to, and is copied by its button', async () => {
    const { w } = session();
    await w.runCommand('Inkwell: Check Connection');
    const question = await w.waitForNotification('Measure the time to the first token');
    await question.getByRole('button', { name: 'Measure' }).click();
    await w.editor
      .locator('.view-line')
      .filter({ hasText: /Connection.report/ })
      .waitFor();
    await w.page.getByRole('button', { name: 'Copy Connection Report' }).click();
    await w.page.locator('.statusbar').getByText('The report is copied').waitFor();
    const copied: string = await w.page.evaluate('navigator.clipboard.readText()');
    assert.match(copied, /- Address: http:\/\/127\.0\.0\.1/);
    assert.ok(!copied.includes('sk-sample'));
  });
});
