import { l10n, window } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import type { FolderIndex } from './folder-index.ts';
import { chosenOf } from './index-workspace.ts';

/** Delete Search Index: of the folders that are open. Asks first. */
export async function deleteIndexes(folders: readonly FolderIndex[]): Promise<void> {
  const kept = folders.filter(({ state }) => state.record !== undefined);
  if (kept.length === 0) {
    await window.showInformationMessage(l10n.t('There is no search index of the folders that are open.'));
    return;
  }
  const chosen = await chosenOf(kept, l10n.t('The folders whose index is deleted'), () => false);
  if (chosen.length === 0) {
    return;
  }
  const names = chosen.map(({ folder }) => l10n.t('“{0}”', plainText(folder.name))).join(', ');
  const remove = l10n.t('Delete');
  const answer = await window.showWarningMessage(
    l10n.t('Delete the search index of {0}?', names),
    {
      modal: true,
      detail: l10n.t(
        'Your files stay as they are. To search by meaning again, all texts have to be sent again.',
      ),
    },
    remove,
  );
  if (answer !== remove) {
    return;
  }
  for (const index of chosen) {
    if (!(await index.remove())) {
      const message = l10n.t(
        'Another window indexes “{0}”. Pause indexing there, or close it, and try again.',
        plainText(index.folder.name),
      );
      await window.showWarningMessage(message);
    }
  }
}
