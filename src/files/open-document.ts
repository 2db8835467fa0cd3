import { type TextDocument, type Uri, workspace } from 'vscode';

/** The document, if VS Code holds it now. */
export function openDocument(uri: Uri): TextDocument | undefined {
  const key = uri.toString();
  return workspace.textDocuments.find((document) => document.uri.toString() === key);
}
