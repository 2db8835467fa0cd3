import { FileType, type Range, type TextDocument, Uri, window, workspace } from 'vscode';
import { plainLines } from '../review/document-text.ts';
import { remarkOnLength } from '../review/remarks.ts';
import type { Reviews } from '../review/reviews.ts';
import { isReadOnly, sayReadOnly } from '../ui/read-only.ts';
import type { CodeBlock } from './code-blocks.ts';
import { placeOfFragment } from './fragment-place.ts';

/**
 * Shows what a document would be with a block of code in place of the selection, else in the file that the block
 * names, else in the active document: there in place of the part that it is a new version of, or of everything.
 *
 * @returns whether there is a document to apply it to
 */
export async function applyAsEdit(block: CodeBlock, reviews: Reviews): Promise<boolean> {
  const target = await targetOf(block);
  if (!target) {
    return false;
  }
  const { document, selection } = target;
  if (await isReadOnly({ document })) {
    await sayReadOnly(document);
    return true;
  }
  const base = plainLines(document.getText());
  const text = selection ? withSelection(document, selection, block.code) : withCode(base, block.code);
  const remark = remarkOnLength(base, text);
  await reviews.open(
    { target: document.uri, language: document.languageId, base, texts: [text] },
    { remarks: remark === undefined ? [] : [remark] },
  );
  return true;
}

function withSelection(document: TextDocument, { start, end }: Range, code: string): string {
  const text = document.getText();
  const before = text.slice(0, document.offsetAt(start));
  const after = text.slice(document.offsetAt(end));
  // Whole lines were selected, and a block of code ends in none.
  const isWholeLines = end.character === 0 && !code.endsWith('\n');
  return plainLines(`${before}${code}${isWholeLines ? '\n' : ''}${after}`);
}

function withCode(base: string, code: string): string {
  const place = placeOfFragment(base, code);
  if (place) {
    const lines = base.split('\n');
    return [...lines.slice(0, place.first), place.code, ...lines.slice(place.last + 1)].join('\n');
  }
  return base === '' || base.endsWith('\n') ? `${code}\n` : code;
}

async function targetOf({
  fileName,
}: CodeBlock): Promise<{ document: TextDocument; selection?: Range } | undefined> {
  const editor = window.activeTextEditor;
  if (editor && !editor.selection.isEmpty) {
    return { document: editor.document, selection: editor.selection };
  }
  const named = fileName === undefined ? undefined : await findFile(fileName);
  const document = named ? await workspace.openTextDocument(named) : editor?.document;
  return document && { document };
}

/** A file that a model names, if it is in a folder of the workspace and nowhere else. */
async function findFile(name: string): Promise<Uri | undefined> {
  const path = name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  if (path === '' || path.split('/').includes('..')) {
    return undefined;
  }
  for (const { uri: folder } of workspace.workspaceFolders ?? []) {
    const uri = Uri.joinPath(folder, path);
    try {
      if (((await workspace.fs.stat(uri)).type & FileType.File) !== 0) {
        return uri;
      }
    } catch {
      // Not in this folder.
    }
  }
  const open = workspace.textDocuments.find(
    ({ uri }) => uri.path.endsWith(`/${path}`) && workspace.getWorkspaceFolder(uri),
  );
  return open?.uri;
}
