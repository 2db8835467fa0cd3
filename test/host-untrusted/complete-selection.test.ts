import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { answerWith } from '../host/support/completion-stream.ts';
import { closeEverything, connectedService, select, until } from '../host/support/inkwell.ts';

describe('Complete Selection in Restricted Mode', () => {
  afterEach(closeEverything);

  it('works, with the user’s own parameters and model whatever the folder says', async () => {
    const service = await connectedService();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    await mkdir(join(folder, '.vscode'), { recursive: true });
    const hostile = {
      'inkwell.completion.parameters': { n: 100, max_tokens: 4000 },
      'inkwell.completion.model': 'expensive',
      'inkwell.contextLength': { '*': 1_000_000 },
      'editor.rulers': [77],
    };
    await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify(hostile));
    await until(
      'the settings of the folder are read',
      () => vscode.workspace.getConfiguration('editor').get<number[]>('rulers')?.[0] === 77,
    );
    answerWith(service, [' two']);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(join(folder, 'src', 'lamp.ts')));
    const [word = ''] = editor.document.getText().split(/\s/);
    select(editor, word);
    await vscode.commands.executeCommand('inkwell.completeSelection');
    assert.ok(editor.document.getText().startsWith(`${word} two`));
    assert.deepEqual(service.requests[0]?.json, {
      model: 'complete-1',
      prompt: word,
      max_tokens: 256,
      stream: true,
    });
    await service.close();
  });
});
