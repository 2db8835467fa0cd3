import ignore, { type Ignore } from 'ignore';

/**
 * What ignore files say, by Git's rules: those nearer to a file come after those further up, and the last that matches
 * counts. Paths are relative to one folder, the root, with slashes and without one at the start.
 */
export class IgnoreRules {
  readonly #ignoreCase: boolean;
  readonly #rules: Ignore;
  /** Whether there is any rule; most walks through a folder meet none for long. */
  readonly #isEmpty: boolean;

  private constructor(ignoreCase: boolean, rules: Ignore, isEmpty: boolean) {
    this.#ignoreCase = ignoreCase;
    this.#rules = rules;
    this.#isEmpty = isEmpty;
  }

  /** @param ignoreCase as the file system does */
  static none(ignoreCase: boolean): IgnoreRules {
    return new IgnoreRules(ignoreCase, ignore({ ignorecase: ignoreCase }), true);
  }

  /**
   * These rules and, after them, those of an ignore file.
   *
   * @param folder that the file stands in, by its path; empty for the root
   */
  with(folder: string, text: string): IgnoreRules {
    const patterns = text
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .flatMap((line) => inFolder(folder, line) ?? []);
    if (patterns.length === 0) {
      return this;
    }
    // All rules stand in one list, since only that can tell what is let in again: a folder that a file nearer to it
    // lets in, though one further up does not, has all its files.
    const rules = ignore({ ignorecase: this.#ignoreCase }).add(this.#rules).add(patterns);
    return new IgnoreRules(this.#ignoreCase, rules, false);
  }

  /** Whether a file or folder is left out, be it by itself or with a folder that it is in. */
  ignores(path: string, isFolder: boolean): boolean {
    return !this.#isEmpty && path !== '' && this.#rules.ignores(isFolder ? `${path}/` : path);
  }
}

/** A line of a folder's ignore file as a pattern of the root's; `undefined` where it has none. */
function inFolder(folder: string, line: string): string | undefined {
  if (line.trim() === '' || line.startsWith('#')) {
    return undefined;
  }
  if (folder === '') {
    return line;
  }
  const isNegative = line.startsWith('!');
  // `\!` and `\#` are themselves, and need no backslash where they are not first.
  const pattern = (isNegative ? line.slice(1) : line).replace(/^\\(?=[!#])/, '');
  if (/^\/?\s*$/.test(pattern)) {
    return undefined;
  }
  // A slash at the beginning or in the middle ties a pattern to its folder, one at the end does not.
  const isTied = pattern.replace(/\/\s*$/, '').includes('/');
  const inside = isTied ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return `${isNegative ? '!' : ''}/${literal(folder)}/${inside}`;
}

/** A folder's path as a pattern that stands for it alone. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]]/g, '\\$&');
}
