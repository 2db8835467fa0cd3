import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../until.ts';

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
  /** Resolves once VS Code is told of what others change in the folder, which takes a moment after it was made. */
  watched(): Promise<void>;
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
  const watched = async (): Promise<void> => {
    const watcher = vscode.workspace.createFileSystemWatcher('**/watched-*');
    let isTold = false;
    const told = watcher.onDidCreate(() => {
      isTold = true;
    });
    const probes: vscode.Uri[] = [];
    try {
      await until('what others change is told', async () => {
        probes.push(await write(`watched-${probes.length}`, ''));
        return isTold;
      });
    } finally {
      told.dispose();
      watcher.dispose();
      await Promise.all(probes.map(({ fsPath }) => rm(fsPath)));
    }
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
    watched,
    open: async (path, content) =>
      vscode.window.showTextDocument(await write(path, content), { preview: false }),
  });
}

/** For a `describe`: sets VS Code's own settings, each until its test is over. */
export function editorSettings(): (key: string, value: unknown) => Promise<void> {
  const former = new Map<string, unknown>();
  const update = async (key: string, value: unknown): Promise<void> =>
    vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
  afterEach(async () => {
    for (const [key, value] of former) {
      await update(key, value);
    }
    former.clear();
  });
  return async (key, value) => {
    if (!former.has(key)) {
      former.set(key, vscode.workspace.getConfiguration().inspect(key)?.globalValue);
    }
    await update(key, value);
  };
}
