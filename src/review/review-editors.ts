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

export interface ShowOptions {
  readonly viewColumn?: ViewColumn | undefined;
  /** In a tab that is not brought to the front, since the person is at something else. */
  readonly inBackground?: boolean;
}

/** The document on the left, the proposed text on the right. */
export async function showReview(
  review: Review,
  { viewColumn, inBackground = false }: ShowOptions = {},
): Promise<void> {
  const { target, file, language, number } = review;
  const name = nameOf(target);
  const title = number === 1 ? l10n.t('{0} (proposed)', name) : l10n.t('{0} (proposed {1})', name, number);
  await commands.executeCommand('vscode.diff', target, file, title, {
    preview: false,
    // VS Code knows these two options, though its API does not name them: as text, whatever editor its name would open
    // it in, since the cell of a notebook is no notebook; and behind the other tabs.
    override: true,
    background: inBackground,
    preserveFocus: inBackground,
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
  // Else the next file that is looked at would take its place.
  await commands.executeCommand('workbench.action.keepEditor');
}

/** Shows a renamed document in place of what stands for its former name. */
export async function showRenamed(review: Review, among: readonly Review[]): Promise<void> {
  const old = tabsWith(review.file);
  const [tab] = old;
  if (tab === undefined || tab.input instanceof TabInputTextDiff) {
    // VS Code may have closed it with the former name.
    await showReview(review, { viewColumn: tab?.group.viewColumn });
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
