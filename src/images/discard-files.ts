import { FileSystemError, l10n, type Uri, window, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';

/**
 * What became of a file that was not wanted:
 *
 * - `trash`: it can be taken back from there
 * - `deleted`: there was no trash, and the person said so
 * - `gone`: somebody else has taken it away before
 */
export type Fate = 'trash' | 'deleted' | 'gone';

export interface Discarded {
  /** Of those that are no longer there. */
  readonly fates: ReadonlyMap<Uri, Fate>;
  /** Why another could not be deleted; the first of them stands for all. */
  readonly error?: unknown;
}

/** Moves files to the trash. Where there is none, the person is asked whether to delete them for good. */
export async function discardFiles(files: readonly Uri[]): Promise<Discarded> {
  const fates = new Map<Uri, Fate>();
  /** With the version that the person is asked about. */
  const left = new Map<Uri, string>();
  for (const uri of files) {
    try {
      await workspace.fs.delete(uri, { recursive: false, useTrash: true });
      fates.set(uri, 'trash');
    } catch {
      // Whether the file or the trash is missing, VS Code does not say in a way to rely on.
      const version = await versionOf(uri);
      if (version === undefined) {
        fates.set(uri, 'gone');
      } else {
        left.set(uri, version);
      }
    }
  }
  if (left.size === 0 || !(await mayDelete([...left.keys()]))) {
    return { fates };
  }
  const errors: unknown[] = [];
  for (const [uri, version] of left) {
    if ((await versionOf(uri)) !== version) {
      // What has this name by now, nobody was asked about.
      fates.set(uri, 'gone');
      continue;
    }
    try {
      await workspace.fs.delete(uri, { recursive: false, useTrash: false });
      fates.set(uri, 'deleted');
    } catch (error) {
      errors.push(error);
    }
  }
  const [error] = errors;
  return { fates, ...(error !== undefined && { error }) };
}

/** What differs with each change of a file; `undefined` where there is none. What cannot be looked at is taken to be there. */
export async function versionOf(uri: Uri): Promise<string | undefined> {
  try {
    const { mtime, size } = await workspace.fs.stat(uri);
    return `${mtime} ${size}`;
  } catch (error) {
    return error instanceof FileSystemError && error.code === 'FileNotFound' ? undefined : '';
  }
}

async function mayDelete(files: readonly Uri[]): Promise<boolean> {
  const [first, ...others] = files;
  const name = plainText(first?.path.split('/').at(-1) ?? '');
  const remove = l10n.t('Delete');
  const chosen = await window.showWarningMessage(
    others.length === 0
      ? l10n.t('“{0}” cannot be moved to the trash. Delete it for good?', name)
      : l10n.t('{0} images cannot be moved to the trash. Delete them for good?', files.length),
    { modal: true, detail: l10n.t('This cannot be undone.') },
    remove,
  );
  return chosen === remove;
}
