import { l10n, type TextDocument, type Uri, window, workspace } from 'vscode';
import { plainLines } from './document-text.ts';
import type { ProposalFiles } from './proposal-files.ts';
import { offerAsNewFile } from './refused.ts';
import { nameOf } from './review-editors.ts';
import { tabsWith } from './review-tabs.ts';

/** Closes the editors of a proposal of a former window, and offers what VS Code has kept of it. */
export async function closeLeftover(files: ProposalFiles, uri: Uri): Promise<void> {
  files.adopt(uri);
  const document = await workspace.openTextDocument(uri);
  // The file is empty, so that any text is what VS Code has kept; whether it is saved, it tells later.
  const text = plainLines(document.getText());
  if (text !== '') {
    await document.save();
  }
  const tabs = tabsWith(uri);
  if (tabs.length > 0) {
    await window.tabGroups.close(tabs);
  }
  files.remove(uri);
  if (text !== '') {
    void offer(document, text);
  }
}

async function offer({ uri, languageId }: TextDocument, text: string): Promise<void> {
  await offerAsNewFile(
    l10n.t('A proposal for “{0}” that you had changed was still open when the window closed.', nameOf(uri)),
    text,
    languageId,
  );
}
