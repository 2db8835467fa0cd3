import {
  type Disposable,
  type Position,
  Range,
  Selection,
  type TextEditor,
  TextEditorRevealType,
  ThemeColor,
  window,
} from 'vscode';

/** Marks what is streamed, as long as it is. */
export class StreamView implements Disposable {
  readonly #decoration = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor('editor.rangeHighlightBackground'),
    // High-contrast themes have no such background but a border.
    borderColor: new ThemeColor('editor.rangeHighlightBorder'),
    borderStyle: 'solid',
    borderWidth: '1px',
  });

  mark(editor: TextEditor, ranges: readonly Range[]): void {
    editor.setDecorations(this.#decoration, ranges);
  }

  clear(): void {
    for (const editor of window.visibleTextEditors) {
      editor.setDecorations(this.#decoration, []);
    }
  }

  dispose(): void {
    this.#decoration.dispose();
  }
}

/** Whether a person sees the place where text goes; if not, they have scrolled away from it. */
export function isInView(editor: TextEditor, [end]: readonly Position[]): boolean {
  return end !== undefined && editor.visibleRanges.some((range) => range.contains(end));
}

export function reveal(editor: TextEditor, [end]: readonly Position[]): void {
  if (end) {
    editor.revealRange(new Range(end, end), TextEditorRevealType.Default);
  }
}

/**
 * A selection grows with what is inserted at its end, and the next key would overwrite all of it: it becomes
 * a cursor behind the new text. After the first edit rather than before, so that undo brings it back.
 */
export function collapseSelections(editor: TextEditor, ends: readonly Position[]): void {
  const { selections } = editor;
  const hasGrown = (selection: Selection, index: number): boolean => {
    const end = ends[index];
    return end !== undefined && !selection.isEmpty && selection.end.isEqual(end);
  };
  if (selections.length === ends.length && selections.some(hasGrown)) {
    editor.selections = selections.map((selection, index) =>
      hasGrown(selection, index) ? new Selection(selection.end, selection.end) : selection,
    );
  }
}
