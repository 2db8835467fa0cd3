import { Uri, workspace } from 'vscode';

/** Bytes of an ignore file that are read at most. */
const LONGEST = 1_000_000;

/** The text of an ignore file; `undefined` where there is none that can be read. */
export async function readIgnoreFile(uri: Uri): Promise<string | undefined> {
  try {
    const bytes = await workspace.fs.readFile(uri);
    return bytes.length <= LONGEST ? new TextDecoder().decode(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/** What a repository ignores beside its ignore files, for one person alone: `info/exclude`. */
export async function readGitExclude(repository: Uri): Promise<string | undefined> {
  const git = Uri.joinPath(repository, '.git');
  const text = await readIgnoreFile(Uri.joinPath(git, 'info', 'exclude'));
  if (text !== undefined) {
    return text;
  }
  // Of a work tree or a submodule, `.git` is a file that says where the folder is.
  const folder = followed(repository, /^gitdir: (.+)$/m.exec((await readIgnoreFile(git)) ?? '')?.[1]);
  if (!folder) {
    return undefined;
  }
  const common = followed(folder, await readIgnoreFile(Uri.joinPath(folder, 'commondir'))) ?? folder;
  return readIgnoreFile(Uri.joinPath(common, 'info', 'exclude'));
}

function followed(from: Uri, written: string | undefined): Uri | undefined {
  const path = written?.trim();
  if (!path) {
    return undefined;
  }
  const isAbsolute = /^([A-Za-z]:)?[/\\]/.test(path);
  return isAbsolute ? from.with({ path: Uri.file(path).path }) : Uri.joinPath(from, path);
}
