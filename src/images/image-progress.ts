import { ProgressLocation, window } from 'vscode';
import type { RunOptions } from './image-run.ts';

/** Does something under a progress notification that can cancel. */
export async function withImageProgress<T>(
  title: string,
  work: (options: RunOptions) => Promise<T>,
): Promise<T> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      const cancel = token.onCancellationRequested(() => controller.abort());
      // What is reported adds up.
      let reported = 0;
      try {
        return await work({
          signal: controller.signal,
          onStage: (message, done) => {
            const percent = done === undefined ? reported : Math.max(reported, done * 100);
            progress.report({ message, increment: percent - reported });
            reported = percent;
          },
        });
      } finally {
        cancel.dispose();
      }
    },
  );
}
