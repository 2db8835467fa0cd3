import { ProgressLocation, window } from 'vscode';
import { withLateProgress } from '../ui/late-progress.ts';
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

/** Around the check of a prompt: a progress notification that can cancel, where it takes its time. */
export function whileChecking(
  title: string,
): <T>(check: (signal: AbortSignal) => Promise<T>) => Promise<T | undefined> {
  return (check) =>
    withLateProgress(title, async (_, token) => {
      const controller = new AbortController();
      const cancel = token.onCancellationRequested(() => controller.abort());
      try {
        return await check(controller.signal);
      } finally {
        cancel.dispose();
      }
    });
}
