import assert from 'node:assert/strict';
import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerEdit } from '../host/support/edit-answer.ts';
import { until } from '../until.ts';
import { ReviewTab, waitForText } from './review-tab.ts';
import { sharedWindow } from './shared-window.ts';

describe('A review', () => {
  const session = sharedWindow();

  const onDisk = (path: string): Promise<string> => readFile(join(session().w.workspace, path), 'utf8');

  /** Edits a whole file as the service then answers. */
  async function reviewOf(path: string, find: string, replacement: string): Promise<ReviewTab> {
    const { w, service } = session();
    const file = await onDisk(path);
    assert.ok(file.includes(find));
    answerEdit(service, file.replaceAll(find, replacement));
    await w.openFile(path);
    await w.goToLine(1);
    await w.runCommand('Inkwell: Edit with Instruction…');
    await w.quickPick('Simplify').click();
    const review = new ReviewTab(w, path.split('/').at(-1) ?? '');
    await review.waitFor();
    await review.waitForProposed(replacement);
    return review;
  }

  describe('of what was changed meanwhile in the same place', () => {
    let review: ReviewTab;

    beforeEach(async () => {
      const { w } = session();
      review = await reviewOf('src/lamp.ts', ' = ', ' := ');
      await w.page.locator('.tab[data-resource-name="lamp.ts"]').first().click();
      await w.goToLine(8);
      await w.page.keyboard.type('//');
      await waitForText(w, 'the line is another one', (text) => text.includes('  //var s'));
      await review.tab.click();
      await review.waitFor();
    });

    const question = () =>
      session().w.dialog('“lamp.ts” was changed in a place that the proposal changes too.');

    it('stays open after Cancel, and then gets the proposal there', async () => {
      const { w } = session();
      await review.action('Apply Proposal').click();
      await question().filter({ hasText: 'All other changes are applied either way.' }).waitFor();
      await question().getByRole('button', { name: 'Cancel' }).click();
      await question().waitFor({ state: 'detached' });
      await review.waitFor();
      await review.action('Apply Proposal').click();
      await question().getByRole('button', { name: 'Take the Proposal There' }).click();
      await review.waitForEnd();
      await waitForText(
        w,
        'the proposal is there',
        (text) => text.includes('\n  var s := ') && text.includes('tide := nextTide'),
      );
    });

    it('leaves what is there where that is wanted, and applies the rest', async () => {
      const { w } = session();
      await review.action('Apply Proposal').click();
      await question().getByRole('button', { name: 'Keep What Is There' }).click();
      await review.waitForEnd();
      await waitForText(
        w,
        'it is kept',
        (text) => text.includes('  //var s = ') && text.includes('tide := nextTide'),
      );
    });
  });

  it('of several files goes from the explorer’s menu to what is applied in all of them', async () => {
    const { w, service } = session();
    const paths = ['drafts/keeper.md', 'drafts/notes.md'];
    await cp(join(w.workspace, 'story'), join(w.workspace, 'drafts'), { recursive: true });
    const folder = w.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: /^drafts$/ });
    await folder.waitFor();
    await w.chooseFromMenu(folder, 'Edit Files with Instruction…');
    await w.quickInput.getByText('Edit 2 files').waitFor();
    await w.typeIntoQuickInput('Write it in upper case.');
    await w.quickPick('Write it in upper case.').click();
    const question = w.dialog('Edit 2 files with edit-1?');
    for (const part of [
      '“Write it in upper case.”',
      ...paths,
      `are sent to ${new URL(service.baseUrl).host}.`,
      'Nothing is written before you have looked at what is proposed.',
    ]) {
      await question.filter({ hasText: part }).waitFor();
    }
    assert.equal(service.requests.length, 0);
    await question.getByRole('button', { name: 'Edit 2 Files' }).click();
    const tab = w.page.locator('.tab.active').filter({ hasText: 'Write it in upper case.' });
    await tab.waitFor();
    const view = w.page.locator('.editor-group-container.active .monaco-component.multiDiffEditor');
    await view.locator('.view-line').filter({ hasText: "KEEPER'S LAST WINTER" }).first().waitFor();
    assert.match(await onDisk('drafts/keeper.md'), /Keeper's Last Winter/);
    await w.page
      .locator('.editor-group-container.active .editor-actions')
      .getByRole('button', { name: /^Apply All Proposals/ })
      .click();
    await tab.waitFor({ state: 'detached' });
    // VS Code saves what a refactoring has changed in several files.
    await until('both are written', async () => {
      const texts = await Promise.all(paths.map(onDisk));
      return texts.every((text) => text === text.toUpperCase());
    });
  });

  it('goes on in another group of editors', async () => {
    const { w } = session();
    const review = await reviewOf('src/tides.ts', 'export', 'exported');
    await w.runCommand('View: Move Editor into Right Group');
    await until(
      'there are two groups',
      async () => (await w.page.locator('.editor-group-container').count()) === 2,
    );
    await review.waitFor();
    await review.waitForProposed('exported');
    await review.action('Apply Proposal').click();
    await review.waitForEnd();
    await waitForText(w, 'it is applied', (text) => text.includes('exported'));
  });

  it('goes on with its sides swapped', async () => {
    const { w } = session();
    const review = await reviewOf('src/lamp.ts', 'var ', 'let ');
    await review.action('Swap Left and Right Side').click();
    await review.original.locator('.view-line').filter({ hasText: 'let s' }).waitFor();
    await w.runCommand('Inkwell: Apply Proposal');
    await w.page.locator('.tab.active.dirty[data-resource-name="lamp.ts"]').waitFor();
    await waitForText(w, 'it is applied', (text) => text.includes('let s'));
  });

  it('is over when its tab is closed, with what was changed by hand', async () => {
    const { w } = session();
    const review = await reviewOf('src/lamp.ts', 'var ', 'let ');
    await w.waitForEditorFocus();
    await w.page.keyboard.type('typed');
    await review.waitForProposed('typed');
    await review.tab.hover();
    await review.tab.locator('.tab-actions .action-label').click();
    await w.dialog('Do you want to save').getByRole('button', { name: "Don't Save" }).click();
    await review.waitForEnd();
    await waitForText(
      w,
      'the file is as it was',
      (text) => text.includes('var s') && !text.includes('typed'),
    );
    await w.page.locator('.statusbar-item').filter({ hasText: 'Proposal' }).waitFor({ state: 'hidden' });
  });

  it('is gone after a reload, without an error', async () => {
    const { w } = session();
    const review = await reviewOf('src/lamp.ts', 'var ', 'let ');
    await w.clearNotifications();
    await w.reloadInOrder();
    await w.page.locator('.tab[data-resource-name="lamp.ts"]').first().waitFor();
    await review.waitForEnd();
    await w.page.locator('.tab.active[data-resource-name="lamp.ts"]').waitFor();
    await waitForText(w, 'the file is as it was', (text) => text.includes('var s'));
    assert.equal(await w.page.locator('.notifications-toasts .notification-list-item').count(), 0);
    assert.equal(await w.page.getByText('could not be opened').count(), 0);
  });

  it('that was changed by hand is offered as a new file after a reload', async () => {
    const { w } = session();
    const review = await reviewOf('src/lamp.ts', 'var ', 'let ');
    await w.waitForEditorFocus();
    await w.page.keyboard.type('typed');
    await review.waitForProposed('typed');
    await until('VS Code has kept it', async () => {
      for await (const file of glob('Backups/*/inkwell-proposal/*', { cwd: w.userData })) {
        if ((await readFile(join(w.userData, file), 'utf8')).includes('typed')) {
          return true;
        }
      }
      return false;
    });
    await w.reloadInOrder();
    const offer = await w.waitForNotification('A proposal for “lamp.ts” that you had changed was still open');
    await review.waitForEnd();
    await offer.getByRole('button', { name: 'Open as New File' }).click();
    await w.page.locator('.tab.active[data-resource-name^="Untitled-"]').waitFor();
    await waitForText(w, 'it is in a new file', (text) => text.includes('typed') && text.includes('let s'));
  });

  it('is what the light bulb’s fix of a problem leads to', async () => {
    const { w, service } = session();
    const text = "export const tides: number = 'high';\n";
    await writeFile(join(w.workspace, 'src', 'broken.ts'), text);
    await w.openFile('src/broken.ts');
    await w.editor.locator('.squiggly-error').first().waitFor({ timeout: 30_000 });
    await w.goToLine(1);
    for (let word = 0; word < 3; word += 1) {
      await w.press('ControlOrMeta+ArrowRight');
    }
    answerEdit(service, "export const tides: string = 'high';");
    const fix = w.page.locator('.action-widget .monaco-list-row').filter({ hasText: 'Fix with Inkwell' });
    await w.press('ControlOrMeta+.');
    await fix.waitFor();
    await fix.click();
    const review = new ReviewTab(w, 'broken.ts');
    await review.waitFor();
    await review.waitForProposed('string');
    const request = service.requests.find(({ path }) => path === '/v1/edits')?.json as
      | { instruction: string }
      | undefined;
    assert.match(
      request?.instruction ?? '',
      /^Fix this, and change nothing else: Type 'string' is not assignable to type 'number'/,
    );
    await review.action('Apply Proposal').click();
    await review.waitForEnd();
    await waitForText(w, 'it is applied', (shown) => shown.includes('tides: string'));
  });
});
