import { l10n, window } from 'vscode';
import { openNewFile } from '../ui/new-file.ts';
import type { Review } from './review.ts';
import { nameOf } from './review-editors.ts';

/** A proposal that was not written, and as it was then: its review may be over when the person answers. */
export interface Refused {
  readonly review: Review;
  readonly text: string;
  readonly reason: 'missing' | 'readOnly';
}

export function refused(review: Review, reason: Refused['reason']): Refused {
  return { review, text: review.text, reason };
}

/** Says which proposals were not written and why; a single one can be had elsewhere. */
export async function sayRefused(all: readonly Refused[]): Promise<void> {
  for (const reason of ['missing', 'readOnly'] as const) {
    const such = all.filter((each) => each.reason === reason);
    const names = such.map(({ review }) => nameOf(review.target)).join(', ');
    const message =
      reason === 'missing'
        ? l10n.t('“{0}” is no longer there. Nothing was written.', names)
        : l10n.t('“{0}” takes no edits, so nothing was written in it.', names);
    const [only] = such;
    if (only && such.length === 1) {
      await offerAsNewFile(message, only.text, only.review.language);
    } else if (only) {
      await window.showWarningMessage(message);
    }
  }
}

/** Tells that a proposed text cannot go where it was for, and opens it elsewhere if that is wanted. */
export async function offerAsNewFile(
  message: string,
  text: string,
  language: string | undefined,
): Promise<void> {
  const open = l10n.t('Open as New File');
  if ((await window.showWarningMessage(message, open)) === open) {
    await openNewFile(text, language);
  }
}
