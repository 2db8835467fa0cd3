import type { Disposable } from 'vscode';

/** Milliseconds between two looks, while there is something to look at. */
const INTERVAL = 2000;

export interface OtherWritersOptions {
  /** The replies that other windows write now, as far as one can see. */
  readonly writing: () => readonly string[];
  /** These are written no more, whether they have ended or not. */
  readonly onGone: (replies: readonly string[]) => void;
}

/** Sees that another window is gone which was writing a reply: when it is killed, nothing else tells. */
export class OtherWriters implements Disposable {
  readonly #options: OtherWritersOptions;
  #writing: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OtherWritersOptions) {
    this.#options = options;
  }

  /** To be called when replies have begun or ended. */
  look(): void {
    const { writing, onGone } = this.#options;
    const before = this.#writing;
    this.#writing = writing();
    clearTimeout(this.#timer);
    this.#timer = this.#writing.length > 0 ? setTimeout(() => this.look(), INTERVAL).unref() : undefined;
    const gone = before.filter((reply) => !this.#writing.includes(reply));
    if (gone.length > 0) {
      onGone(gone);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
