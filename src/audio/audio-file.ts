import { FileSystemError, FileType, l10n, type Uri, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { AudioProblem } from './audio-problem.ts';

/** Bytes that are read into memory at most, which is where files go that are not on the machine's disk. */
export const MOST_IN_MEMORY = 100 * 1024 * 1024;

/** Audio by its name and its size; what is in it is looked at when its turn has come. */
export interface AudioFile {
  readonly uri: Uri;
  /** With its ending; not trusted. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** @throws {AudioProblem} when there is nothing that could be sent */
export async function audioFile(uri: Uri): Promise<AudioFile> {
  const name = nameOf(uri);
  const { size, type } = await statOf(uri);
  if ((type & FileType.File) === 0) {
    throw new AudioProblem(l10n.t('it is no file.'));
  }
  if (size === 0) {
    throw new AudioProblem(l10n.t('it is empty.'));
  }
  if (uri.scheme !== 'file' && size > MOST_IN_MEMORY) {
    throw new AudioProblem(
      l10n.t(
        'it is larger than {0} MB and not on this computer’s disk. Copy it there first.',
        MOST_IN_MEMORY >> 20,
      ),
    );
  }
  return { uri, name, size };
}

async function statOf(uri: Uri): Promise<{ readonly size: number; readonly type: FileType }> {
  try {
    return await workspace.fs.stat(uri);
  } catch (error) {
    throw unreadable(error);
  }
}

/** What a file system said, in words. */
export function unreadable(error: unknown): AudioProblem {
  const code =
    error instanceof FileSystemError || (error instanceof Error && 'code' in error) ? String(error.code) : '';
  if (code === 'FileNotFound' || code === 'ENOENT') {
    return new AudioProblem(l10n.t('it is no longer there.'));
  }
  if (code === 'NoPermissions' || code === 'EACCES' || code === 'EPERM') {
    return new AudioProblem(l10n.t('there is no permission to read it.'));
  }
  const said = plainText(error instanceof Error ? error.message : String(error), 120);
  return new AudioProblem(l10n.t('it cannot be read: {0}', said));
}

export function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
