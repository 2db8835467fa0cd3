import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { Uri, type WorkspaceFolder, workspace } from 'vscode';
import { pathBelow } from './path-below.ts';

/**
 * Where a file or folder of the workspace is without the links that lead to it, so that it is met once only.
 * `undefined` for what a link leads out of the workspace. What is in no workspace folder, or on another file system
 * than the machine's, is left as it is.
 */
export async function withoutLinks(uri: Uri): Promise<Uri | undefined> {
  const own = workspace.getWorkspaceFolder(uri);
  if (!own || uri.scheme !== 'file') {
    return uri;
  }
  let path: string;
  try {
    path = await realpath(uri.fsPath);
  } catch {
    // Who reads it will find that it is not there.
    return uri;
  }
  const others = (workspace.workspaceFolders ?? []).filter((folder) => folder !== own);
  for (const folder of [own, ...others]) {
    const inside = await pathIn(folder, path);
    if (inside !== undefined) {
      // The same in other letters is no other file: VS Code knows it by those that it was asked for with.
      const known = folder === own ? pathBelow(folder.uri.path, uri.path) : undefined;
      return known?.toLowerCase() === inside.toLowerCase() ? uri : Uri.joinPath(folder.uri, inside);
    }
  }
  return undefined;
}

/** A real path relative to a workspace folder, with slashes; `undefined` for what is not in it. */
async function pathIn({ uri }: WorkspaceFolder, path: string): Promise<string | undefined> {
  if (uri.scheme !== 'file') {
    return undefined;
  }
  const root = await realpath(uri.fsPath).catch(() => uri.fsPath);
  const inside = relative(root, path).split(sep).join('/');
  // On Windows, from one drive to another there is no relative path.
  const isOutside = inside === '..' || inside.startsWith('../') || /^[A-Za-z]:/.test(inside);
  return isOutside ? undefined : inside;
}
