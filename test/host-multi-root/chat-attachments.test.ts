import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { relativeName } from '../../src/chat/attachments.ts';

describe('Attachments', () => {
  it('are named with their folder where there are several', () => {
    const folders = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folders.length > 1);
    for (const { uri, name } of folders) {
      assert.equal(relativeName(vscode.Uri.joinPath(uri, 'src', 'lamp.ts')), `${name}/src/lamp.ts`);
    }
    assert.equal(relativeName(vscode.Uri.file('/elsewhere/secret/lamp.ts')), 'lamp.ts');
  });
});
