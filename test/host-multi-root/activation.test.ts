import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('activation with two folders', () => {
  it('activates Inkwell in a multi-root workspace', async () => {
    const inkwell = vscode.extensions.getExtension('inkwell.inkwell');
    assert.ok(inkwell, 'VS Code does not know the extension');
    await inkwell.activate();
    assert.equal(inkwell.isActive, true);
    assert.equal(vscode.workspace.workspaceFolders?.length, 2);
    assert.ok(vscode.workspace.workspaceFile);
  });
});
