import { l10n, ProgressLocation, window } from 'vscode';
import type { TranscriptJob } from './transcript-job.ts';

const MEGABYTE = 1_000_000;

/** How far a file has come. */
export interface JobStage {
  /** Bytes of the file's own, in parts those of all parts so far. */
  readonly sent: number;
  /** Which part is being sent, from 1, and of how many. */
  readonly part?: { readonly number: number; readonly count: number } | undefined;
}

export type TellStage = (job: TranscriptJob, stage: JobStage) => void;

/** Does something about audio under a progress notification that can cancel. */
export function withTranscribeProgress<T>(
  title: string,
  jobs: readonly TranscriptJob[],
  work: (stop: AbortController, tell: TellStage) => Promise<T>,
): Thenable<T> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const stop = new AbortController();
      const cancel = token.onCancellationRequested(() => stop.abort());
      const stages = new Map<TranscriptJob, JobStage>();
      const total = jobs.reduce((sum, { file }) => sum + file.size, 0);
      let percent = 0;
      let last = '';
      const tell: TellStage = (job, stage) => {
        stages.set(job, stage);
        const sent = [...stages].reduce((sum, [{ file }, of]) => sum + Math.min(of.sent, file.size), 0);
        const message = inWords(sent, total, jobs.length === 1 ? stage.part : undefined);
        // Each report is a message to the window, and bytes go in thousands of pieces.
        if (message !== last) {
          last = message;
          // What is sent once more does not count twice.
          const now = Math.max(percent, (100 * sent) / Math.max(1, total));
          progress.report({ message, increment: now - percent });
          percent = now;
        }
      };
      try {
        return await work(stop, tell);
      } finally {
        cancel.dispose();
      }
    },
  );
}

function inWords(sent: number, total: number, part: JobStage['part']): string {
  const bytes =
    sent < total
      ? l10n.t('{0} of {1} MB sent', megabytes(sent), megabytes(total))
      : l10n.t('waiting for the service');
  return part ? l10n.t('part {0} of {1}, {2}', part.number, part.count, bytes) : bytes;
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
