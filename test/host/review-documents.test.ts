import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../service/sample-service.ts';
import { answerEdit } from './support/edit-answer.ts';
import { apply, editSession } from './support/edit-session.ts';
import { openText, undo, until } from './support/inkwell.ts';
import {
  activeReview,
  change,
  editProposed,
  PROPOSED,
  proposed,
  proposes,
  review,
  reviewTabs,
  SCHEME,
  TEXT,
} from './support/review.ts';
import type { Session } from './support/session.ts';
import { editorSettings, folderForEach, type TestFolder } from './support/test-folder.ts';

describe('A document under review', () => {
  const session = editSession();
  const folder = folderForEach();
  const set = editorSettings();
  let service: SampleService;
  let answers: Session['answers'];
  let said: Session['said'];
  let at: TestFolder['at'];
  let open: TestFolder['open'];
  let read: TestFolder['read'];
  let write: TestFolder['write'];
  let remove: TestFolder['remove'];

  beforeEach(() => {
    ({ service, answers, said } = session());
    ({ at, open, read, write, remove } = folder());
  });

  const isGone = (): boolean => reviewTabs().length === 0;

  it('gets the proposal also after its own tab was closed', async () => {
    await open('a.txt', TEXT);
    await review(service, PROPOSED);
    const own = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputText);
    await vscode.window.tabGroups.close(own);
    await apply();
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), at('a.txt').toString());
    assert.equal(vscode.window.activeTextEditor?.document.getText(), PROPOSED);
    await undo();
    assert.equal(vscode.window.activeTextEditor?.document.getText(), TEXT);
    assert.equal(await read('a.txt'), TEXT);
  });

  it('does not come back when it was deleted by another program, and its proposal is offered as a new file', async () => {
    const editor = await open('a.txt', TEXT);
    await review(service, PROPOSED);
    await remove('a.txt');
    answers.set('is no longer there', 'Open as New File');
    await apply();
    await until('it is in a new file', () => vscode.window.activeTextEditor?.document.isUntitled === true);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), PROPOSED);
    assert.equal(editor.document.getText(), TEXT);
    await assert.rejects(read('a.txt'));
    assert.equal(reviewTabs().length, 1, 'there may be something to copy');
  });

  it('gets the proposal though its file was deleted where the editor has what is not saved', async () => {
    const editor = await open('a.txt', TEXT);
    await change(editor.document, 'one', 'not saved');
    await remove('a.txt');
    await review(service, PROPOSED.replace('one', 'not saved'));
    await apply();
    assert.equal(editor.document.getText(), PROPOSED.replace('one', 'not saved'));
  });

  it('takes its review along when it is deleted in VS Code, and the proposal is offered as a new file', async () => {
    await open('a.txt', TEXT);
    await review(service, PROPOSED);
    await editProposed('TWO', 'zwei');
    answers.set('was deleted', 'Open as New File');
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(at('a.txt'));
    assert.equal(await vscode.workspace.applyEdit(edit), true);
    await until('it is in a new file', () => vscode.window.activeTextEditor?.document.isUntitled === true);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), PROPOSED.replace('TWO', 'zwei'));
    assert.ok(isGone());
    assert.equal(session().shown.filter(({ text }) => text.includes('was deleted')).length, 1);
  });

  it('keeps its review when it is renamed', async () => {
    await open('a.txt', TEXT);
    await review(service, PROPOSED);
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(at('a.txt'), at('b.txt'));
    assert.equal(await vscode.workspace.applyEdit(edit), true);
    await until(
      'its new name is on the left',
      () => activeReview()?.original.path.endsWith('/b.txt') === true,
    );
    assert.equal(reviewTabs().length, 1);
    await apply();
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), at('b.txt').toString());
    assert.equal(vscode.window.activeTextEditor?.document.getText(), PROPOSED);
    await assert.rejects(read('a.txt'));
    assert.ok(isGone());
  });

  it('keeps its review when a folder above it is renamed', async () => {
    await open('old/a.txt', TEXT);
    await review(service, PROPOSED);
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(at('old'), at('new'));
    assert.equal(await vscode.workspace.applyEdit(edit), true);
    await until(
      'its new place is on the left',
      () => activeReview()?.original.path.includes('/new/') === true,
    );
    await apply();
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), at('new/a.txt').toString());
    assert.equal(vscode.window.activeTextEditor?.document.getText(), PROPOSED);
  });

  it('gets only what is proposed when it is reverted meanwhile', async () => {
    const editor = await open('a.txt', TEXT);
    await change(editor.document, 'one', 'not saved');
    await review(service, PROPOSED.replace('one', 'not saved'));
    await vscode.window.showTextDocument(editor.document);
    // The review has it on its left side, too: there, the proposal would be reverted.
    await until('it is active', () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputText && String(input.uri) === String(editor.document.uri);
    });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until('it is as it was', () => editor.document.getText() === TEXT);
    const [tab] = reviewTabs();
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    await vscode.commands.executeCommand('vscode.diff', tab.input.original, tab.input.modified);
    await until('the review is in view', () => activeReview() !== undefined);
    await until('it is carried over', () => proposes(PROPOSED));
    await apply();
    assert.equal(editor.document.getText(), PROPOSED);
  });

  it('is not written into when it was made read-only meanwhile, and its proposal stays', async () => {
    const editor = await open('a.txt', TEXT);
    await review(service, PROPOSED);
    await set('files.readonlyInclude', { [`${folder().name}/a.txt`]: true });
    await apply();
    assert.deepEqual(said('takes no edits').actions, ['Open as New File']);
    assert.equal(editor.document.getText(), TEXT);
    assert.equal(proposed().getText(), PROPOSED);
    answers.set('takes no edits', 'Open as New File');
    await apply();
    await until('it is in a new file', () => vscode.window.activeTextEditor?.document.isUntitled === true);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), PROPOSED);
  });

  it('is saved by auto-save as it is, never with what is only proposed', async () => {
    await set('files.autoSaveDelay', 10);
    await set('files.autoSave', 'afterDelay');
    const editor = await open('a.txt', TEXT);
    await review(service, PROPOSED);
    await editProposed('TWO', 'zwei');
    await change(editor.document, 'six', 'sechs');
    await until('both are saved', () => !editor.document.isDirty && !proposed().isDirty);
    assert.equal(await read('a.txt'), TEXT.replace('six', 'sechs'));
    await until('it is carried over', () => proposed().getText().includes('sechs'));
    await apply();
    const applied = PROPOSED.replace('TWO', 'zwei').replace('six', 'sechs');
    assert.equal(editor.document.getText(), applied);
    await until('it is saved', () => !editor.document.isDirty);
    assert.equal(await read('a.txt'), applied);
  });

  it('takes up what another program writes into its file', async () => {
    const editor = await open('a.txt', TEXT);
    await review(service, PROPOSED);
    await write('a.txt', `zero\n${TEXT}`);
    await until('VS Code has read it', () => editor.document.getText().startsWith('zero'));
    await until('it is carried over', () => proposes(`zero\n${PROPOSED}`));
    await apply();
    assert.equal(editor.document.getText(), `zero\n${PROPOSED}`);
  });

  it('keeps its review when it is untitled and is saved, also where saving alters it', async () => {
    await set('files.trimTrailingWhitespace', true);
    const uri = at('named.txt').with({ scheme: 'untitled' });
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), TEXT.replace('four', 'four  ')));
    await review(service, PROPOSED.replace('four', 'four  '));
    assert.ok(await vscode.workspace.save(uri));
    await until('the file is on the left', () => activeReview()?.original.scheme === at('').scheme);
    await until('it is carried over', () => proposes(PROPOSED));
    await apply();
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), at('named.txt').toString());
    assert.equal(vscode.window.activeTextEditor?.document.getText(), PROPOSED);
    assert.equal(await read('named.txt'), TEXT);
  });

  it('takes its review along when it is untitled and thrown away', async () => {
    const editor = await openText(TEXT);
    await review(service, PROPOSED);
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('nothing is left', () => isGone() && editor.document.isClosed);
  });

  it('may be the cell of a notebook', async () => {
    const data = new vscode.NotebookData([
      new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'a = 1\nb = 2\n', 'python'),
      new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'c = 3\n', 'python'),
    ]);
    const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', data);
    await vscode.window.showNotebookDocument(notebook);
    const cell = notebook.cellAt(0).document;
    const { modified } = await reviewOf(cell.uri, 'a = 1\nb = 20\n');
    await until('it is Python', () => proposed().languageId === 'python');
    assert.equal(proposed().getText(), 'a = 1\nb = 20\n');
    assert.equal(modified.scheme, SCHEME);
    await apply();
    assert.equal(cell.getText(), 'a = 1\nb = 20\n');
    assert.equal(notebook.cellAt(1).document.getText(), 'c = 3\n');
    assert.ok(isGone());
    assert.ok(vscode.window.activeNotebookEditor?.notebook === notebook);
  });

  /** Edits a document that a key binding names, as the service then answers. */
  async function reviewOf(uri: vscode.Uri, text: string): Promise<vscode.TabInputTextDiff> {
    answerEdit(service, text);
    await vscode.commands.executeCommand('inkwell.editWithInstruction', { uri, instruction: 'Change it.' });
    await until('the review is in view', () => activeReview() !== undefined);
    await until('the proposal is open', () =>
      vscode.workspace.textDocuments.some((open) => String(open.uri) === String(activeReview()?.modified)),
    );
    const shown = activeReview();
    assert.ok(shown);
    return shown;
  }
});
