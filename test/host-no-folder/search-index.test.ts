import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inkwell } from '../host/support/inkwell.ts';
import { answerMessages } from '../host/support/questions.ts';

describe('Index Workspace for Search without a folder', () => {
  it('says that there is none, and asks for nothing', async () => {
    await inkwell();
    const messages = answerMessages(() => undefined);
    try {
      await vscode.commands.executeCommand('inkwell.indexWorkspace');
      assert.deepEqual(
        messages.shown.map(({ text, actions }) => [text, actions]),
        [['There is no folder to index. Open one first.', ['Open Folder…']]],
      );
    } finally {
      messages.dispose();
    }
  });
});
