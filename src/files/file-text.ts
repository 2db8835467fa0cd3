import { type FileHandle, open } from 'node:fs/promises';
import { FileType, type TextDocument, type Uri, workspace } from 'vscode';
import { openDocument } from './open-document.ts';
import { HEAD, looksLikeText } from './text-bytes.ts';

/** Bytes of a file, and UTF-16 units of any text, that are worked with at most: more than models take. */
export const LONGEST_TEXT = 1_000_000;

/** What cannot be read as text, and why. */
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
 * What stands in a file, as text: as it is in the editor if it is open there, changes that are not saved included.
 *
 * @throws {NotText}
 */
export async function readText(uri: Uri): Promise<FileText> {
  const document = openDocument(uri);
  if (document && (document.isDirty || document.isUntitled)) {
    return documentText(document);
  }
  try {
    // VS Code may not know yet that a file has changed which nobody edits.
    const text = checked(await decode(await readBytes(uri), uri));
    return { text, ...(document && { language: document.languageId }) };
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

/**
 * What stands in a file on the disk, whatever an editor has of it. Of what is no text, only the beginning is read.
 *
 * @param longest bytes
 * @throws {NotText}
 */
export async function readSavedText(uri: Uri, longest: number): Promise<string> {
  const bytes = uri.scheme === 'file' ? await readIfText(uri, longest) : await readBytes(uri, longest);
  if (isBinary(bytes)) {
    throw new NotText('binary');
  }
  const text = await decode(bytes, uri);
  if (text.includes('\0')) {
    throw new NotText('binary');
  }
  return text;
}

/** VS Code reads only whole files, and asks another process for each. */
async function readIfText({ fsPath }: Uri, longest: number): Promise<Uint8Array> {
  let file: FileHandle | undefined;
  try {
    file = await open(fsPath, 'r');
    const { size } = await file.stat();
    if (size > longest) {
      throw new NotText('tooLarge');
    }
    const head = Buffer.alloc(Math.min(HEAD, size));
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    if (isBinary(head.subarray(0, bytesRead))) {
      throw new NotText('binary');
    }
    const rest = Buffer.alloc(size - bytesRead);
    const { bytesRead: more } = await file.read(rest, 0, rest.length, bytesRead);
    return Buffer.concat([head.subarray(0, bytesRead), rest.subarray(0, more)]);
  } catch (error) {
    throw error instanceof NotText ? error : new NotText('missing');
  } finally {
    await file?.close();
  }
}

function isBinary(bytes: Uint8Array): boolean {
  return looksLikeText(bytes.subarray(0, HEAD), bytes.length < HEAD) === 'binary';
}

/**
 * @param longest bytes
 * @throws {NotText}
 */
export async function readBytes(uri: Uri, longest = LONGEST_TEXT): Promise<Uint8Array> {
  try {
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.Directory) !== 0) {
      throw new NotText('folder');
    }
    if (size > longest) {
      throw new NotText('tooLarge');
    }
    const bytes = await workspace.fs.readFile(uri);
    // Some file systems do not know a size before they have read.
    if (bytes.length > longest) {
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
