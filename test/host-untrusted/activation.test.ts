import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('Restricted Mode', () => {
  it('knows Inkwell in a folder that is not trusted', () => {
    assert.equal(vscode.workspace.isTrusted, false);
    assert.ok(vscode.extensions.getExtension('inkwell.inkwell'), 'VS Code does not know the extension');
  });
});
