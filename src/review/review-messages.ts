import { l10n, window } from 'vscode';
import type { Review } from './review.ts';
import { nameOf } from './review-editors.ts';

/** What is proposed, for those who do not see it. */
export function proposedIn(review: Review): string {
  const name = nameOf(review.target);
  const changes = review.changes === 1 ? l10n.t('1 change') : l10n.t('{0} changes', review.changes);
  return review.count > 1
    ? l10n.t('“{0}”: proposal {1} of {2}, {3}.', name, review.index + 1, review.count, changes)
    : l10n.t('“{0}”: {1} proposed.', name, changes);
}

/** Whether the person wants to see now what has come while they were at something else. */
export async function tellToShow(said: string, remarks: readonly string[] = []): Promise<boolean> {
  const show = l10n.t('Show');
  return (await window.showInformationMessage([said, ...remarks].join(' '), show)) === show;
}

/** Says it in a message that goes away by itself, which a screen reader reads out. */
export function announce(text: string, remarks: readonly string[] = []): void {
  void (remarks.length > 0
    ? window.showWarningMessage([text, ...remarks].join(' '))
    : window.showInformationMessage(text));
}
