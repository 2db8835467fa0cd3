import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerEdit } from '../host/support/edit-answer.ts';
import { until } from '../until.ts';
import { ReviewTab, waitForText } from './review-tab.ts';
import { sharedWindow } from './shared-window.ts';

describe('Edit with Instruction', () => {
  const session = sharedWindow({ settings: { 'inkwell.edit.parameters': { n: 2 } } });

  /** A file of the workspace as it is on the disk. */
  const onDisk = (path: string): Promise<string> => readFile(join(session().w.workspace, path), 'utf8');
  const instructions = (): string[] =>
    session().service.requests.map(({ json }) => (json as { instruction: string }).instruction);

  /** Opens a file with the cursor at its beginning, and nothing selected. */
  async function open(path: string): Promise<string> {
    const { w } = session();
    await w.openFile(path);
    // VS Code keeps what was selected in it before.
    await w.goToLine(1);
    return onDisk(path);
  }

  /** Runs it from the palette without the mouse. */
  async function askByKeys(): Promise<void> {
    const { w } = session();
    await w.openPalette('Inkwell: Edit with Instruction…');
    const focused = w.quickInput.locator('.monaco-list-row.focused');
    await until('the command is at hand', async () => {
      const text = await focused.textContent().catch(() => '');
      if (text?.includes('Edit with Instruction…')) {
        return true;
      }
      await w.press('ArrowDown');
      return false;
    });
    await w.press('Enter');
    await w.quickInput.getByText('Edit all of “lamp.ts”').waitFor();
  }

  async function chord(second: string): Promise<void> {
    const { w } = session();
    await w.press('ControlOrMeta+K');
    await w.press(second);
  }

  it('goes from the editor’s menu by the mouse to what is applied, without what an arrow rejected', async () => {
    const { w, service } = session();
    const file = await open('src/lamp.ts');
    answerEdit(service, file.replace('var s', 'let s').replace('tide ==', 'tide ==='));
    const review = new ReviewTab(w, 'lamp.ts');
    const firstLine = w.editor.locator('.view-line').first();
    await w.chooseFromMenu(firstLine, 'Edit with Instruction…', { x: 5, y: 5 });
    await w.quickInput.getByText('Edit all of “lamp.ts”').waitFor();
    await w.quickPick('Simplify').click();
    await review.waitFor();
    await review.waitForProposed('let s');
    await w.page.locator('.statusbar-item').filter({ hasText: 'Proposal: 2 changes' }).waitFor();
    await w.waitForNotification('“lamp.ts”: 2 changes proposed.');
    await review.arrows.first().click();
    await review.waitForProposed('var s');
    await w.page.locator('.statusbar-item').filter({ hasText: 'Proposal: 1 change' }).waitFor();
    assert.equal(await onDisk('src/lamp.ts'), file);

    await review.action('Apply Proposal').click();
    await review.waitForEnd();
    await waitForText(
      w,
      'what was not rejected is applied',
      (text) => text.includes('var s') && text.includes('tide ==='),
    );
    assert.equal(await onDisk('src/lamp.ts'), file, 'nothing is saved');
    await w.waitForEditorFocus();
    await w.press('ControlOrMeta+Z');
    await waitForText(w, 'it is as it was', (text) => text.includes('tide == undefined'));
    await w.page.locator('.tab.active:not(.dirty)').waitFor();
    assert.match(instructions().join(), /^Make this simpler/);
  });

  it('goes by the keyboard alone to the next proposal, and to what is applied', async () => {
    const { w, service } = session();
    const file = await open('src/lamp.ts');
    const review = new ReviewTab(w, 'lamp.ts');
    answerEdit(service, file.replace('var s', 'let s'), file.replace('var s', 'const s'));
    await askByKeys();
    await w.page.keyboard.type('No var.');
    await w.quickPick('No var.').waitFor();
    await w.press('Enter');
    await review.waitFor();
    await review.waitForProposed('let s');
    await chord('ControlOrMeta+N');
    await review.waitForProposed('const s');
    await w.waitForNotification('“lamp.ts”: proposal 2 of 2, 1 change.');
    await chord('ControlOrMeta+Enter');
    await review.waitForEnd();
    await waitForText(w, 'it is applied', (text) => text.includes('const s'));
    await w.waitForEditorFocus();
    await w.press('ControlOrMeta+Z');
    await waitForText(w, 'it is as it was', (text) => text.includes('var s'));
    assert.deepEqual(instructions(), ['No var.']);
  });

  it('is discarded by the keyboard, with what was changed by hand', async () => {
    const { w, service } = session();
    const file = await open('src/lamp.ts');
    const review = new ReviewTab(w, 'lamp.ts');
    answerEdit(service, file.replace('var s', 'let s'));
    await askByKeys();
    await w.page.keyboard.type('Use let.');
    await w.quickPick('Use let.').waitFor();
    await w.press('Enter');
    await review.waitFor();
    await review.waitForProposed('let s');
    await w.waitForEditorFocus();
    await w.page.keyboard.type('typed');
    await review.waitForProposed('typed');
    await chord('ControlOrMeta+Backspace');
    await review.waitForEnd();
    await waitForText(w, 'it is as it was', (text) => text.includes('var s') && !text.includes('typed'));
    assert.equal(await w.page.locator('.monaco-dialog-box').count(), 0);
  });

  it('has earlier instructions at hand, which can be removed, and what was typed but not used', async () => {
    const { w, service } = session();
    const file = await open('src/lamp.ts');
    const review = new ReviewTab(w, 'lamp.ts');
    await askByKeys();
    await w.page.keyboard.type('Rename s to seco');
    await w.quickPick('Rename s to seco').waitFor();
    await w.press('Escape');
    await w.quickInput.waitFor({ state: 'hidden' });
    assert.equal(service.requests.length, 0);

    answerEdit(service, file.replace('var s', 'var seconds'));
    await askByKeys();
    await w.quickPick('Rename s to seco').waitFor();
    // It is selected, so that something else can be typed at once.
    await w.press('End');
    await w.page.keyboard.type('nds');
    await w.quickPick('Rename s to seconds').waitFor();
    await w.press('Enter');
    await review.waitFor();
    assert.deepEqual(instructions(), ['Rename s to seconds']);
    await chord('ControlOrMeta+Backspace');
    await review.waitForEnd();

    await open('src/lamp.ts');
    await askByKeys();
    const earlier = w.quickPick('Rename s to seconds');
    await earlier.hover();
    await earlier.getByRole('button', { name: 'Remove from the List' }).click();
    await earlier.waitFor({ state: 'detached' });
    await w.quickPick('Simplify').waitFor();
    await w.press('Escape');
  });
});
