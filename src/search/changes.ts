/** More paths than this, and all of a folder is looked at. */
const MOST = 200;

/** Which files of a folder may have changed since they were last looked at: at first, all. */
export class Changes {
  #paths: Set<string> | undefined;

  /** `undefined` for all. */
  get paths(): ReadonlySet<string> | undefined {
    return this.#paths;
  }

  get isEmpty(): boolean {
    return this.#paths?.size === 0;
  }

  /** @param path relative to the folder, with slashes */
  add(path: string): void {
    const names = path.split('/');
    if (names.includes('.git')) {
      return;
    }
    this.#paths?.add(path);
    const name = names.at(-1) ?? '';
    if (name === '.gitignore' || name === '.ignore' || (this.#paths?.size ?? 0) > MOST) {
      this.addAll();
    }
  }

  addAll(): void {
    this.#paths = undefined;
  }

  /** What there is now, after which there is nothing. */
  take(): ReadonlySet<string> | undefined {
    const taken = this.#paths;
    this.#paths = new Set();
    return taken;
  }
}
