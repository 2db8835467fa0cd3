/** What `files.exclude` and `search.exclude` hold: patterns, each switched on or off, or on beside a certain file. */
export type ExcludeSetting = Readonly<Record<string, unknown>>;

interface Exclude {
  readonly pattern: RegExp;
  /** Excludes only beside a file of this name, in which `$(basename)` is the name without its ending. */
  readonly when?: string;
}

/** Which files and folders are excluded by VS Code's settings. It has the same patterns, but does not match them for us. */
export class ExcludeGlobs {
  readonly #excludes: readonly Exclude[];

  /**
   * @param settings the later ones have the last word on a pattern
   * @param ignoreCase as the file system does
   */
  constructor(settings: readonly ExcludeSetting[], ignoreCase: boolean) {
    // No object: a file may be called `__proto__`.
    const merged = new Map(settings.flatMap((each) => Object.entries(each)));
    this.#excludes = [...merged].flatMap(([glob, value]): Exclude[] => {
      const source = value === false ? undefined : sourceOf(glob);
      if (source === undefined) {
        return [];
      }
      const pattern = new RegExp(`^${source}$`, ignoreCase ? 'iu' : 'u');
      const when = whenOf(value);
      return [{ pattern, ...(when !== undefined && { when }) }];
    });
  }

  /**
   * Whether a file or folder is excluded by itself; what is in an excluded folder is for who looks into it.
   *
   * @param path relative to the workspace folder, with slashes and without one at the start
   * @param siblings names of all that is in the same folder
   */
  excludes(path: string, siblings: ReadonlySet<string>): boolean {
    return this.#excludes.some(
      ({ pattern, when }) => pattern.test(path) && (when === undefined || siblings.has(nameFor(when, path))),
    );
  }
}

function whenOf(value: unknown): string | undefined {
  const when = typeof value === 'object' && value !== null && 'when' in value ? value.when : undefined;
  return typeof when === 'string' ? when : undefined;
}

function nameFor(when: string, path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // An ending is not what begins a name: `.env` has none.
  const dot = name.lastIndexOf('.');
  return when.replaceAll('$(basename)', () => (dot > 0 ? name.slice(0, dot) : name));
}

/** A glob as the source of a regular expression; `undefined` for what is none, and matches nothing. */
function sourceOf(glob: string): string | undefined {
  const trimmed = glob.trim().replace(/(?<=.)\/+$/, '');
  try {
    const source = new GlobReader(trimmed).read();
    new RegExp(source, 'u');
    return trimmed === '' ? undefined : source;
  } catch {
    return undefined;
  }
}

/** Reads a glob from its beginning to its end, of which groups in braces are read by themselves. */
class GlobReader {
  readonly #glob: string;
  #at = 0;

  constructor(glob: string) {
    this.#glob = glob;
  }

  read(): string {
    let source = '';
    while (this.#at < this.#glob.length) {
      source += this.#next();
    }
    return source;
  }

  #next(): string {
    // A folder that all in it matches, matches too.
    if (this.#takes(/\/\*\*$/y)) {
      return '(?:/.*)?';
    }
    if (this.#takes(/(?<=^|\/)\*\*\//y)) {
      return '(?:[^/]+/)*';
    }
    if (this.#takes(/(?<=^|\/)\*\*$/y)) {
      return '.*';
    }
    if (this.#takes(/\*+/y)) {
      return '[^/]*';
    }
    if (this.#takes(/\?/y)) {
      return '[^/]';
    }
    return this.#group() ?? this.#characters() ?? this.#literal();
  }

  /** `{one,other}`; without its closing brace it is text. */
  #group(): string | undefined {
    const end = this.#glob[this.#at] === '{' ? endOfGroup(this.#glob, this.#at) : undefined;
    if (end === undefined) {
      return undefined;
    }
    const inside = this.#glob.slice(this.#at + 1, end);
    this.#at = end + 1;
    return `(?:${alternatives(inside)
      .map((alternative) => new GlobReader(alternative).read())
      .join('|')})`;
  }

  /** `[a-z]` or `[!a-z]`. */
  #characters(): string | undefined {
    const taken = this.#takes(/\[([!^]?)([^\]/]+)\]/y);
    if (!taken) {
      return undefined;
    }
    const [, not = '', characters = ''] = taken;
    const escaped = characters.replace(/[\\[^]/g, '\\$&');
    return `(?!/)[${not === '' ? '' : '^'}${escaped}]`;
  }

  #literal(): string {
    const character = String.fromCodePoint(this.#glob.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  }

  #takes(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#glob);
    this.#at += taken?.[0].length ?? 0;
    return taken;
  }
}

function endOfGroup(glob: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < glob.length; at += 1) {
    depth += glob[at] === '{' ? 1 : glob[at] === '}' ? -1 : 0;
    if (depth === 0) {
      return at;
    }
  }
  return undefined;
}

/** What commas divide, save those in a group within. */
function alternatives(inside: string): readonly string[] {
  const found = [''];
  let depth = 0;
  for (const character of inside) {
    depth += character === '{' ? 1 : character === '}' ? -1 : 0;
    if (character === ',' && depth === 0) {
      found.push('');
    } else {
      found.push(`${found.pop() ?? ''}${character}`);
    }
  }
  return found;
}
