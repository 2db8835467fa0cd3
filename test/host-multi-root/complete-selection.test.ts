import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerWith } from '../host/support/completion-stream.ts';
import { closeEverything, connectedService } from '../host/support/inkwell.ts';

describe('Complete Selection with several folders', () => {
  afterEach(closeEverything);

  it('goes by the settings of the folder that the document is in', async () => {
    const service = await connectedService();
    const [first, second] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first && second);
    await vscode.workspace
      .getConfiguration('inkwell', second)
      .update('completion.parameters', { max_tokens: 7 }, vscode.ConfigurationTarget.WorkspaceFolder);
    const max_tokens: unknown[] = [];
    for (const file of [
      vscode.Uri.joinPath(first.uri, 'src', 'lamp.ts'),
      vscode.Uri.joinPath(second.uri, 'notes.md'),
    ]) {
      answerWith(service, [' two']);
      await vscode.window.showTextDocument(file);
      await vscode.commands.executeCommand('inkwell.completeSelection');
      const request = service.requests.at(-1)?.json as { max_tokens?: number } | undefined;
      max_tokens.push(request?.max_tokens);
    }
    assert.deepEqual(max_tokens, [256, 7]);
    await service.close();
  });
});
