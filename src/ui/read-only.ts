import {
  FilePermission,
  l10n,
  languages,
  RelativePattern,
  type TextDocument,
  type TextEditor,
  window,
  workspace,
} from 'vscode';
import { plainText } from './plain-text.ts';

/**
 * Whether a document takes no edits, as far as VS Code lets an extension know before it tries: “Set Active
 * Editor Read-only in Session” shows only when the first text is refused.
 */
export async function isReadOnly({ document }: Pick<TextEditor, 'document'>): Promise<boolean> {
  const { uri } = document;
  if (workspace.fs.isWritableFileSystem(uri.scheme) === false || isReadOnlyBySettings(document)) {
    return true;
  }
  try {
    const { permissions = 0 } = await workspace.fs.stat(uri);
    return (permissions & FilePermission.Readonly) !== 0;
  } catch {
    // Not on a file system: to be written in, or only shown, such as an output channel or an old version.
    return !WRITABLE.includes(uri.scheme) && workspace.fs.isWritableFileSystem(uri.scheme) === undefined;
  }
}

/** Schemes of documents that are on no file system and yet can be written in. */
const WRITABLE = ['untitled', 'vscode-notebook-cell', 'vscode-interactive-input', 'vscode-userdata'];

/** `files.readonlyInclude` and `files.readonlyExclude`, whose patterns are those of document selectors. */
function isReadOnlyBySettings(document: TextDocument): boolean {
  const files = workspace.getConfiguration('files', document);
  const folder = workspace.getWorkspaceFolder(document.uri);
  const matches = (setting: string): boolean =>
    Object.entries(files.get<Record<string, boolean>>(setting) ?? {}).some(([pattern, isOn]) => {
      const relative =
        folder && languages.match({ pattern: new RelativePattern(folder, pattern) }, document) > 0;
      return isOn && (relative || languages.match({ pattern }, document) > 0);
    });
  return matches('readonlyInclude') && !matches('readonlyExclude');
}

export async function sayReadOnly(document: TextDocument): Promise<void> {
  const name = plainText(document.uri.path.split('/').at(-1) ?? '');
  await window.showWarningMessage(l10n.t('“{0}” is read-only, so nothing can be written in it.', name));
}
