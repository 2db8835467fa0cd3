import { type Disposable, Range, type TextDocument, Uri, window, workspace } from 'vscode';
import { findPlace } from './attachment-place.ts';
import type { Attachment } from './events.ts';

/** Read-only documents of what was attached and is not there any more. */
const SCHEME = 'inkwell-attachment';

/** Shows what was attached: the document as it is now, at the place of the text; else the text as it was kept. */
export async function openAttachment(attachment: Attachment): Promise<void> {
  if (!(await showDocument(attachment))) {
    await showKeptText(attachment);
  }
}

async function showDocument(attachment: Attachment): Promise<boolean> {
  const uri = attachment.uri === undefined ? undefined : parsed(attachment.uri);
  // VS Code would make a new document of an untitled one that is gone.
  const isOpen = workspace.textDocuments.some((open) => open.uri.toString() === attachment.uri);
  if (!uri || (uri.scheme === 'untitled' && !isOpen)) {
    return false;
  }
  try {
    if (/\.ipynb$/i.test(uri.path) && uri.scheme !== 'vscode-notebook-cell') {
      await window.showNotebookDocument(await workspace.openNotebookDocument(uri));
      return true;
    }
    const document = await workspace.openTextDocument(uri);
    const selection = attachment.kind === 'selection' ? placeIn(document, attachment) : undefined;
    await window.showTextDocument(document, selection ? { selection } : {});
    return true;
  } catch {
    return false;
  }
}

/** Where the text stands now; where it does not any more, its lines. */
function placeIn(document: TextDocument, { lines, text }: Attachment): Range | undefined {
  if (!lines) {
    return undefined;
  }
  const place = findPlace(document.getText().replaceAll('\r\n', '\n'), text, lines);
  const [first, last] = lines;
  return document.validateRange(
    place
      ? new Range(place.startLine, place.startCharacter, place.endLine, place.endCharacter)
      : new Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER),
  );
}

/** Gives the text to VS Code for as long as the document is open. */
async function showKeptText({ id, name, text }: Attachment): Promise<void> {
  const uri = Uri.from({ scheme: SCHEME, path: `/${name.replaceAll('\\', '/')}`, query: id });
  const provider = workspace.registerTextDocumentContentProvider(SCHEME, {
    // Others may be open, each with a provider of its own.
    provideTextDocumentContent: (asked) => (asked.toString() === uri.toString() ? text : undefined),
  });
  try {
    const document = await workspace.openTextDocument(uri);
    disposeWithDocument(document, provider);
    await window.showTextDocument(document);
  } catch (error) {
    provider.dispose();
    throw error;
  }
}

function disposeWithDocument(document: TextDocument, provider: Disposable): void {
  const closing = workspace.onDidCloseTextDocument((closed) => {
    if (closed === document) {
      provider.dispose();
      closing.dispose();
    }
  });
}

function parsed(address: string): Uri | undefined {
  try {
    return Uri.parse(address, true);
  } catch {
    return undefined;
  }
}
