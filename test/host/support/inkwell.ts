import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InkwellApi } from '../../../src/api.ts';
import {
  type SampleService,
  type SampleServiceOptions,
  startSampleService,
} from '../../service/sample-service.ts';

export async function inkwell(): Promise<InkwellApi> {
  const extension = vscode.extensions.getExtension<InkwellApi>('inkwell.inkwell');
  assert.ok(extension, 'VS Code does not know the extension');
  return extension.activate();
}

/** A sample service of the test's own, with Inkwell connected to it and a model chosen. */
export async function connectedService(options: SampleServiceOptions = {}): Promise<SampleService> {
  const service = await startSampleService(options);
  await (await inkwell()).connect({
    baseUrl: service.baseUrl,
    ...(service.apiKey === null ? {} : { apiKey: service.apiKey }),
  });
  await setting('completion.model', 'complete-1');
  service.reset();
  return service;
}

/** A user setting of ours. */
export async function setting(name: string, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration('inkwell');
  // To write a setting takes a tenth of a second, also where nothing changes.
  if (JSON.stringify(settings.inspect(name)?.globalValue) !== JSON.stringify(value)) {
    await settings.update(name, value, vscode.ConfigurationTarget.Global);
  }
}

/** An untitled document with this text, in an editor. */
export async function openText(content: string, language = 'plaintext'): Promise<vscode.TextEditor> {
  const lines = (text: string): string => text.replace(/\r\n?/g, '\n');
  for (;;) {
    const document = await vscode.workspace.openTextDocument({ language, content });
    const editor = await vscode.window.showTextDocument(document);
    if (lines(document.getText()) === lines(content)) {
      return editor;
    }
    // One of the same name that was closed a moment ago has left it its text.
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('it is gone', () => document.isClosed);
  }
}

/** Selects the first occurrence of a text, or puts the cursor behind it. */
export function select(editor: vscode.TextEditor, text: string, { cursor = false } = {}): void {
  const range = rangeOf(editor.document, text);
  editor.selection = new vscode.Selection(cursor ? range.end : range.start, range.end);
}

export function rangeOf(document: vscode.TextDocument, text: string): vscode.Range {
  const offset = document.getText().indexOf(text);
  assert.notEqual(offset, -1, `“${text}” is not in the document`);
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + text.length));
}

/** Resolves when a condition holds, which is looked at again whenever the window changes. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  if (condition()) {
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const look = (): void => {
      if (condition()) {
        stop();
        resolve();
      }
    };
    const listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(look),
      vscode.workspace.onDidChangeConfiguration(look),
      vscode.window.onDidChangeTextEditorSelection(look),
      vscode.window.onDidChangeVisibleTextEditors(look),
    );
    const poll = setInterval(look, 20);
    const deadline = setTimeout(() => {
      stop();
      reject(new Error(`It did not come to this: ${what}.`));
    }, 45_000);
    const stop = (): void => {
      clearInterval(poll);
      clearTimeout(deadline);
      listeners.dispose();
    };
  });
}

export async function closeEverything(): Promise<void> {
  const untitled = shownUntitled();
  // One way to the window and back for all three.
  await Promise.all([
    vscode.commands.executeCommand('notifications.clearAll'),
    vscode.commands.executeCommand('workbench.action.closeQuickOpen'),
    vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'),
  ]);
  while (vscode.window.activeTextEditor) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  // VS Code lets go of them a moment later, and the next one may get the same name, and for that moment their text.
  await until('untitled documents are gone', () => untitled.every(({ isClosed }) => isClosed));
}

/** Untitled documents that have a tab. */
function shownUntitled(): readonly vscode.TextDocument[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const shown = inputs.flatMap((input) => {
    if (input instanceof vscode.TabInputText) {
      return String(input.uri);
    }
    return input instanceof vscode.TabInputTextDiff ? String(input.original) : [];
  });
  return vscode.workspace.textDocuments.filter(
    ({ isUntitled, uri }) => isUntitled && shown.includes(String(uri)),
  );
}

/**
 * Takes back the last step in the active editor. Where a page had the focus, VS Code takes a moment to give it to the editor, and
 * until then Undo is for the page: then it is asked again.
 */
export async function undo(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor, 'no editor is active');
  const { document, viewColumn } = editor;
  const { version } = document;
  for (const late = Date.now() + 30_000; Date.now() < late; ) {
    await vscode.commands.executeCommand('undo');
    if (document.version !== version) {
      return;
    }
    await vscode.window.showTextDocument(document, viewColumn);
  }
  throw new Error('Nothing could be undone.');
}

/** Waits for a command that ends with a message to the person, by taking the message away. */
export async function dismissed(done: Thenable<unknown>): Promise<void> {
  let isDone = false;
  const settled = Promise.resolve(done).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    // Each round is a round trip to the window, so this neither spins nor waits for time.
    await vscode.commands.executeCommand('notifications.clearAll');
  }
  await settled;
}
