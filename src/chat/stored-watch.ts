import { type FSWatcher, watch } from 'node:fs';

/** Milliseconds between looks, for disks that do not tell, such as those of other machines. */
const POLL_INTERVAL = 2000;

/** Tells of changes in a folder, as far as the system does, and of the time to look for others. */
export class StoredWatch {
  readonly #path: string;
  readonly #onChange: (name: string | undefined) => void;
  readonly #poll: NodeJS.Timeout;
  #watcher: FSWatcher | undefined;

  /**
   * @param onChange gets a file's name, or `undefined` when any file may have changed
   * @param onPoll is called now and then
   */
  constructor(path: string, onChange: (name: string | undefined) => void, onPoll: () => void) {
    this.#path = path;
    this.#onChange = onChange;
    this.#watch();
    this.#poll = setInterval(() => {
      this.#watch();
      onPoll();
    }, POLL_INTERVAL).unref();
  }

  dispose(): void {
    clearInterval(this.#poll);
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  /** The folder may not be there yet, or may be another one by now. */
  #watch(): void {
    if (this.#watcher) {
      return;
    }
    try {
      const watcher = watch(this.#path, { persistent: false }, (_, name) =>
        this.#onChange(name ?? undefined),
      );
      watcher.on('error', () => {
        watcher.close();
        this.#watcher = undefined;
      });
      this.#watcher = watcher;
    } catch {
      // Looking now and then has to do.
    }
  }
}
