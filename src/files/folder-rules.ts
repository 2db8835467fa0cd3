import { Uri, workspace } from 'vscode';
import { ExcludeGlobs, type ExcludeSetting } from './exclude-globs.ts';
import { readGitExclude, readIgnoreFile } from './git-exclude.ts';
import { IgnoreRules } from './ignore-rules.ts';
import { pathBelow } from './path-below.ts';

/** In the order in which they count: of those in one folder, the last has the last word. */
const IGNORE_FILES = ['.gitignore', '.ignore'] as const;

/** Folders above a workspace folder that are looked at for the repository that it is a part of. */
const MOST_LEVELS = 32;

/** As file systems of these machines do, unless told otherwise. */
const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';

/** What is left out of a folder: by ignore files there and above it, and by VS Code's settings. */
export class FolderRules {
  /** The repository's folder, or else the workspace's: what ignore files' paths are relative to. */
  readonly #root: Uri;
  readonly #ignored: IgnoreRules;
  /** The workspace folder, to which the settings' patterns are relative. */
  readonly #base: Uri;
  readonly #excluded: ExcludeGlobs;

  private constructor(root: Uri, ignored: IgnoreRules, base: Uri, excluded: ExcludeGlobs) {
    this.#root = root;
    this.#ignored = ignored;
    this.#base = base;
    this.#excluded = excluded;
  }

  /**
   * The rules that hold for what is in a folder, those of its own ignore files not yet among them. What ignores the
   * folder itself does not count: whoever asks means it.
   *
   * @param exclude what is left out besides, in patterns like those of `files.exclude`
   */
  static async above(folder: Uri, exclude: ExcludeSetting = {}): Promise<FolderRules> {
    const base = workspace.getWorkspaceFolder(folder)?.uri ?? folder;
    const root = (await repositoryOf(base)) ?? base;
    const none = IgnoreRules.none(IGNORES_CASE);
    let rules = new FolderRules(root, none, base, excludesIn(base, exclude));
    const path = pathBelow(root.path, folder.path) ?? '';
    let above = root;
    for (const name of path === '' ? [] : path.split('/')) {
      rules = await rules.in(above);
      above = Uri.joinPath(above, name);
      if (rules.leavesOut(above, true, new Set()) === 'ignored') {
        rules = new FolderRules(above, none, base, rules.#excluded);
      }
    }
    return rules;
  }

  /**
   * These rules and those of a folder's ignore files.
   *
   * @param names of what is in the folder, where they are known
   */
  async in(folder: Uri, names?: ReadonlySet<string>): Promise<FolderRules> {
    const path = pathBelow(this.#root.path, folder.path);
    if (path === undefined) {
      return this;
    }
    const mayHave = (name: string): boolean => names?.has(name) ?? true;
    const texts = [mayHave('.git') ? await readGitExclude(folder) : undefined];
    for (const name of IGNORE_FILES) {
      texts.push(mayHave(name) ? await readIgnoreFile(Uri.joinPath(folder, name)) : undefined);
    }
    const ignored = texts.reduce<IgnoreRules>(
      (sofar, text) => (text === undefined ? sofar : sofar.with(path, text)),
      this.#ignored,
    );
    return ignored === this.#ignored
      ? this
      : new FolderRules(this.#root, ignored, this.#base, this.#excluded);
  }

  /** @param siblings names of all that is in the same folder */
  leavesOut(uri: Uri, isFolder: boolean, siblings: ReadonlySet<string>): 'ignored' | 'excluded' | undefined {
    if (this.#excluded.excludes(pathBelow(this.#base.path, uri.path) ?? '', siblings)) {
      return 'excluded';
    }
    return this.#ignored.ignores(pathBelow(this.#root.path, uri.path) ?? '', isFolder)
      ? 'ignored'
      : undefined;
  }
}

/** As the search does: patterns for searching have the last word on those for files. */
function excludesIn(base: Uri, exclude: ExcludeSetting): ExcludeGlobs {
  const settings = ['files', 'search'].map((section) => {
    const set = workspace.getConfiguration(section, base).get<unknown>('exclude');
    return typeof set === 'object' && set !== null ? (set as ExcludeSetting) : {};
  });
  return new ExcludeGlobs([...settings, exclude], IGNORES_CASE);
}

/** The folder of the repository that a folder is in. */
async function repositoryOf(folder: Uri): Promise<Uri | undefined> {
  let above = folder;
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const at = above;
    const isRepository = await Promise.resolve(workspace.fs.stat(Uri.joinPath(at, '.git'))).then(
      () => true,
      () => false,
    );
    if (isRepository) {
      return at;
    }
    above = Uri.joinPath(at, '..');
    if (above.path === at.path) {
      return undefined;
    }
  }
  return undefined;
}
