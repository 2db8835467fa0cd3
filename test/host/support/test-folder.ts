import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';

let folders = 0;

/** Files of a test's own, below a folder of the workspace. */
export interface TestFolder {
  /** Below the folder of the workspace. */
  readonly name: string;
  at(path: string): vscode.Uri;
  write(path: string, content: string | Uint8Array): Promise<vscode.Uri>;
  /** As it is on the disk. */
  read(path: string): Promise<string>;
  remove(path: string): Promise<void>;
  /** Writes a file and shows it. */
  open(path: string, content: string | Uint8Array): Promise<vscode.TextEditor>;
}

/**
 * For a `describe`: a folder for each of its tests. None is used twice: VS Code keeps a document for a while of which it
 * does not know that its file has changed.
 */
export function folderForEach(): () => TestFolder {
  let name = '';
  const at = (path: string): vscode.Uri => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, 'This window has no folder.');
    return vscode.Uri.joinPath(folder.uri, name, path);
  };
  const write = async (path: string, content: string | Uint8Array): Promise<vscode.Uri> => {
    const uri = at(path);
    await mkdir(dirname(uri.fsPath), { recursive: true });
    await writeFile(uri.fsPath, content);
    return uri;
  };
  beforeEach(async () => {
    folders += 1;
    name = `folder-${folders}`;
    await mkdir(at('').fsPath, { recursive: true });
  });
  afterEach(() => rm(at('').fsPath, { recursive: true, force: true }));
  return () => ({
    name,
    at,
    write,
    read: (path) => readFile(at(path).fsPath, 'utf8'),
    remove: (path) => rm(at(path).fsPath),
    open: async (path, content) =>
      vscode.window.showTextDocument(await write(path, content), { preview: false }),
  });
}

/** For a `describe`: sets VS Code's own settings, each until its test is over. */
export function editorSettings(): (key: string, value: unknown) => Promise<void> {
  const changed = new Set<string>();
  const update = async (key: string, value: unknown): Promise<void> =>
    vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
  afterEach(async () => {
    for (const key of changed) {
      await update(key, undefined);
    }
    changed.clear();
  });
  return async (key, value) => {
    changed.add(key);
    await update(key, value);
  };
}
