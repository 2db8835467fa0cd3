import { type CancellationToken, CancellationTokenSource, ProgressLocation, window } from 'vscode';

/** Milliseconds; what is done sooner needs no progress, which would only flicker. */
const SOON = 300;

/**
 * Does something that mostly takes no time. Where it does, there is a progress notification that can cancel.
 *
 * @param work may say how far it has come, and ends early when it is cancelled
 * @returns nothing when it was cancelled
 */
export async function withLateProgress<T>(
  title: string,
  work: (report: (message: string) => void, token: CancellationToken) => Promise<T>,
): Promise<T | undefined> {
  const source = new CancellationTokenSource();
  let message = '';
  let show = (_: string): void => {};
  const report = (said: string): void => {
    message = said;
    show(said);
  };
  const done = work(report, source.token);
  try {
    if (!(await isSoon(done))) {
      await window.withProgress(
        { location: ProgressLocation.Notification, title, cancellable: true },
        async (progress, token) => {
          const cancel = token.onCancellationRequested(() => source.cancel());
          show = (said) => progress.report({ message: said });
          show(message);
          try {
            await done;
          } finally {
            cancel.dispose();
          }
        },
      );
    }
    const result = await done;
    return source.token.isCancellationRequested ? undefined : result;
  } finally {
    source.dispose();
  }
}

async function isSoon(done: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), SOON);
  });
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
