/** Something to be done piece by piece. */
export interface Job {
  /** Does a piece of at most some milliseconds, and says whether there is more to do. */
  run(): boolean;
}

/** Milliseconds of work at a time; what the person does is waited for by no more. */
export const SLICE = 4;

/** Does work in slices, so that typing and scrolling go on meanwhile. */
export class Slices {
  readonly #jobs = new Set<Job>();
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;

  /** Resolves when there is nothing left to do. */
  get done(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  add(job: Job): void {
    if (!this.#stopped.signal.aborted) {
      this.#jobs.add(job);
      this.#running ??= this.#run();
    }
  }

  remove(job: Job): void {
    this.#jobs.delete(job);
  }

  dispose(): void {
    this.#stopped.abort();
    this.#jobs.clear();
  }

  async #run(): Promise<void> {
    try {
      while (this.#jobs.size > 0) {
        await breathe(this.#stopped.signal);
        this.#slice();
      }
    } catch (error) {
      if (!this.#stopped.signal.aborted) {
        throw error;
      }
    } finally {
      this.#running = undefined;
    }
  }

  #slice(): void {
    const end = performance.now() + SLICE;
    for (const job of this.#jobs) {
      while (job.run()) {
        if (performance.now() >= end) {
          return;
        }
      }
      this.#jobs.delete(job);
      if (performance.now() >= end) {
        return;
      }
    }
  }
}

/** Lets everything else have its turn. */
async function breathe(signal: AbortSignal): Promise<void> {
  await scheduler.postTask(() => {}, { priority: 'user-visible', signal });
}
