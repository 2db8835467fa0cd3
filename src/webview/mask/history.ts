/** One thing that can be taken back. */
export interface Step {
  /** What it keeps in memory for that. */
  readonly bytes: number;
  /** Takes it back, and gives what would do it again. */
  revert(): Step;
}

/** What can be undone and redone. Of more than `limit` bytes, the oldest are forgotten. */
export class History {
  readonly #limit: number;
  readonly #done: Step[] = [];
  #undone: Step[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** What all of it keeps in memory. */
  get bytes(): number {
    return [...this.#done, ...this.#undone].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Something was done; what had been undone before cannot be redone any more. */
  add(step: Step): void {
    this.#undone = [];
    this.#done.push(step);
    this.#shrink();
  }

  /** @returns whether there was anything to undo */
  undo(): boolean {
    return this.#turn(this.#done, this.#undone);
  }

  redo(): boolean {
    return this.#turn(this.#undone, this.#done);
  }

  clear(): void {
    this.#done.length = 0;
    this.#undone = [];
  }

  #turn(from: Step[], to: Step[]): boolean {
    const step = from.pop();
    if (step !== undefined) {
      to.push(step.revert());
    }
    this.#shrink();
    return step !== undefined;
  }

  #shrink(): void {
    let { bytes } = this;
    while (bytes > this.#limit && this.#done.length > 1) {
      bytes -= this.#done.shift()?.bytes ?? 0;
    }
  }
}
