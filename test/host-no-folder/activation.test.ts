import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('activation without a folder', () => {
  it('activates Inkwell in an empty window', async () => {
    const inkwell = vscode.extensions.getExtension('inkwell.inkwell');
    assert.ok(inkwell, 'VS Code does not know the extension');
    await inkwell.activate();
    assert.equal(inkwell.isActive, true);
    assert.equal(vscode.workspace.workspaceFolders, undefined);
  });
});
