const kept = 100;

/** The images that the service drew, for `GET /files/<name>`; the oldest go when there are many. */
export class FileStore {
  readonly #files = new Map<string, Buffer>();

  put(name: string, bytes: Buffer): void {
    this.#files.set(name, bytes);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= kept) {
        return;
      }
      this.#files.delete(oldest);
    }
  }

  get(name: string): Buffer | undefined {
    return this.#files.get(name);
  }
}
