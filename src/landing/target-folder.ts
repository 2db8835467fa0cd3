import { realpath } from 'node:fs/promises';
import { isAbsolute, posix, relative, sep } from 'node:path';
import { FileType, l10n, Uri, type WorkspaceFolder, window, workspace } from 'vscode';
import { uriInActiveTab } from '../ui/active-tab.ts';
import { plainText } from '../ui/plain-text.ts';
import { LandingError } from './landing-error.ts';
import { relativePath } from './relative-path.ts';

export interface TargetSetting {
  /** Without `inkwell.`, such as `images.folder`: a path below the workspace folder at hand. */
  readonly name: string;
  readonly fallback: string;
}

/**
 * The folder that files go to. In a window without one, and in one with several where none is at hand, the person is asked;
 * `undefined` when they do not say.
 *
 * @param at what the command was called for, such as a file in the explorer; otherwise what is in the active editor counts
 * @throws {LandingError} `outside` when the setting leads out of the workspace folder
 */
export async function targetFolder(setting: TargetSetting, at?: Uri): Promise<Uri | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    return askForFolder(at);
  }
  const chosen =
    folderOf(at) ??
    folderOf(uriInActiveTab() ?? window.activeTextEditor?.document.uri) ??
    (await onlyOrPicked(folders));
  return chosen && folderBelow(chosen, setting);
}

function folderOf(uri: Uri | undefined): WorkspaceFolder | undefined {
  return uri && workspace.getWorkspaceFolder(uri);
}

async function onlyOrPicked(folders: readonly WorkspaceFolder[]): Promise<WorkspaceFolder | undefined> {
  const [only, ...others] = folders;
  return others.length === 0
    ? only
    : window.showWorkspaceFolderPick({ placeHolder: l10n.t('The workspace folder to save in') });
}

/** Any folder that the person chooses; they begin beside a file. */
export async function askForFolder(at?: Uri): Promise<Uri | undefined> {
  const isOnDisk = at?.scheme === 'file';
  const [folder] =
    (await window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      canSelectMany: false,
      title: l10n.t('Folder to Save In'),
      openLabel: l10n.t('Save Here'),
      ...(isOnDisk && { defaultUri: at.with({ path: posix.dirname(at.path) }) }),
    })) ?? [];
  return folder;
}

async function folderBelow(root: WorkspaceFolder, { name, fallback }: TargetSetting): Promise<Uri> {
  const value: unknown = workspace.getConfiguration('inkwell', root.uri).get(name);
  const written = typeof value === 'string' ? value : fallback;
  const path = relativePath(written);
  const folder = path === undefined ? undefined : Uri.joinPath(root.uri, path);
  if (path === undefined || !folder || (await leavesByLink(root.uri, path))) {
    const setting = `inkwell.${name}`;
    throw new LandingError(
      'outside',
      l10n.t(
        '“{0}” does not lead to a folder inside “{1}”. Change the setting {2}.',
        plainText(written),
        plainText(root.name),
        setting,
      ),
      { setting },
    );
  }
  return folder;
}

/** Whether what is there of a path leads out of a folder by a symbolic link. */
async function leavesByLink(root: Uri, path: string): Promise<boolean> {
  let at = root;
  for (const segment of path.split('/').filter((name) => name !== '')) {
    at = Uri.joinPath(at, segment);
    const type = await Promise.resolve(workspace.fs.stat(at)).then(
      (stat) => stat.type,
      () => undefined,
    );
    if (type === undefined) {
      // What follows is not there either.
      return false;
    }
    if ((type & FileType.SymbolicLink) !== 0 && (await leadsElsewhere(root, at))) {
      return true;
    }
  }
  return false;
}

/** VS Code does not tell where a link leads; only the machine's own disk can be asked. */
async function leadsElsewhere(root: Uri, link: Uri): Promise<boolean> {
  if (link.scheme !== 'file') {
    return true;
  }
  try {
    const inside = relative(await realpath(root.fsPath), await realpath(link.fsPath));
    // On Windows, from one drive to another there is no relative path.
    return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  } catch {
    return true;
  }
}
