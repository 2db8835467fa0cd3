import { l10n, type TextDocument, window, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';

/** Text that a document did not take is not lost: it can be had in a new one. */
export async function offerUnwritten(
  reason: 'refused' | 'closed',
  document: TextDocument,
  texts: readonly string[],
): Promise<void> {
  const content = texts.filter((text) => text !== '').join('\n\n');
  const name = plainText(document.uri.path.split('/').at(-1) ?? '');
  const message =
    reason === 'closed'
      ? l10n.t('“{0}” was closed while text was streaming into it.', name)
      : l10n.t('“{0}” takes no edits.', name);
  if (content === '') {
    await window.showWarningMessage(message);
    return;
  }
  const open = l10n.t('Open the Rest in a New Editor');
  if ((await window.showWarningMessage(message, open)) === open) {
    const rest = await workspace.openTextDocument({ language: document.languageId, content });
    await window.showTextDocument(rest);
  }
}
