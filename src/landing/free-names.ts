import { Uri, workspace } from 'vscode';
import { landingError } from './landing-error.ts';

export interface WantedName {
  /** Without its ending. */
  readonly stem: string;
  /** Without its dot. */
  readonly extension: string;
}

/** The names that a folder has free. */
export class FreeNames {
  readonly folder: Uri;
  readonly #taken: Set<string>;

  private constructor(folder: Uri, taken: Set<string>) {
    this.folder = folder;
    this.#taken = taken;
  }

  static async in(folder: Uri): Promise<FreeNames> {
    try {
      const entries = await workspace.fs.readDirectory(folder);
      return new FreeNames(folder, new Set(entries.map(([name]) => folded(name))));
    } catch (error) {
      throw landingError(error, folder);
    }
  }

  /** The first of a file's possible names that is free, which it is no longer: `cat.png`, `cat-2.png`, `cat-3.png`. */
  take({ stem, extension }: WantedName): Uri {
    for (let number = 1; ; number += 1) {
      const name = `${stem}${number === 1 ? '' : `-${number}`}.${extension}`;
      if (!this.#taken.has(folded(name))) {
        this.#taken.add(folded(name));
        return Uri.joinPath(this.folder, name);
      }
    }
  }
}

/** Many file systems take names for the same that differ in these; and a folder may be copied to one that does. */
function folded(name: string): string {
  return name.normalize().toLowerCase();
}
