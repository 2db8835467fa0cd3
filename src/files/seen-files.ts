import { stat } from 'node:fs/promises';
import { type CancellationToken, FileType, Uri, workspace } from 'vscode';
import type { ExcludeSetting } from './exclude-globs.ts';
import { entriesOf, FileWalk, nameOf } from './file-walk.ts';
import { FolderRules } from './folder-rules.ts';
import { pathBelow } from './path-below.ts';
import { withoutLinks } from './real-path.ts';
import type { LeftOut, LeftOutReason } from './text-file.ts';

/** Files that are looked at together: what takes time is the disk. */
const TOGETHER = 64;

/** A file that is there, whatever is in it. */
export interface FileOnDisk {
  readonly kind: 'file';
  readonly uri: Uri;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** The files below a workspace folder that are not left out, as they are found. What is in them is not looked at. */
export function filesBelow(
  folder: Uri,
  exclude: ExcludeSetting,
  token: CancellationToken,
): AsyncGenerator<FileOnDisk | LeftOut> {
  return new FileWalk({ look: fileOnDisk, exclude, together: TOGETHER, token }).from(folder);
}

async function fileOnDisk(uri: Uri): Promise<FileOnDisk | LeftOut> {
  try {
    if (uri.scheme === 'file') {
      // VS Code asks another process for each.
      const stats = await stat(uri.fsPath);
      if (stats.isFile()) {
        return { kind: 'file', uri, size: stats.size, modified: stats.mtimeMs };
      }
    } else {
      const { type, size, mtime } = await workspace.fs.stat(uri);
      if ((type & FileType.File) !== 0) {
        return { kind: 'file', uri, size, modified: mtime };
      }
    }
  } catch {
    // It is gone, or nobody may look at it.
  }
  return { kind: 'leftOut', uri, reason: 'missing' };
}

interface KnownFolder {
  /** Its own ignore files among them. */
  readonly rules: FolderRules;
  readonly names: ReadonlySet<string>;
}

/** Looks at single files below a workspace folder as a walk through all of it would, and keeps what folders say. */
export class SingleFiles {
  readonly #root: Uri;
  readonly #exclude: ExcludeSetting;
  readonly #folders = new Map<string, Promise<KnownFolder | LeftOutReason>>();

  constructor(root: Uri, exclude: ExcludeSetting) {
    this.#root = root;
    this.#exclude = exclude;
  }

  async at(uri: Uri): Promise<FileOnDisk | LeftOut> {
    const reason = await this.#reason(uri);
    return reason ? { kind: 'leftOut', uri, reason } : fileOnDisk(uri);
  }

  async #reason(uri: Uri): Promise<LeftOutReason | undefined> {
    const path = pathBelow(this.#root.path, uri.path);
    if (path === undefined || path.split('/').includes('.git')) {
      return 'excluded';
    }
    const folder = await this.#folder(Uri.joinPath(uri, '..'));
    if (typeof folder === 'string') {
      return folder;
    }
    const reason = folder.rules.leavesOut(uri, false, folder.names);
    return reason ?? (String(await withoutLinks(uri)) === String(uri) ? undefined : 'link');
  }

  #folder(uri: Uri): Promise<KnownFolder | LeftOutReason> {
    const key = uri.toString();
    const known = this.#folders.get(key) ?? this.#lookInto(uri);
    this.#folders.set(key, known);
    return known;
  }

  async #lookInto(uri: Uri): Promise<KnownFolder | LeftOutReason> {
    const names = new Set((await entriesOf(uri))?.map((entry) => nameOf(entry.uri)));
    const isRoot = pathBelow(this.#root.path, uri.path) === '';
    const above = isRoot ? undefined : await this.#folder(Uri.joinPath(uri, '..'));
    if (typeof above === 'string') {
      return above;
    }
    const rules = above?.rules ?? (await FolderRules.above(uri, this.#exclude));
    return above?.rules.leavesOut(uri, true, above.names) ?? { rules: await rules.in(uri, names), names };
  }
}
