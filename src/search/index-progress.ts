import { l10n, ProgressLocation, window } from 'vscode';
import { withLateProgress } from '../ui/late-progress.ts';
import { plainText } from '../ui/plain-text.ts';
import { askToIndex } from './index-consent.ts';
import type { IndexTalk, SendingProgress } from './index-talk.ts';

/** Somebody who has asked for an index, and looks on while it is made. */
export const ONLOOKER: IndexTalk = {
  looking: (folder, work) =>
    withLateProgress(l10n.t('Looking through “{0}”', plainText(folder)), async (report, token) => {
      const stop = new AbortController();
      const cancel = token.onCancellationRequested(() => stop.abort());
      try {
        return await work(report, stop.signal);
      } finally {
        cancel.dispose();
      }
    }),

  ask: askToIndex,

  sending: async (folder, work) =>
    window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: l10n.t('Indexing “{0}”', plainText(folder)),
        cancellable: true,
      },
      async (progress, token) => {
        const stop = new AbortController();
        const cancel = token.onCancellationRequested(() => stop.abort());
        let told = 0;
        const report = ({ done, total, isPaused }: SendingProgress): void => {
          const [come, all] = [done.toLocaleString(), total.toLocaleString()];
          const message = isPaused
            ? l10n.t('paused at {0} of {1}', come, all)
            : l10n.t('{0} of {1}', come, all);
          progress.report({ message, increment: (100 * (done - told)) / Math.max(1, total) });
          told = done;
        };
        try {
          return await work(report, stop.signal);
        } finally {
          cancel.dispose();
        }
      },
    ),
};
