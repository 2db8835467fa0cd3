import { env, l10n, type TextDocument, window, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';

/** A chosen text that its document does not take is not lost. */
export async function offerElsewhere(
  reason: 'refused' | 'closed',
  { uri, languageId }: TextDocument,
  text: string,
): Promise<void> {
  const name = plainText(uri.path.split('/').at(-1) ?? '');
  const copy = l10n.t('Copy');
  const open = l10n.t('Open in a New Editor');
  const message =
    reason === 'closed'
      ? l10n.t('“{0}” was closed, so nothing was inserted.', name)
      : l10n.t('“{0}” takes no edits, so nothing was inserted.', name);
  const chosen = await window.showWarningMessage(message, copy, open);
  if (chosen === copy) {
    await env.clipboard.writeText(text);
  } else if (chosen === open) {
    await window.showTextDocument(await workspace.openTextDocument({ language: languageId, content: text }));
  }
}
