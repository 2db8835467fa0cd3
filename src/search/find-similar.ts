import { l10n, type TextEditor, window } from 'vscode';
import { LONGEST_TEXT } from '../files/file-text.ts';
import type { QueryServices } from './query-services.ts';
import { showSimilar } from './search-by-meaning.ts';
import { pieceAt, type SimilarTo, similarQuery } from './similar-query.ts';

/** Find Similar: to what is selected, or to the piece of text that the cursor is in. */
export async function findSimilar(services: QueryServices): Promise<void> {
  const editor = window.activeTextEditor;
  const to = editor && similarTo(editor);
  if (to) {
    await showSimilar(services, await similarQuery(to));
  } else {
    void window.showInformationMessage(
      l10n.t('Open a file as text, and put the cursor into what something similar is to be found to.'),
    );
  }
}

function similarTo({ document, selection }: TextEditor): SimilarTo | undefined {
  const { uri } = document;
  if (!selection.isEmpty) {
    const text = document.getText(selection);
    const { start, end } = selection;
    // What ends at the beginning of a line has nothing of it.
    const lastLine = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
    return text.trim() === '' ? undefined : { uri, text, line: start.line, lastLine };
  }
  const text = document.getText();
  return text.length > LONGEST_TEXT ? undefined : pieceAt(uri, text, selection.active.line);
}
