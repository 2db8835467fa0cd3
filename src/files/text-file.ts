import { open, stat } from 'node:fs/promises';
import type { Uri } from 'vscode';
import { LONGEST_TEXT, NotText, readBytes, readText } from './file-text.ts';
import { openDocument } from './open-document.ts';
import { HEAD, looksLikeText } from './text-bytes.ts';

/** A file that is text, by a look at its beginning. */
export interface TextFile {
  readonly kind: 'file';
  readonly uri: Uri;
  /** Bytes. */
  readonly size: number;
}

/** What was met and is not meant, or is no text. */
export interface LeftOut {
  readonly kind: 'leftOut';
  readonly uri: Uri;
  readonly reason: LeftOutReason;
}

/**
 * Why something is left out: by an ignore file, by VS Code's settings, since it leads elsewhere, or since it is no text
 * that can be worked with.
 */
export type LeftOutReason = 'ignored' | 'excluded' | 'link' | 'binary' | 'tooLarge' | 'missing';

/** Looks at a file; what is in it is read no further than is needed to know. */
export async function lookAtFile(uri: Uri): Promise<TextFile | LeftOut> {
  try {
    return { kind: 'file', uri, size: await sizeOfText(uri) };
  } catch (error) {
    const reason = error instanceof NotText && error.reason !== 'folder' ? error.reason : 'missing';
    return { kind: 'leftOut', uri, reason };
  }
}

/** @throws {NotText} */
async function sizeOfText(uri: Uri): Promise<number> {
  const document = openDocument(uri);
  if (document?.isDirty || document?.isUntitled) {
    // What is in the editor counts, and that is text.
    const size = Buffer.byteLength(document.getText());
    if (size > LONGEST_TEXT) {
      throw new NotText('tooLarge');
    }
    return size;
  }
  const { size, head } = uri.scheme === 'file' ? await readHead(uri) : await readWhole(uri);
  const looks = looksLikeText(head, size <= head.length);
  if (looks === 'binary') {
    throw new NotText('binary');
  }
  if (looks === 'undecided') {
    await readText(uri);
  }
  return size;
}

interface Head {
  readonly size: number;
  readonly head: Uint8Array;
}

/** VS Code reads only whole files, and asks another process for each. */
async function readHead({ fsPath }: Uri): Promise<Head> {
  const stats = await stat(fsPath).catch(() => undefined);
  // To open a pipe would be to wait for its other end.
  if (!stats?.isFile()) {
    throw new NotText('missing');
  }
  const { size } = stats;
  if (size > LONGEST_TEXT) {
    throw new NotText('tooLarge');
  }
  const file = await open(fsPath, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(HEAD, size)));
    return { size, head: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

async function readWhole(uri: Uri): Promise<Head> {
  const bytes = await readBytes(uri);
  return { size: bytes.length, head: bytes.subarray(0, HEAD) };
}
