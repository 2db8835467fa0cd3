import { posix } from 'node:path';
import { FileType, Uri, type WorkspaceFolder, workspace } from 'vscode';
import { pathBelow } from '../files/path-below.ts';
import { withoutLinks } from '../files/real-path.ts';
import { isSecretFile } from '../files/secret-files.ts';
import { relativePath } from '../landing/relative-path.ts';
import { plainText } from '../ui/plain-text.ts';
import { ToolInputError } from './tool-inputs.ts';

/**
 * The file that a model means by a path: in a workspace folder, also where links lead, and none that holds secrets.
 *
 * @throws {ToolInputError}
 */
export async function fileInWorkspace(written: string): Promise<Uri> {
  const name = plainText(written, 200);
  for (const uri of candidates(written)) {
    const type = await typeOf(uri);
    if (type === undefined) {
      continue;
    }
    const real = await insideWorkspace(uri);
    if (!real || isHidden(real, ['.git'])) {
      throw new ToolInputError(`${name} leads out of the workspace.`);
    }
    if (isSecretFile(uri.path) || isSecretFile(real.path)) {
      throw new ToolInputError(`${name} is a file that may hold secrets. It is not read.`);
    }
    if ((type & FileType.File) === 0) {
      throw new ToolInputError(`${name} is no file.`);
    }
    return real;
  }
  throw new ToolInputError(`There is no file ${name} in the workspace.`);
}

/**
 * The folder that a model means by a path, which need not be there: in a workspace folder, also where links lead, and not
 * among those that are hidden, whose files VS Code, git and others obey.
 *
 * @throws {ToolInputError}
 */
export async function folderInWorkspace(written: string): Promise<Uri> {
  const name = plainText(written, 200);
  const found = candidates(written);
  const there: Uri[] = [];
  for (const uri of found) {
    if ((await typeOf(uri)) !== undefined) {
      there.push(uri);
    }
  }
  const uri = there[0] ?? found[0];
  const real = uri && (await realFolder(uri));
  if (!real || isHidden(real)) {
    throw new ToolInputError(`${name} is no folder of the workspace that could be written in.`);
  }
  return real;
}

/** A path as agents are told and tell it; with the name of its workspace folder where there are several. */
export function pathInWorkspace(uri: Uri): string {
  const root = workspace.workspaceFolders?.find((folder) => folder.uri.toString() === uri.toString());
  return root?.name ?? workspace.asRelativePath(uri);
}

/** Where a path could lead: below one of the workspace folders, the first one first. */
function candidates(written: string): Uri[] {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new ToolInputError('No folder is open.');
  }
  const absolute = absolutePath(written);
  if (absolute !== undefined) {
    return folders.flatMap((folder) => below(folder, pathBelow(withSmallDrive(folder.uri.path), absolute)));
  }
  const path = relativePath(written);
  if (path === undefined) {
    throw new ToolInputError(`${plainText(written, 200)} leads out of the workspace.`);
  }
  const [first = '', ...rest] = path.split('/');
  const named = folders.flatMap((folder) => (folder.name === first ? below(folder, rest.join('/')) : []));
  const plain = folders.flatMap((folder) => below(folder, path));
  // Where there are several, paths are told with the name of their workspace folder.
  return folders.length > 1 ? [...named, ...plain] : [...plain, ...named];
}

function below({ uri }: WorkspaceFolder, path: string | undefined): Uri[] {
  return path === undefined ? [] : [path === '' ? uri : Uri.joinPath(uri, path)];
}

/** Agents know files by their whole paths, too; `undefined` for what is none. */
function absolutePath(written: string): string | undefined {
  const path = written.trim();
  const isAbsolute = path.startsWith('/') || /^[a-z]:[\\/]/i.test(path);
  return isAbsolute
    ? withSmallDrive(posix.normalize(Uri.file(path).path).replace(/(?<=.)\/$/, ''))
    : undefined;
}

/** A drive of Windows is the same in either letter. */
function withSmallDrive(path: string): string {
  return path.replace(/^\/[A-Z]:/, (drive) => drive.toLowerCase());
}

async function realFolder(uri: Uri): Promise<Uri | undefined> {
  const missing: string[] = [];
  let at = uri;
  while ((await typeOf(at)) === undefined) {
    missing.unshift(posix.basename(at.path));
    at = Uri.joinPath(at, '..');
    if (!workspace.getWorkspaceFolder(at)) {
      return undefined;
    }
  }
  const real = await insideWorkspace(at);
  return real && (missing.length === 0 ? real : Uri.joinPath(real, ...missing));
}

/** Where links lead; `undefined` for what is outside, and where nobody can know. */
async function insideWorkspace(uri: Uri): Promise<Uri | undefined> {
  const folder = workspace.getWorkspaceFolder(uri);
  if (!folder) {
    return undefined;
  }
  if (uri.scheme === 'file') {
    return withoutLinks(uri);
  }
  // VS Code does not tell where a link leads that is not on this machine's disk.
  let at = folder.uri;
  for (const segment of (pathBelow(folder.uri.path, uri.path) ?? '').split('/').filter(Boolean)) {
    at = Uri.joinPath(at, segment);
    if (((await typeOf(at)) ?? 0) & FileType.SymbolicLink) {
      return undefined;
    }
  }
  return uri;
}

/** Whether a part of its path below the workspace folder begins with a dot, or is one of these names. */
function isHidden(uri: Uri, names?: readonly string[]): boolean {
  const folder = workspace.getWorkspaceFolder(uri);
  const segments = (folder ? (pathBelow(folder.uri.path, uri.path) ?? '') : uri.path).split('/');
  return segments.some((segment) =>
    names ? names.includes(segment.toLowerCase()) : segment.startsWith('.'),
  );
}

async function typeOf(uri: Uri): Promise<FileType | undefined> {
  try {
    return (await workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}
