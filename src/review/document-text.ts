import { FileSystemError, Position, Range, type TextDocument, TextEdit, workspace } from 'vscode';
import type { TextChange } from './text-changes.ts';

/** A document's text as it is compared and sent: lines end in `\n`, whatever they end in on the disk. */
export function plainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/**
 * Whether there is nothing any more that a document stands for. VS Code holds the text of a deleted file for as long as
 * it is shown, and makes an untitled document anew when it is asked for; writing there would bring back either.
 */
export async function isGone({ uri, isClosed, isDirty }: TextDocument): Promise<boolean> {
  if (workspace.fs.isWritableFileSystem(uri.scheme) === undefined) {
    return isClosed;
  }
  try {
    // What is not saved is still there, whatever became of its file.
    await (isDirty || workspace.fs.stat(uri));
    return false;
  } catch (error) {
    return error instanceof FileSystemError && error.code === 'FileNotFound';
  }
}

/**
 * Changes of a document's text as VS Code's edits. VS Code gives the inserted lines the document's own line ends.
 *
 * @param text the document's, its lines ending in `\n`
 */
export function textEdits(text: string, changes: readonly TextChange[]): TextEdit[] {
  let line = 0;
  let lineStart = 0;
  const positionAt = (offset: number): Position => {
    for (let end = text.indexOf('\n', lineStart); end !== -1 && end < offset; ) {
      line += 1;
      lineStart = end + 1;
      end = text.indexOf('\n', lineStart);
    }
    return new Position(line, offset - lineStart);
  };
  return changes.map(({ start, end, text: replacement }) => {
    const from = positionAt(start);
    return TextEdit.replace(new Range(from, positionAt(end)), replacement);
  });
}
