import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import {
  ExtensionKind,
  env,
  extensions,
  l10n,
  type TextDocument,
  type TextEditor,
  Uri,
  window,
  workspace,
} from 'vscode';
import { checked, NotText } from '../files/file-text.ts';
import { plainText } from '../ui/plain-text.ts';
import type { Attachment } from './events.ts';
import { readFileText } from './file-text.ts';

/** Where a document is, as people and models are told: below its workspace folder, and never where that is. */
export function relativeName(uri: Uri): string {
  const isMultiRoot = (workspace.workspaceFolders?.length ?? 0) > 1;
  return workspace.getWorkspaceFolder(uri)
    ? workspace.asRelativePath(uri, isMultiRoot)
    : (uri.path.split('/').at(-1) ?? uri.path);
}

/** What is selected in an editor, each selection by itself; nothing where nothing is. Says what is too long. */
export function selectionAttachments({ document, selections }: TextEditor): Attachment[] {
  const filled = selections.filter((selection) => !selection.isEmpty);
  return collect(filled, document.uri, (selection) => {
    // A selection of whole lines ends at the beginning of the next.
    const end = selection.end.character === 0 ? selection.end.line : selection.end.line + 1;
    return {
      id: randomUUID(),
      kind: 'selection',
      name: nameOf(document),
      language: document.languageId,
      lines: [selection.start.line + 1, Math.max(end, selection.start.line + 1)],
      uri: document.uri.toString(),
      text: checked(withPlainBreaks(document.getText(selection))),
    };
  });
}

/** Files by their addresses. Says which of them are no text, too large, or not there, and leaves them out. */
export async function attachFiles(uris: readonly Uri[]): Promise<Attachment[]> {
  const unique = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
  const attachments: Attachment[] = [];
  const refused: string[] = [];
  for (const uri of unique) {
    try {
      const { text, language } = await readFileText(uri);
      attachments.push({
        id: randomUUID(),
        kind: 'file',
        name: relativeName(uri),
        ...(language !== undefined && { language }),
        uri: uri.toString(),
        text: withPlainBreaks(text),
      });
    } catch (error) {
      refused.push(refusal(relativeName(uri), error));
    }
  }
  sayRefused(refused);
  return attachments;
}

/**
 * Files that were dropped. The page that says so is not trusted with what it may read: for what is neither in a folder
 * of the workspace nor open, the person is asked.
 *
 * @param addresses URIs
 */
export async function readDropped(addresses: readonly string[]): Promise<Attachment[]> {
  const uris = addresses.flatMap((address) => parsed(address) ?? []);
  const outside = uris.filter((uri) => !isAtHand(uri));
  if (outside.length > 0 && !(await askForOutside(outside))) {
    return attachFiles(uris.filter(isAtHand));
  }
  return attachFiles(uris);
}

/** A file that was dropped from outside of VS Code, which gives its text and no address. Says where it is no text. */
export function textAttachments(name: string, text: string): Attachment[] {
  const plain = plainText(name.split(/[/\\]/).at(-1) ?? '') || l10n.t('Dropped text');
  try {
    // What was no text has been made one by force.
    if (text.includes('\ufffd\ufffd')) {
      throw new NotText('binary');
    }
    return [{ id: randomUUID(), kind: 'file', name: plain, text: withPlainBreaks(checked(text)) }];
  } catch (error) {
    sayRefused([refusal(plain, error)]);
    return [];
  }
}

function collect<T>(items: readonly T[], uri: Uri, make: (item: T) => Attachment): Attachment[] {
  const refused: string[] = [];
  const made = items.flatMap((item) => {
    try {
      return make(item);
    } catch (error) {
      refused.push(refusal(relativeName(uri), error));
      return [];
    }
  });
  sayRefused(refused);
  return made;
}

/** The notebook's name for one of its cells. */
function nameOf(document: TextDocument): string {
  for (const notebook of workspace.notebookDocuments) {
    const index = notebook.getCells().findIndex((cell) => cell.document === document);
    if (index >= 0) {
      return l10n.t('{0}, cell {1}', relativeName(notebook.uri), index + 1);
    }
  }
  return relativeName(document.uri);
}

function parsed(address: string): Uri | undefined {
  try {
    const uri = Uri.parse(address, true);
    // As a file system would read it, so that it cannot climb out of a folder unseen.
    const path = posix.normalize(uri.path);
    return isOfThisMachine(uri) ? Uri.file(path) : uri.with({ path });
  } catch {
    return undefined;
  }
}

/**
 * Where the window is elsewhere than the machine that we run on, as in a browser, it calls that machine's files by
 * another scheme. VS Code translates all that it gives us, but not what was dragged.
 */
function isOfThisMachine({ scheme }: Uri): boolean {
  const kind = extensions.getExtension('inkwell.inkwell')?.extensionKind;
  return scheme === 'vscode-remote' && env.remoteName !== undefined && kind === ExtensionKind.Workspace;
}

function isAtHand(uri: Uri): boolean {
  const key = uri.toString();
  const isOpen =
    workspace.textDocuments.some((document) => document.uri.toString() === key) ||
    workspace.notebookDocuments.some((notebook) => notebook.uri.toString() === key);
  // On Windows, a backslash climbs too.
  return isOpen || (workspace.getWorkspaceFolder(uri) !== undefined && !uri.path.includes('\\'));
}

/** Files that are named in a question. */
const NAMED = 10;

async function askForOutside(uris: readonly Uri[]): Promise<boolean> {
  const attach = l10n.t('Attach');
  const names = uris
    .slice(0, NAMED)
    .map((uri) => plainText(uri.scheme === 'file' ? uri.fsPath : uri.toString()));
  const more = uris.length > NAMED ? [l10n.t('and {0} more', uris.length - NAMED)] : [];
  const chosen = await window.showWarningMessage(
    uris.length === 1
      ? l10n.t('Attach a file from outside the workspace?')
      : l10n.t('Attach {0} files from outside the workspace?', uris.length),
    { modal: true, detail: [...names, ...more].join('\n') },
    attach,
  );
  return chosen === attach;
}

function refusal(name: string, error: unknown): string {
  const plain = plainText(name);
  if (!(error instanceof NotText)) {
    return l10n.t(
      '“{0}” cannot be read: {1}',
      plain,
      plainText(error instanceof Error ? error.message : String(error)),
    );
  }
  switch (error.reason) {
    case 'tooLarge':
      return l10n.t('“{0}” is too large: at most 1 MB can be attached. Select a part of it.', plain);
    case 'binary':
      return l10n.t('“{0}” is not text, so it cannot be attached.', plain);
    case 'folder':
      return l10n.t('“{0}” is a folder. Attach files of it.', plain);
    case 'missing':
      return l10n.t('“{0}” cannot be read.', plain);
  }
}

function sayRefused(refused: readonly string[]): void {
  if (refused.length === 0) {
    return;
  }
  const [first = ''] = refused;
  const others = refused.length - 1;
  void window.showWarningMessage(
    others === 0 ? first : l10n.t('{0} {1} more could not be attached either.', first, others),
  );
}

/** Models are taught on LF. */
function withPlainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
