import { commands, type Disposable } from 'vscode';

/** Where what comes goes to. */
export type RunPlace = 'document' | 'tab';

/** The completions under way, so that they can be stopped: by Escape in an editor those that stream into documents. */
export class CompletionRuns implements Disposable {
  readonly #running = new Map<AbortController, RunPlace>();

  /** Whether text streams into a document. */
  get areInDocuments(): boolean {
    return [...this.#running.values()].includes('document');
  }

  /** Runs something that the controller can stop. */
  async track<T>(controller: AbortController, place: RunPlace, run: () => Promise<T>): Promise<T> {
    this.#running.set(controller, place);
    this.#setContext();
    try {
      return await run();
    } finally {
      this.#running.delete(controller);
      this.#setContext();
    }
  }

  /** Stops all, or those of a place. */
  stop(place?: RunPlace): void {
    for (const [controller, its] of this.#running) {
      if (place === undefined || its === place) {
        controller.abort();
      }
    }
  }

  dispose(): void {
    this.stop();
  }

  #setContext(): void {
    void commands.executeCommand('setContext', 'inkwell.completing', this.#running.size > 0);
    void commands.executeCommand('setContext', 'inkwell.completingInDocument', this.areInDocuments);
  }
}
