import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { editSession } from './support/edit-session.ts';
import { until } from './support/inkwell.ts';
import { SCHEME } from './support/review.ts';
import type { Session } from './support/session.ts';
import { editorSettings, folderForEach, type TestFolder } from './support/test-folder.ts';

describe('A document under review', () => {
  const session = editSession();
  const folder = folderForEach();
  const set = editorSettings();
  let answers: Session['answers'];
  let said: Session['said'];
  let at: TestFolder['at'];
  let write: TestFolder['write'];
  let read: TestFolder['read'];
  let remove: TestFolder['remove'];

  beforeEach(() => {
    ({ answers, said } = session());
    ({ at, write, read, remove } = folder());
  });

  describe('with others', () => {
    const proposals = (): vscode.TextDocument[] =>
      vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === SCHEME);

    async function reviewFiles(...paths: readonly string[]): Promise<void> {
      for (let several = 2; several <= 5; several += 1) {
        answers.set(`Edit ${several} files with`, `Edit ${several} Files`);
      }
      const before = new Set(proposals());
      await vscode.commands.executeCommand('inkwell.editFiles', {
        uris: paths.map(at),
        instruction: 'Write it in upper case.',
      });
      await until(
        'all are proposed',
        () => proposals().filter((open) => !before.has(open)).length === paths.length,
      );
    }
    const applyAll = (): Thenable<unknown> => vscode.commands.executeCommand('inkwell.applyAllProposals');
    const textOf = async (path: string): Promise<string> =>
      (await vscode.workspace.openTextDocument(at(path))).getText();

    for (const isSaved of [true, false]) {
      it(`is ${isSaved ? '' : 'not '}saved when all are applied, as VS Code’s own setting says`, async () => {
        await set('files.refactoring.autoSave', isSaved);
        await write('a.txt', 'one\r\n');
        await write('b.txt', 'two\n');
        await reviewFiles('a.txt', 'b.txt');
        await applyAll();
        assert.equal(await textOf('a.txt'), 'ONE\r\n');
        assert.equal(await textOf('b.txt'), 'TWO\n');
        if (isSaved) {
          await until('they are saved', () =>
            vscode.workspace.textDocuments.every(({ isDirty }) => !isDirty),
          );
        }
        assert.equal(await read('a.txt'), isSaved ? 'ONE\r\n' : 'one\r\n');
        assert.equal(await read('b.txt'), isSaved ? 'TWO\n' : 'two\n');
      });
    }

    it('is named when it is gone, and the others are applied before anybody has read that', async () => {
      await write('a.txt', 'one\n');
      await write('b.txt', 'two\n');
      await write('c.txt', 'three\n');
      await reviewFiles('a.txt', 'b.txt', 'c.txt');
      await remove('b.txt');
      let isApplied = false;
      answers.set('is no longer there', () => {
        isApplied = vscode.workspace.textDocuments.some((open) => open.getText() === 'ONE\n');
        return undefined;
      });
      await applyAll();
      assert.ok(isApplied);
      said('“b.txt” is no longer there');
      await assert.rejects(read('b.txt'));
      assert.equal(await textOf('a.txt'), 'ONE\n');
      assert.equal(await textOf('c.txt'), 'THREE\n');
    });

    it('keeps its review with the others when one of them is renamed', async () => {
      await write('a.txt', 'one\n');
      await write('b.txt', 'two\n');
      await reviewFiles('a.txt', 'b.txt');
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(at('a.txt'), at('c.txt'));
      assert.equal(await vscode.workspace.applyEdit(edit), true);
      await until('its new name is in the tab', () => {
        const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
        return JSON.stringify(input ?? {}).includes('c.txt');
      });
      await applyAll();
      assert.equal(await textOf('c.txt'), 'ONE\n');
      assert.equal(await textOf('b.txt'), 'TWO\n');
    });

    it('is not written into when it was made read-only, and the others are', async () => {
      await write('a.txt', 'one\n');
      await write('b.txt', 'two\n');
      await reviewFiles('a.txt', 'b.txt');
      await set('files.readonlyInclude', { [`${folder().name}/a.txt`]: true });
      await applyAll();
      said('“a.txt” takes no edits');
      assert.equal(await textOf('a.txt'), 'one\n');
      assert.equal(await textOf('b.txt'), 'TWO\n');
    });

    it('leaves all as they are where all are discarded', async () => {
      await write('a.txt', 'one\n');
      await write('b.txt', 'two\n');
      await reviewFiles('a.txt', 'b.txt');
      const proposed = proposals();
      await vscode.commands.executeCommand('inkwell.discardAllProposals');
      for (const { uri } of proposed) {
        await assert.rejects(async () => vscode.workspace.fs.stat(uri), vscode.FileSystemError);
      }
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
      assert.equal(await read('a.txt'), 'one\n');
      assert.equal(await textOf('b.txt'), 'two\n');
    });
  });
});
