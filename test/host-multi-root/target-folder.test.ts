import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { targetFolder } from '../../src/landing/target-folder.ts';
import { closeEverything } from '../host/support/inkwell.ts';

const SETTING = { name: 'noSuchSetting', fallback: 'images' };

function folders(): [first: vscode.WorkspaceFolder, second: vscode.WorkspaceFolder] {
  const [first, second] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first && second);
  return [first, second];
}

/** Answers which of the folders, and counts how often it was asked. */
async function asked<T>(
  answer: vscode.WorkspaceFolder | undefined,
  run: () => Promise<T>,
): Promise<{ result: T; times: number }> {
  const original = vscode.window.showWorkspaceFolderPick;
  let times = 0;
  const pick = async () => {
    times += 1;
    return answer;
  };
  const replace = (value: unknown): void => {
    Object.defineProperty(vscode.window, 'showWorkspaceFolderPick', {
      value,
      configurable: true,
      writable: true,
    });
  };
  replace(pick);
  try {
    return { result: await run(), times };
  } finally {
    replace(original);
  }
}

describe('The folder that files go to, with several folders', () => {
  beforeEach(closeEverything);
  after(closeEverything);

  it('is of the folder that the command was called for', async () => {
    const [, second] = folders();
    const notes = vscode.Uri.joinPath(second.uri, 'notes.md');
    const { result, times } = await asked(undefined, () => targetFolder(SETTING, notes));
    assert.equal(result?.toString(), vscode.Uri.joinPath(second.uri, 'images').toString());
    assert.equal(times, 0);
  });

  it('is of the folder that the editor shows something of, an image too', async () => {
    const [first, second] = folders();
    for (const [shown, folder] of [
      [vscode.Uri.joinPath(second.uri, 'notes.md'), second],
      [vscode.Uri.joinPath(first.uri, 'images', 'lighthouse.png'), first],
    ] as const) {
      await vscode.commands.executeCommand('vscode.open', shown);
      const { result, times } = await asked(undefined, () => targetFolder(SETTING));
      assert.equal(result?.toString(), vscode.Uri.joinPath(folder.uri, 'images').toString());
      assert.equal(times, 0);
    }
  });

  it('is of the one that the person picks, or none', async () => {
    const [, second] = folders();
    const picked = await asked(second, () => targetFolder(SETTING));
    assert.equal(picked.result?.toString(), vscode.Uri.joinPath(second.uri, 'images').toString());
    const outside = vscode.Uri.file('/elsewhere/a.png');
    assert.deepEqual(await asked(undefined, () => targetFolder(SETTING, outside)), {
      result: undefined,
      times: 1,
    });
  });
});
