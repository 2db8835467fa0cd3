import {
  type Disposable,
  EndOfLine,
  Range,
  Selection,
  type TextDocument,
  type TextDocumentChangeEvent,
  type TextEditor,
  type ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { isReadOnly } from '../ui/read-only.ts';
import { TextFlow } from './text-flow.ts';
import { TrackedOffsets } from './tracked-offsets.ts';

/** What became of an insertion. */
export type Insertion = 'inserted' | 'refused' | 'closed';

/** Puts chosen texts at the places that they are for, wherever the person's edits have moved these meanwhile. */
export class CandidateInserter implements Disposable {
  readonly document: TextDocument;
  readonly #column: ViewColumn | undefined;
  readonly #offsets: TrackedOffsets;
  /** By place: which candidate stands there, as it was inserted. */
  readonly #inserted: (number | null)[];
  /** Places that have got a text, which may have been edited since. */
  readonly #served = new Set<number>();
  readonly #listener: Disposable;
  readonly #onChange: () => void;
  /** An edit of our own that is under way. */
  #own: { readonly place: number; readonly start: number; readonly length: number } | undefined;

  /** @param onChange what stands at a place has changed through nothing that was done here */
  constructor(editor: TextEditor, offsets: readonly number[], onChange: () => void) {
    this.document = editor.document;
    // A cell’s editor is in no column, but its notebook is.
    this.#column = editor.viewColumn ?? window.activeNotebookEditor?.viewColumn;
    this.#offsets = new TrackedOffsets(offsets);
    this.#inserted = offsets.map(() => null);
    this.#onChange = onChange;
    this.#listener = workspace.onDidChangeTextDocument((event) => this.#documentChanged(event));
  }

  /** By place, the candidate that stands there. */
  get inserted(): readonly (number | null)[] {
    return this.#inserted;
  }

  /** Whether there is a text at each place. */
  get isComplete(): boolean {
    return this.#served.size === this.#inserted.length;
  }

  offsetOf(place: number): number {
    return this.#offsets.at(place)?.end ?? 0;
  }

  /** Writes a text, in place of one that was inserted before and is as it was: one step to undo. */
  async insert(place: number, id: number, text: string): Promise<Insertion> {
    const { document } = this;
    if (document.isClosed) {
      return 'closed';
    }
    if (await isReadOnly({ document })) {
      return 'refused';
    }
    const flow = new TextFlow(document.eol === EndOfLine.CRLF ? '\r\n' : '\n');
    const clean = flow.push(text) + flow.end();
    const editor = await this.#editor();
    const { start = 0, end = 0 } = this.#offsets.at(place) ?? {};
    const range = new Range(document.positionAt(start), document.positionAt(end));
    if (document.getText(range) !== clean && !(await this.#write(place, range, clean, editor))) {
      return document.isClosed ? 'closed' : 'refused';
    }
    this.#inserted[place] = id;
    this.#served.add(place);
    editor?.revealRange(new Range(range.start, document.positionAt(this.offsetOf(place))));
    return 'inserted';
  }

  /** Takes the person back to where they came from, with the cursors behind what was inserted. */
  async goBack(): Promise<void> {
    const { document } = this;
    if (document.isClosed) {
      return;
    }
    const notebook = workspace.notebookDocuments.find((each) =>
      each.getCells().some((cell) => cell.document === document),
    );
    if (notebook) {
      await window.showNotebookDocument(notebook, this.#shown(false));
      return;
    }
    const editor = await window.showTextDocument(document, this.#shown(false));
    const ends = [...this.#served].map((place) => document.positionAt(this.offsetOf(place)));
    if (ends.length > 0) {
      editor.selections = ends.map((end) => new Selection(end, end));
    }
  }

  dispose(): void {
    this.#listener.dispose();
  }

  async #write(place: number, range: Range, text: string, editor: TextEditor | undefined): Promise<boolean> {
    this.#own = { place, start: this.document.offsetAt(range.start), length: text.length };
    try {
      if (editor) {
        await editor.edit((builder) => builder.replace(range, text));
      } else {
        const edit = new WorkspaceEdit();
        edit.replace(this.document.uri, range, text);
        await workspace.applyEdit(edit);
      }
      // A read-only editor says that it took the edit; only the document tells.
      return this.#own === undefined;
    } catch {
      // Closed between the look and the edit.
      return false;
    } finally {
      this.#own = undefined;
    }
  }

  /** It may be behind another tab by now. */
  async #editor(): Promise<TextEditor | undefined> {
    const { document } = this;
    const shown = window.visibleTextEditors.filter((editor) => editor.document === document);
    const found = shown.find(({ viewColumn }) => viewColumn === this.#column) ?? shown[0];
    // A notebook's cell has no editor but in its notebook.
    return found || document.uri.scheme === 'vscode-notebook-cell'
      ? found
      : window.showTextDocument(document, this.#shown(true));
  }

  #shown(preserveFocus: boolean): { preserveFocus: boolean; viewColumn?: ViewColumn } {
    return { preserveFocus, ...(this.#column !== undefined && { viewColumn: this.#column }) };
  }

  #documentChanged({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (document !== this.document || contentChanges.length === 0) {
      return;
    }
    const own = this.#own;
    const [first, ...others] = contentChanges;
    if (own && others.length === 0 && first?.rangeOffset === own.start && first.text.length === own.length) {
      this.#own = undefined;
      this.#offsets.filled(own.place, own.length);
      return;
    }
    const before = this.#inserted.map((_, place) => this.#offsets.at(place)).map((at) => ({ ...at }));
    this.#offsets.changed(
      contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
        offset: rangeOffset,
        removed: rangeLength,
        text,
      })),
    );
    const touched = [...this.#inserted.keys()].filter(
      (place) => this.#inserted[place] !== null && !this.#offsets.isFilled(place),
    );
    for (const place of touched) {
      this.#inserted[place] = null;
      const { start = 0, end = 0 } = before[place] ?? {};
      const isTakenAway = contentChanges.some(
        ({ rangeOffset, rangeLength, text }) =>
          text === '' && rangeOffset <= start && rangeOffset + rangeLength >= end,
      );
      if (isTakenAway) {
        // As by Undo.
        this.#served.delete(place);
      }
    }
    if (touched.length > 0) {
      this.#onChange();
    }
  }
}
