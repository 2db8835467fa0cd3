import { l10n, window } from 'vscode';
import { errorInWords } from '../ui/error-words.ts';
import { plainText } from '../ui/plain-text.ts';

/** A conversation that is deleted, as people know it. */
export interface NamedConversation {
  readonly id: string;
  /** `''` for none. */
  readonly title: string;
}

/**
 * Says what was deleted, and brings it back if the person wants that. It never fails.
 *
 * @param restore of one conversation, by its id
 */
export async function offerUndo(
  deleted: readonly NamedConversation[],
  restore: (id: string) => unknown,
): Promise<void> {
  const [first] = deleted;
  if (!first) {
    return;
  }
  const undo = l10n.t('Undo');
  const message =
    deleted.length === 1
      ? l10n.t('“{0}” was deleted.', shownTitle(first.title))
      : l10n.t('{0} conversations were deleted.', deleted.length);
  if ((await window.showInformationMessage(message, undo)) !== undo) {
    return;
  }
  try {
    for (const { id } of deleted) {
      await restore(id);
    }
  } catch (error) {
    await window.showErrorMessage(errorInWords(error).message);
  }
}

/** A title for a label or a message, also of a conversation that has none. */
export function shownTitle(title: string): string {
  return plainText(title, 80) || l10n.t('Untitled');
}
