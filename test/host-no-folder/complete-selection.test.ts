import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerWith } from '../host/support/completion-stream.ts';
import { closeEverything, connectedService, openText, select } from '../host/support/inkwell.ts';

describe('Complete Selection without a folder', () => {
  afterEach(closeEverything);

  it('works in an untitled document', async () => {
    const service = await connectedService();
    answerWith(service, [' two']);
    const editor = await openText('one');
    select(editor, 'one');
    await vscode.commands.executeCommand('inkwell.completeSelection');
    assert.equal(editor.document.getText(), 'one two');
    await service.close();
  });
});
