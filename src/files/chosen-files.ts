import { type CancellationToken, FileType, Uri, workspace } from 'vscode';
import { FolderRules } from './folder-rules.ts';
import { pathBelow } from './path-below.ts';
import { withoutLinks } from './real-path.ts';
import { type LeftOut, lookAtFile, type TextFile } from './text-file.ts';

/** Files that are looked at together. */
const TOGETHER = 16;

/**
 * The text files that a person means by choosing files and folders, each once, as they are found; and what is left out.
 * Folders are gone through without what ignore files, `files.exclude` and `search.exclude` leave out, and without links,
 * whose targets are met where they are. A file or folder that was chosen by itself counts, whatever these say. `.git`
 * never does. It ends early when it is cancelled.
 */
export async function* chosenFiles(
  chosen: readonly Uri[],
  token: CancellationToken,
): AsyncGenerator<TextFile | LeftOut> {
  const places: Uri[] = [];
  for (const uri of chosen) {
    const place = isInGit(uri) ? undefined : await withoutLinks(uri);
    if (place) {
      places.push(place);
    } else {
      yield { kind: 'leftOut', uri, reason: isInGit(uri) ? 'excluded' : 'link' };
    }
  }
  const walk = new Walk(places, token);
  for (const place of places) {
    yield* walk.from(place);
  }
}

function isInGit(uri: Uri): boolean {
  const folder = workspace.getWorkspaceFolder(uri)?.uri.path;
  const path = folder === undefined ? undefined : pathBelow(folder, uri.path);
  return (path ?? uri.path).split('/').includes('.git');
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

class Walk {
  readonly #token: CancellationToken;
  readonly #chosen: ReadonlySet<string>;
  /** Files and folders that have been met, so that overlapping choices count once. */
  readonly #met = new Set<string>();

  constructor(chosen: readonly Uri[], token: CancellationToken) {
    this.#token = token;
    this.#chosen = new Set(chosen.map(String));
  }

  async *from(uri: Uri): AsyncGenerator<TextFile | LeftOut> {
    if (await isFolder(uri)) {
      yield* this.#folder(uri);
    } else {
      yield* this.#look([uri]);
    }
  }

  /** Files of a folder before those of the folders in it. */
  async *#folder(start: Uri): AsyncGenerator<TextFile | LeftOut> {
    const waiting = [{ uri: start, rules: await FolderRules.above(start) }];
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

  async *#look(files: readonly Uri[]): AsyncGenerator<TextFile | LeftOut> {
    const unmet = files.filter((uri) => this.#isNew(uri));
    for (let at = 0; at < unmet.length && this.#goesOn; at += TOGETHER) {
      yield* await Promise.all(unmet.slice(at, at + TOGETHER).map(lookAtFile));
    }
  }

  get #goesOn(): boolean {
    return !this.#token.isCancellationRequested;
  }

  #isNew(uri: Uri): boolean {
    const key = uri.toString();
    const isNew = !this.#met.has(key);
    this.#met.add(key);
    return isNew;
  }
}

function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

async function isFolder(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/** What is in a folder, in the order of names; `undefined` for what cannot be looked into. */
async function entriesOf(folder: Uri): Promise<readonly Entry[] | undefined> {
  try {
    return (await workspace.fs.readDirectory(folder))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => ({ uri: Uri.joinPath(folder, name), type }));
  } catch {
    return undefined;
  }
}

/** Lets others have their turn, such as who cancels. */
function others(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
