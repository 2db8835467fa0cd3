import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { saying } from '../host/support/completion-stream.ts';
import { sharedWindow } from './shared-window.ts';

const QUICKLY = { 'inkwell.inlineCompletion.delay': 0, 'editor.quickSuggestions': { other: 'off' } };

/** The entry among VS Code's language status, which is in a hover of the status bar, as soon as it says this. */
async function status({ w }: ReturnType<ReturnType<typeof sharedWindow>>, text: string): Promise<Locator> {
  const entries = w.page.locator('.hover-language-status .element');
  if ((await entries.count()) === 0) {
    await w.page.locator('.statusbar-item[id="status.languageStatus"]').click();
  }
  const entry = entries.filter({ hasText: `Inkwell inline completions ${text}` });
  await entry.waitFor();
  return entry;
}

describe('inline completions', () => {
  const session = sharedWindow({ settings: { ...QUICKLY, 'inkwell.inlineCompletion.enabled': true } });

  beforeEach(async () => {
    const { w } = session();
    await w.openFile('story/notes.md');
    await (await status(session(), 'are on')).filter({ hasText: 'complete-1' }).waitFor();
    await w.openFile('story/notes.md');
    await w.waitForEditorFocus();
    await w.press('ControlOrMeta+End');
    await w.waitForCursor(7, 1);
  });

  it('stand behind the cursor, go along with what is typed, and are taken by Tab', async () => {
    const { w, service } = session();
    // Whichever letter it is that VS Code asks after.
    service.fault(saying('lamp is lit'), { times: Number.POSITIVE_INFINITY });
    await w.page.keyboard.type('The ');
    // What is suggested stands in the line, as what is written does; the cursor is where that ends.
    const line = w.editor.locator('.view-line').filter({ hasText: /^The.lamp.is.lit$/ });
    await line.waitFor();
    await w.waitForCursor(7, 5);
    const sent = service.requests.length;
    await w.page.keyboard.type('lamp');
    await w.waitForCursor(7, 9);
    await line.waitFor();
    assert.equal(service.requests.length, sent);
    // VS Code asks what comes after what is taken.
    service.clearFaults();
    service.fault(saying(''), { times: Number.POSITIVE_INFINITY });
    await w.press('Tab');
    await w.waitForCursor(7, 16);
    await line.waitFor();
  });

  it('say why they are paused where they do not get in the way', async () => {
    const { w, service } = session();
    service.fault({ type: 'status', status: 401 });
    await w.page.keyboard.type('x');
    await service.nextRequest();
    const paused = await status(session(), 'are paused');
    await paused.filter({ hasText: 'key refused' }).waitFor();
    assert.equal(await w.notification('').count(), 0);
    await paused.getByText('Details…').click();
    const message = await w.waitForNotification('refused the key');
    await message.getByRole('button', { name: 'Set Key' }).waitFor();
  });
});

describe('inline completions that are off', () => {
  const session = sharedWindow({ settings: QUICKLY });

  it('are switched on in the status, for a language', async () => {
    const { w, service } = session();
    await w.openFile('src/lamp.ts');
    await (await status(session(), 'are off')).getByText('Turn On…').click();
    await w.quickPick('Turn On for “typescript”').click();
    await (await status(session(), 'are on')).getByText('Turn Off…').waitFor();
    await w.openFile('story/notes.md');
    await status(session(), 'are off');
    assert.equal(service.requests.length, 0);
  });
});
