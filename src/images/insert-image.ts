import { type TextDocument, type TextEditor, type Uri, type ViewColumn, window, workspace } from 'vscode';
import { isReadOnly, sayReadOnly } from '../ui/read-only.ts';
import { altFrom, imagePath, imageText } from './image-insertion.ts';
import type { SavedImage } from './image-run.ts';

/** A document that images can be part of. */
export interface InsertPlace {
  readonly document: TextDocument;
  readonly viewColumn: ViewColumn | undefined;
}

/** Languages of documents that are made of text and images. */
const LANGUAGES = ['markdown', 'html'];

/** `undefined` where nobody would look for images. */
export function insertPlaceOf(editor: TextEditor | undefined): InsertPlace | undefined {
  return editor && LANGUAGES.includes(editor.document.languageId)
    ? { document: editor.document, viewColumn: editor.viewColumn }
    : undefined;
}

/** Puts an image in place of what is selected in a document now, as one step to undo. */
export async function insertImage(
  { uri, facts: { width, height }, prompt }: SavedImage,
  { document, viewColumn }: InsertPlace,
): Promise<void> {
  // Closed by now, it is opened again.
  const current = document.isClosed ? await workspace.openTextDocument(document.uri) : document;
  const editor = await window.showTextDocument(current, viewColumn);
  const image = { path: pathIn(current, uri), alt: altFrom(prompt), width, height };
  const isDone =
    !(await isReadOnly(editor)) &&
    (await editor.edit((edit) => edit.replace(editor.selection, imageText(current.languageId, image))));
  if (!isDone) {
    await sayReadOnly(current);
  }
}

function pathIn({ uri }: TextDocument, image: Uri): string {
  return imagePath(uri, image, {
    document: workspace.getWorkspaceFolder(uri)?.uri.path,
    image: workspace.getWorkspaceFolder(image)?.uri.path,
  }).path;
}
