import {
  commands,
  l10n,
  languages,
  TabInputTextDiff,
  type Uri,
  type ViewColumn,
  window,
  workspace,
} from 'vscode';
import { openDocument } from '../files/open-document.ts';
import { plainText } from '../ui/plain-text.ts';
import type { Review } from './review.ts';
import { tabsWith } from './review-tabs.ts';

/** The document on the left, the proposed text on the right. */
export async function showReview(review: Review, viewColumn?: ViewColumn): Promise<void> {
  const { target, file, language } = review;
  await commands.executeCommand('vscode.diff', target, file, l10n.t('{0} (proposed)', nameOf(target)), {
    preview: false,
    // As text, whatever editor its name would open it in: the cell of a notebook is no notebook. VS Code knows this
    // option, though its API does not name it.
    override: true,
    ...(viewColumn !== undefined && { viewColumn }),
  });
  // An untitled document's language is not in its name.
  const shown = openDocument(file);
  if (shown && language !== undefined && shown.languageId !== language) {
    await languages.setTextDocumentLanguage(shown, language);
  }
}

/** Several documents one below the other in one tab, each beside its proposed text. */
export async function showTogether(reviews: readonly Review[]): Promise<void> {
  await commands.executeCommand(
    'vscode.changes',
    reviews[0]?.title ?? '',
    reviews.map(({ target, file }) => [target, target, file]),
  );
}

/** Shows a renamed document in place of what stands for its former name. */
export async function showRenamed(review: Review, among: readonly Review[]): Promise<void> {
  const old = tabsWith(review.file);
  const [tab] = old;
  if (tab === undefined || tab.input instanceof TabInputTextDiff) {
    // VS Code may have closed it with the former name.
    await showReview(review, tab?.group.viewColumn);
  } else {
    await showTogether(among);
  }
  await window.tabGroups.close(old.filter((each) => tabsWith(review.file).includes(each)));
}

/** Puts the person into the document, wherever its kind is edited. */
export async function showTarget(target: Uri, viewColumn: ViewColumn | undefined): Promise<void> {
  const key = target.toString();
  const column = viewColumn === undefined ? {} : { viewColumn };
  const notebook = workspace.notebookDocuments.find((open) =>
    open.getCells().some(({ document }) => document.uri.toString() === key),
  );
  if (notebook) {
    await window.showNotebookDocument(notebook, column);
  } else {
    await window.showTextDocument(target, { preview: false, ...column });
  }
}

export function nameOf({ path }: Uri): string {
  return plainText(path.split('/').at(-1) ?? '');
}
