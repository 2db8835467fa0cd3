/** Told how many bytes there are of all files, and how many there will be where that is known of each. */
export type OnBytes = (received: number, total: number | undefined) => void;

/** The progress of several downloads as one. */
export class ByteProgress {
  readonly #received: number[];
  readonly #totals: (number | undefined)[];
  readonly #tell: OnBytes | undefined;

  constructor(files: number, tell: OnBytes | undefined) {
    this.#received = new Array(files).fill(0);
    this.#totals = new Array(files).fill(undefined);
    this.#tell = tell;
  }

  tell(file: number, received: number, total: number | undefined): void {
    if (this.#received[file] === received && this.#totals[file] === total) {
      return;
    }
    this.#received[file] = received;
    this.#totals[file] = total;
    this.#sum();
  }

  /** No more will come of a file: it has failed. */
  settle(file: number): void {
    this.tell(file, this.#received[file] ?? 0, this.#received[file] ?? 0);
  }

  #sum(): void {
    let total: number | undefined = 0;
    for (const each of this.#totals) {
      total = each === undefined || total === undefined ? undefined : total + each;
    }
    this.#tell?.(
      this.#received.reduce((sum, each) => sum + each, 0),
      total,
    );
  }
}
