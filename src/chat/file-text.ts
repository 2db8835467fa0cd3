import { NotebookCellKind, type NotebookDocument, type Uri, workspace } from 'vscode';
import { checked, type FileText, NotText, readText } from '../files/file-text.ts';
import { fenceFor } from './wire-messages.ts';

/**
 * What stands in a file, as text: as it is in the editor if it is open there, changes that are not saved included; of
 * a notebook, its cells.
 *
 * @throws {NotText}
 */
export async function readFileText(uri: Uri): Promise<FileText> {
  const key = uri.toString();
  const notebook = workspace.notebookDocuments.find((open) => open.uri.toString() === key);
  if (notebook) {
    return notebookText(notebook);
  }
  const text = await readText(uri);
  // What is open as text is meant as text.
  const isNotebook = /\.ipynb$/i.test(uri.path) && text.language === undefined;
  return isNotebook ? ((await readNotebook(uri)) ?? text) : text;
}

async function readNotebook(uri: Uri): Promise<FileText | undefined> {
  try {
    return notebookText(await workspace.openNotebookDocument(uri));
  } catch (error) {
    if (error instanceof NotText) {
      throw error;
    }
    // No extension reads it, or it is not right: then it is JSON.
    return undefined;
  }
}

/** A notebook's cells as Markdown: prose as it is, code in fences, without what it put out. */
function notebookText(notebook: NotebookDocument): FileText {
  const cells = notebook.getCells().map(({ kind, document }) => {
    const text = document.getText();
    if (kind === NotebookCellKind.Markup) {
      return text;
    }
    const fence = fenceFor(text);
    return `${fence}${document.languageId}\n${text}\n${fence}`;
  });
  return { text: checked(cells.join('\n\n')), language: 'markdown' };
}
