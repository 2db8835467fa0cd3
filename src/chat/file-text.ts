import {
  FileType,
  NotebookCellKind,
  type NotebookDocument,
  type TextDocument,
  type Uri,
  workspace,
} from 'vscode';
import { fenceFor } from './wire-messages.ts';

/** Bytes of a file, and UTF-16 units of any text, that are attached at most: more than models work with. */
export const LONGEST_TEXT = 1_000_000;

/** What cannot be attached, and why. */
export class NotText extends Error {
  override readonly name = 'NotText';
  readonly reason: 'tooLarge' | 'binary' | 'folder' | 'missing';

  constructor(reason: NotText['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export interface FileText {
  readonly text: string;
  /** Language identifier of VS Code, where it is known. */
  readonly language?: string;
}

/**
 * What stands in a file, as text: as it is in the editor if it is open there, changes that are not saved included; of
 * a notebook, its cells.
 *
 * @throws {NotText}
 */
export async function readFileText(uri: Uri): Promise<FileText> {
  const key = uri.toString();
  const notebook = workspace.notebookDocuments.find((open) => open.uri.toString() === key);
  if (notebook) {
    return notebookText(notebook);
  }
  const document = workspace.textDocuments.find((open) => open.uri.toString() === key);
  if (document && (document.isDirty || document.isUntitled)) {
    return documentText(document);
  }
  try {
    // VS Code may not know yet that a file has changed which nobody edits.
    const text = await readText(uri);
    return document ? { ...text, language: document.languageId } : text;
  } catch (error) {
    // On no file system, deleted meanwhile, or in an encoding that was chosen for the editor alone.
    if (document) {
      return documentText(document);
    }
    throw error;
  }
}

function documentText(document: TextDocument): FileText {
  return { text: checked(document.getText()), language: document.languageId };
}

async function readText(uri: Uri): Promise<FileText> {
  const bytes = await readBytes(uri);
  if (/\.ipynb$/i.test(uri.path)) {
    try {
      return notebookText(await workspace.openNotebookDocument(uri));
    } catch (error) {
      if (error instanceof NotText) {
        throw error;
      }
      // No extension reads it, or it is not right: then it is JSON.
    }
  }
  return { text: checked(await decode(bytes, uri)) };
}

/** @throws {NotText} for what is too long or has what no text has */
export function checked(text: string): string {
  if (text.length > LONGEST_TEXT) {
    throw new NotText('tooLarge');
  }
  if (text.includes('\0')) {
    throw new NotText('binary');
  }
  return text;
}

async function readBytes(uri: Uri): Promise<Uint8Array> {
  try {
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.Directory) !== 0) {
      throw new NotText('folder');
    }
    if (size > LONGEST_TEXT) {
      throw new NotText('tooLarge');
    }
    const bytes = await workspace.fs.readFile(uri);
    // Some file systems do not know a size before they have read.
    if (bytes.length > LONGEST_TEXT) {
      throw new NotText('tooLarge');
    }
    return bytes;
  } catch (error) {
    throw error instanceof NotText ? error : new NotText('missing');
  }
}

async function decode(bytes: Uint8Array, uri: Uri): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // In the encoding that the file begins with, or that the settings name. VS Code fails where it sees no text.
    const text = await Promise.resolve(workspace.decode(bytes, { uri })).catch(() => undefined);
    if (text === undefined || text.includes('\ufffd')) {
      throw new NotText('binary');
    }
    return text;
  }
}

/** A notebook's cells as Markdown: prose as it is, code in fences, without what it put out. */
function notebookText(notebook: NotebookDocument): FileText {
  const cells = notebook.getCells().map(({ kind, document }) => {
    const text = document.getText();
    if (kind === NotebookCellKind.Markup) {
      return text;
    }
    const fence = fenceFor(text);
    return `${fence}${document.languageId}\n${text}\n${fence}`;
  });
  return { text: checked(cells.join('\n\n')), language: 'markdown' };
}
