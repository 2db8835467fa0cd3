import {
  l10n,
  Position,
  Range,
  Selection,
  type TextDocument,
  type TextEditor,
  TextEditorRevealType,
  type Uri,
  type ViewColumn,
  window,
  workspace,
} from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { ToldError } from '../ui/told-error.ts';
import type { FoundPlace } from './query.ts';

/**
 * Opens the file, with the cursor where the place says what it is.
 *
 * @throws {ToldError} where the file is gone
 */
export async function openPlace(
  place: FoundPlace,
  options: {
    readonly viewColumn?: ViewColumn;
    readonly preview: boolean;
    readonly preserveFocus?: boolean;
  },
): Promise<TextEditor> {
  const document = await openText(place.uri);
  const editor = await window.showTextDocument(document, options);
  const cursor = cursorOf(place, editor);
  editor.selection = new Selection(cursor, cursor);
  revealPlace(place, editor);
  return editor;
}

async function openText(uri: Uri): Promise<TextDocument> {
  try {
    return await workspace.openTextDocument(uri);
  } catch (error) {
    // VS Code's words are of whole addresses, twice.
    const name = plainText(workspace.asRelativePath(uri), 120);
    throw new ToldError(l10n.t('“{0}” cannot be opened: it may have been moved or deleted.', name), {
      cause: error,
    });
  }
}

/** Scrolls to a place, but not sideways to where its lines end. */
export function revealPlace({ line, column, lastLine }: FoundPlace, editor: TextEditor): void {
  const start = new Position(line, column);
  const end = lastLine > line ? new Position(lastLine, 0) : start;
  const range = editor.document.validateRange(new Range(start, end));
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Whole lines of a place; of a line that is too long for one place, from where the place begins. */
export function rangeOf({ line, column, lastLine }: FoundPlace): Range {
  return new Range(line, column, lastLine, Number.MAX_SAFE_INTEGER);
}

function cursorOf({ line, column, tellingLine }: FoundPlace, { document }: TextEditor): Position {
  const row = Math.min(tellingLine, document.lineCount - 1);
  const { firstNonWhitespaceCharacterIndex: start } = document.lineAt(row);
  return document.validatePosition(new Position(row, row === line ? Math.max(start, column) : start));
}
