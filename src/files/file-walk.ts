import { readdir } from 'node:fs/promises';
import { type CancellationToken, FileType, Uri, workspace } from 'vscode';
import type { ExcludeSetting } from './exclude-globs.ts';
import { FolderRules } from './folder-rules.ts';
import type { LeftOut } from './text-file.ts';

/** Files that are looked at together, unless said otherwise. */
const TOGETHER = 16;

export interface WalkOptions<F> {
  /** Tells of a file what is wanted of it, or why it is left out. */
  readonly look: (uri: Uri) => Promise<F | LeftOut>;
  /** Chosen by themselves: each has its own turn, whatever leaves it out. */
  readonly chosen?: readonly Uri[];
  /** What is left out besides, in patterns like those of `files.exclude`. */
  readonly exclude?: ExcludeSetting;
  /** How many files are looked at together. */
  readonly together?: number;
  readonly token: CancellationToken;
}

interface Entry {
  readonly uri: Uri;
  readonly type: FileType;
}

/** What a folder has that is meant. */
interface Content {
  readonly files: readonly Uri[];
  readonly folders: readonly Uri[];
  readonly leftOut: readonly LeftOut[];
  readonly rules: FolderRules;
}

/**
 * Goes through folders, without what ignore files and settings leave out, and without links. `.git` is never met. It ends
 * early when it is cancelled.
 */
export class FileWalk<F> {
  readonly #options: WalkOptions<F>;
  readonly #chosen: ReadonlySet<string>;
  /** Files and folders that have been met, so that overlapping choices count once. */
  readonly #met = new Set<string>();

  constructor(options: WalkOptions<F>) {
    this.#options = options;
    this.#chosen = new Set(options.chosen?.map(String));
  }

  async *from(uri: Uri): AsyncGenerator<F | LeftOut> {
    if (await isFolder(uri)) {
      yield* this.#folder(uri);
    } else {
      yield* this.#look([uri]);
    }
  }

  /** Files of a folder before those of the folders in it. */
  async *#folder(start: Uri): AsyncGenerator<F | LeftOut> {
    const waiting = [{ uri: start, rules: await FolderRules.above(start, this.#options.exclude) }];
    for (let next = waiting.pop(); next && this.#goesOn; next = waiting.pop()) {
      if (this.#isNew(next.uri)) {
        const entries = await entriesOf(next.uri);
        if (!entries) {
          yield { kind: 'leftOut', uri: next.uri, reason: 'missing' };
          continue;
        }
        const { files, folders, leftOut, rules } = await this.#sort(next.uri, entries, next.rules);
        yield* leftOut;
        yield* this.#look(files);
        waiting.push(...folders.map((uri) => ({ uri, rules })).reverse());
      }
    }
  }

  async #sort(folder: Uri, entries: readonly Entry[], above: FolderRules): Promise<Content> {
    const names = new Set(entries.map(({ uri }) => nameOf(uri)));
    const rules = await above.in(folder, names);
    const files: Uri[] = [];
    const folders: Uri[] = [];
    const leftOut: LeftOut[] = [];
    for (const [index, { uri, type }] of entries.entries()) {
      if (index % 1000 === 999) {
        await others();
        if (!this.#goesOn) {
          break;
        }
      }
      const isDirectory = (type & FileType.Directory) !== 0;
      // What was chosen by itself has its turn.
      if (nameOf(uri) === '.git' || this.#chosen.has(uri.toString())) {
        continue;
      }
      const reason =
        rules.leavesOut(uri, isDirectory, names) ??
        ((type & FileType.SymbolicLink) !== 0 ? 'link' : type === FileType.Unknown ? 'missing' : undefined);
      if (reason) {
        leftOut.push({ kind: 'leftOut', uri, reason });
      } else {
        (isDirectory ? folders : files).push(uri);
      }
    }
    return { files, folders, leftOut, rules };
  }

  async *#look(files: readonly Uri[]): AsyncGenerator<F | LeftOut> {
    const { look, together = TOGETHER } = this.#options;
    const unmet = files.filter((uri) => this.#isNew(uri));
    for (let at = 0; at < unmet.length && this.#goesOn; at += together) {
      yield* await Promise.all(unmet.slice(at, at + together).map(look));
    }
  }

  get #goesOn(): boolean {
    return !this.#options.token.isCancellationRequested;
  }

  #isNew(uri: Uri): boolean {
    const key = uri.toString();
    const isNew = !this.#met.has(key);
    this.#met.add(key);
    return isNew;
  }
}

export function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export async function isFolder(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/** What is in a folder, in the order of names; `undefined` for what cannot be looked into. */
export async function entriesOf(folder: Uri): Promise<readonly Entry[] | undefined> {
  try {
    return (await namesIn(folder))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => ({ uri: Uri.joinPath(folder, name), type }));
  } catch {
    return undefined;
  }
}

/** VS Code asks another process, and looks where each link leads. */
async function namesIn(folder: Uri): Promise<[name: string, type: FileType][]> {
  if (folder.scheme !== 'file') {
    return workspace.fs.readDirectory(folder);
  }
  const entries = await readdir(folder.fsPath, { withFileTypes: true });
  return entries.map((entry) => [
    entry.name,
    entry.isFile()
      ? FileType.File
      : entry.isDirectory()
        ? FileType.Directory
        : entry.isSymbolicLink()
          ? FileType.SymbolicLink
          : FileType.Unknown,
  ]);
}

/** Lets others have their turn, such as who cancels. */
function others(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
