import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import { targetFolder } from '../../src/landing/target-folder.ts';

const SETTING = { name: 'noSuchSetting', fallback: 'images' };

describe('The folder that files go to, without a folder', () => {
  it('is the one that the person chooses in a dialog, or none', async () => {
    const original = vscode.window.showOpenDialog;
    const chosen = vscode.Uri.file(tmpdir());
    const asked: (vscode.OpenDialogOptions | undefined)[] = [];
    let answer: vscode.Uri[] | undefined = [chosen];
    const replace = (value: unknown): void => {
      Object.defineProperty(vscode.window, 'showOpenDialog', { value, configurable: true, writable: true });
    };
    replace(async (options?: vscode.OpenDialogOptions) => {
      asked.push(options);
      return answer;
    });
    try {
      assert.equal((await targetFolder(SETTING))?.toString(), chosen.toString());
      answer = undefined;
      const beside = vscode.Uri.joinPath(chosen, 'a.png');
      assert.equal(await targetFolder(SETTING, beside), undefined);
    } finally {
      replace(original);
    }
    const [first, second] = asked;
    assert.deepEqual(
      [first?.canSelectFolders, first?.canSelectFiles, first?.canSelectMany],
      [true, false, false],
    );
    assert.deepEqual([first?.defaultUri, second?.defaultUri?.toString()], [undefined, chosen.toString()]);
  });
});
