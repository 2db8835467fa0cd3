import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator } from 'playwright-core';
import { until } from '../until.ts';
import { history, lastSent } from './chat-panel.ts';
import { type ChatSession, chatForAll } from './chat-session.ts';
import type { Workbench } from './workbench.ts';

describe('What is attached in the chat', () => {
  const chat = chatForAll();

  const inExplorer = (w: Workbench, name: string): Locator =>
    w.page.locator('.explorer-folders-view .monaco-list-row').filter({
      has: w.page.locator('.label-name', { hasText: new RegExp(`^${name.replaceAll('.', '\\.')}$`) }),
    });

  /** Unfolds folders of the explorer that are folded. */
  async function unfold(w: Workbench, ...names: string[]): Promise<void> {
    await w.showContainer('Explorer');
    for (const name of names) {
      const row = inExplorer(w, name);
      await row.waitFor();
      if ((await row.getAttribute('aria-expanded')) === 'false') {
        await row.click();
      }
    }
  }

  /** Drags something of the workbench into the view, with Shift: else VS Code lets no webview have what is dropped. */
  async function dropIntoChat({ panel, w }: ChatSession, dragged: Locator): Promise<void> {
    const [from, to] = await Promise.all([dragged.boundingBox(), panel.composer.boundingBox()]);
    assert.ok(from && to);
    const { mouse, keyboard } = w.page;
    await mouse.move(from.x + 20, from.y + 10);
    await mouse.down();
    await mouse.move(from.x + 20, from.y + 40, { steps: 3 });
    await keyboard.down('Shift');
    let step = 0;
    await until('the view would take what is dragged', async () => {
      step += 1;
      await mouse.move(to.x + 20 + (step % 10), to.y - 100);
      return panel.view.getByText('Drop to attach').isVisible();
    });
    await mouse.up();
    await keyboard.up('Shift');
  }

  it('is the selection of an editor, by its menu, with its name and lines', async () => {
    const { panel, service, w } = chat();
    await w.openFile('src/lamp.ts');
    await w.selectLines(3, 4);
    const line = w.editor.locator('.view-line').filter({ hasText: 'const character' });
    await w.chooseFromMenu(line, ['Inkwell', 'Add Selection to Chat'], { x: 20, y: 5 });
    await panel.chips.filter({ hasText: 'lamp.ts:3–4' }).waitFor();
    await panel.waitForFocus(panel.composer);
    await panel.ask('What is it?');
    const [sent = ''] = history(lastSent(service));
    assert.match(
      sent,
      /^u: `src\/lamp\.ts`, lines 3–4:\n```typescript\n\/\*\* A light's [^\n]+\nconst character = [^\n]+;\n```\n\nWhat is it\?$/,
    );
    assert.equal(await panel.chips.count(), 0);

    // The chip of the message leads back to the place.
    await w.closeEditors();
    await panel.questions.first().getByRole('button', { name: 'Open lamp.ts:3–4' }).click();
    await w.page.locator('.tab.active[data-resource-name="lamp.ts"]').waitFor();
    await w.waitForCursor(4);
  });

  it('are files that are selected in the explorer, until they are taken off', async () => {
    const { panel, service, w } = chat();
    await unfold(w, 'story');
    await inExplorer(w, 'keeper.md').click();
    await inExplorer(w, 'notes.md').click({ modifiers: ['ControlOrMeta'] });
    for (const name of ['keeper.md', 'notes.md']) {
      await inExplorer(w, name).and(w.page.locator('[aria-selected="true"]')).waitFor();
    }
    await w.chooseFromMenu(inExplorer(w, 'notes.md'), 'Add File to Chat');
    await panel.chips.filter({ hasText: 'keeper.md' }).waitFor();
    await panel.chips.filter({ hasText: 'notes.md' }).waitFor();
    await panel.button('Remove keeper.md').click();
    await panel.chips.filter({ hasText: 'keeper.md' }).waitFor({ state: 'detached' });
    await panel.ask('Who is Tom?');
    const [sent = ''] = history(lastSent(service));
    assert.match(sent, /^u: `story\/notes\.md`:\n```md\n# Notes for the story\n/);
    assert.doesNotMatch(sent, /keeper\.md/);
  });

  it('is chosen by +, and opened from its chip before it is sent', async () => {
    const { panel, w } = chat();
    await panel.button('Attach a File…').click();
    await w.quickInput.getByText('Attach to Chat').waitFor();
    await w.quickPick('tides.ts').click();
    await panel.chips.filter({ hasText: 'tides.ts' }).waitFor();
    await panel.button('Open tides.ts').click();
    await w.page.locator('.tab.active[data-resource-name="tides.ts"]').waitFor();
  });

  it('is nothing that is no text', async () => {
    const { panel, w } = chat();
    await unfold(w, 'images');
    await w.chooseFromMenu(inExplorer(w, 'lighthouse.png'), 'Add File to Chat');
    await w.waitForNotification('“images/lighthouse.png” is not text');
    await panel.open();
    assert.equal(await panel.chips.count(), 0);
  });

  it('is a file of the workspace that is dropped, without a question', async () => {
    const session = chat();
    const { panel, service, w } = session;
    await w.openFile('scripts/word_count.py');
    await dropIntoChat(session, w.page.locator('.tab.active'));
    await panel.chips.filter({ hasText: 'word_count.py' }).waitFor();
    await panel.waitForFocus(panel.composer);
    await panel.ask('What is it?');
    assert.match(history(lastSent(service))[0] ?? '', /^u: `scripts\/word_count\.py`:\n```python\n/);
  });

  it('is taken from outside of the workspace after a yes only', async () => {
    const { panel, service, w } = chat();
    const outside = join(w.workspace, '..', 'outside.txt');
    await writeFile(outside, 'From outside.');
    const drop = () =>
      panel.composer.evaluate((element, uri) => {
        const page = element.ownerDocument.defaultView;
        const data = new page.DataTransfer();
        data.setData('text/uri-list', uri);
        const init = { bubbles: true, cancelable: true, dataTransfer: data };
        element.dispatchEvent(new page.DragEvent('dragover', init));
        element.dispatchEvent(new page.DragEvent('drop', init));
      }, pathToFileURL(outside).href);
    await drop();
    const dialog = w.dialog('Attach a file from outside the workspace?').filter({ hasText: outside });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await panel.chips.count(), 0);
    await drop();
    await dialog.getByRole('button', { name: 'Attach' }).click();
    await panel.chips.filter({ hasText: 'outside.txt' }).waitFor();
    await panel.ask('What is it?');
    assert.match(history(lastSent(service))[0] ?? '', /^u: `outside\.txt`:\n```txt\nFrom outside\.\n```/);
  });
});
