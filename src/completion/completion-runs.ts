import { commands, type Disposable } from 'vscode';

/** The completions under way, so that Escape can stop them. */
export class CompletionRuns implements Disposable {
  readonly #running = new Set<AbortController>();

  /** Runs something that the controller can stop. */
  async track<T>(controller: AbortController, run: () => Promise<T>): Promise<T> {
    this.#running.add(controller);
    this.#setContext();
    try {
      return await run();
    } finally {
      this.#running.delete(controller);
      this.#setContext();
    }
  }

  stop(): void {
    for (const controller of this.#running) {
      controller.abort();
    }
  }

  dispose(): void {
    this.stop();
  }

  #setContext(): void {
    void commands.executeCommand('setContext', 'inkwell.completing', this.#running.size > 0);
  }
}
