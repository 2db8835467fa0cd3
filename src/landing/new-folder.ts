import { mkdir, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { FileSystemError, FileType, type Uri, workspace } from 'vscode';
import { codeOf } from '../service/errors.ts';
import { landingError, notFolder } from './landing-error.ts';

/** A folder that is there, made with those it is in where they were not. */
export class NewFolder {
  /** The innermost first. */
  readonly #made: readonly Uri[];

  private constructor(made: readonly Uri[]) {
    this.#made = made;
  }

  /** @throws {LandingError} when it cannot be made; then none of it is left */
  static async make(folder: Uri): Promise<NewFolder> {
    const atOnce = folder.scheme === 'file' ? await makeOnDisk(folder) : undefined;
    if (atOnce) {
      return new NewFolder(atOnce);
    }
    const made = new NewFolder(await missing(folder));
    try {
      if (made.#made.length > 0) {
        await workspace.fs.createDirectory(folder);
      }
      return made;
    } catch (error) {
      await made.remove();
      throw landingError(error, folder);
    }
  }

  /** Takes away what was made, unless somebody has used it since. */
  async remove(): Promise<void> {
    for (const folder of this.#made) {
      try {
        if ((await workspace.fs.readDirectory(folder)).length > 0) {
          return;
        }
        await workspace.fs.delete(folder, { recursive: false, useTrash: false });
      } catch {
        // It was not made, or somebody else has begun to use it; those around it may be empty still.
      }
    }
  }
}

/**
 * On the machine's own disk, the usual case without a way to the window and back: what was made, or `undefined` where
 * it takes a closer look.
 */
async function makeOnDisk(folder: Uri): Promise<Uri[] | undefined> {
  try {
    await mkdir(folder.fsPath);
    return [folder];
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      return undefined;
    }
  }
  const isFolder = await stat(folder.fsPath).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? [] : undefined;
}

/** Of a folder and those it is in, what is not there. */
async function missing(folder: Uri): Promise<Uri[]> {
  const found: Uri[] = [];
  for (let at = folder; ; ) {
    const type = await typeOf(at);
    if (type !== undefined) {
      if ((type & FileType.Directory) === 0) {
        throw notFolder(at);
      }
      return found;
    }
    found.push(at);
    const above = at.with({ path: posix.dirname(at.path) });
    if (above.path === at.path) {
      return found;
    }
    at = above;
  }
}

/** `undefined` for what is not there, and for what is said to be in a file. */
async function typeOf(uri: Uri): Promise<FileType | undefined> {
  try {
    return (await workspace.fs.stat(uri)).type;
  } catch (error) {
    if (
      error instanceof FileSystemError &&
      (['FileNotFound', 'FileNotADirectory'].includes(error.code) || /\bENOTDIR\b/.test(error.message))
    ) {
      return undefined;
    }
    throw landingError(error, uri);
  }
}
