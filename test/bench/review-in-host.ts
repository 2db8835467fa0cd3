/** What the benchmarks of reviews do inside VS Code’s extension host. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { PROPOSAL_SCHEME } from '../../src/review/proposal-files.ts';

const INSTRUCTION = 'Change it.';
/** Of texts that VS Code compares without us. */
const PLAIN_SCHEME = 'inkwell-bench';

/** Writes what was measured to where the benchmark reads it. */
export async function report(measure: () => Promise<unknown>): Promise<void> {
  const result = await measure().catch((error: unknown) => ({
    error: error instanceof Error ? error.stack : String(error),
  }));
  await writeFile(process.env.INKWELL_BENCH_REPORT ?? '', `${JSON.stringify(result)}\n`);
}

/** Waits until the benchmark lets it go on, which says by name what is waited for. */
export async function turn(name: string): Promise<void> {
  const response = await fetch(`${process.env.INKWELL_BENCH_TURNS}/${name}`);
  await response.arrayBuffer();
}

/** Milliseconds since 1970, by a clock that all processes share. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export function openFile(name: string): Thenable<vscode.TextEditor> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'there is no folder');
  return vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, name), { preview: false });
}

/** Closes all editors, and takes back what was written in them. */
export async function closeAll(): Promise<void> {
  while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('notifications.clearAll');
}

/**
 * Edits the active document, as the service then answers.
 *
 * @returns when the review’s tab and the proposed text were both open, and when the command was done
 */
export async function review(): Promise<{ readonly shown: number; readonly done: number }> {
  const shown = shownDiff(PROPOSAL_SCHEME);
  await vscode.commands.executeCommand('inkwell.editWithInstruction', { instruction: INSTRUCTION });
  const done = now();
  return { shown: await shown, done };
}

/** Compares a document with another text as VS Code does without us; resolves with the time from which on both were open. */
export async function plainDiff(texts: PlainTexts, target: vscode.Uri, text: string): Promise<number> {
  const shown = shownDiff(PLAIN_SCHEME);
  await vscode.commands.executeCommand('vscode.diff', target, texts.create(target.path, text), 'Plain', {
    preview: false,
  });
  return shown;
}

/** Closes the active tab, and resolves when VS Code has told. */
export async function closeActiveTab(): Promise<void> {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  assert.ok(activeTab, 'there is no tab to close');
  assert.equal(await vscode.window.tabGroups.close(activeTab), true);
}

/** How many documents VS Code holds for texts that are compared. */
export function comparedDocuments(): number {
  return vscode.workspace.textDocuments.filter(({ uri }) => isCompared(uri)).length;
}

/** Resolves when VS Code holds no more documents of closed reviews. */
export async function allLetGo(): Promise<void> {
  if (comparedDocuments() > 0) {
    await new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidCloseTextDocument(() => {
        // The document is still among the open ones while VS Code tells of it.
        setImmediate(() => {
          if (comparedDocuments() === 0) {
            listener.dispose();
            resolve();
          }
        });
      });
    });
  }
}

function isCompared({ scheme }: vscode.Uri): boolean {
  return scheme === PROPOSAL_SCHEME || scheme === PLAIN_SCHEME;
}

/** Resolves with the time from which on a tab and a document of this scheme were open that were not before. */
function shownDiff(scheme: string): Promise<number> {
  return new Promise((resolve) => {
    let hasTab = false;
    let hasDocument = false;
    const look = (): void => {
      if (hasTab && hasDocument) {
        listeners.dispose();
        resolve(now());
      }
    };
    const listeners = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
        hasTab ||= opened.some(
          ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === scheme,
        );
        look();
      }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        hasDocument ||= uri.scheme === scheme;
        look();
      }),
    );
  });
}

/** Texts that VS Code can compare with a document: as little as there can be. */
export class PlainTexts implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  readonly #texts = new Map<string, Uint8Array>();
  readonly #registered = vscode.workspace.registerFileSystemProvider(PLAIN_SCHEME, this);
  #made = 0;

  create(path: string, text: string): vscode.Uri {
    const authority = String(this.#made++);
    this.#texts.set(authority, new TextEncoder().encode(text));
    return vscode.Uri.from({ scheme: PLAIN_SCHEME, authority, path });
  }

  clear(): void {
    this.#texts.clear();
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 1, size: this.readFile(uri).length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const text = this.#texts.get(uri.authority);
    if (!text) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return text;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changes.dispose();
  }
}
