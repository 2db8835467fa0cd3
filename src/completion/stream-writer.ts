import {
  Disposable,
  EndOfLine,
  type Position,
  Range,
  type TextDocument,
  type TextDocumentChangeEvent,
  type TextDocumentContentChangeEvent,
  type TextEditor,
  type TextEditorSelectionChangeEvent,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { collapseSelections, isInView, reveal, StreamView } from './stream-view.ts';
import { StreamedRanges } from './streamed-ranges.ts';
import { TextFlow } from './text-flow.ts';

/** Why no more text is taken. */
export type StopReason =
  /** The person edits, or puts a cursor into, what was streamed. */
  | 'edited'
  /** The document refuses edits. */
  | 'refused'
  /** The document was closed. */
  | 'closed';

/**
 * Writes streamed text into a document at one or several places, as one undo step, whatever else happens to
 * the document meanwhile. It writes as fast as VS Code takes edits: what comes while one is under way goes
 * into the next.
 */
export class StreamWriter implements Disposable {
  readonly #document: TextDocument;
  /** Where the command was run: of several editors of the document, the one whose cursors count. */
  readonly #invoked: TextEditor;
  readonly #ranges: StreamedRanges;
  readonly #flows: readonly TextFlow[];
  readonly #pending: string[];
  readonly #listeners: Disposable;
  readonly #view = new StreamView();
  readonly #onStop: (reason: StopReason) => void;
  #stopped: StopReason | undefined;
  #inFlight: readonly string[] | undefined;
  #replacement: { readonly place: number; readonly text: string } | undefined;
  #flushing: Promise<void> | undefined;
  /** Ends the wait for the document to be shown. */
  #wake: (() => void) | undefined;
  #finishing = false;
  /** The next edit begins an undo step: the first one, and one after an edit of somebody else. */
  #undoStop = true;

  constructor(editor: TextEditor, offsets: readonly number[], onStop: (reason: StopReason) => void) {
    const { document } = editor;
    this.#document = document;
    this.#invoked = editor;
    this.#ranges = new StreamedRanges(offsets);
    const eol = document.eol === EndOfLine.CRLF ? '\r\n' : '\n';
    this.#flows = offsets.map(() => new TextFlow(eol));
    this.#pending = offsets.map(() => '');
    this.#onStop = onStop;
    this.#listeners = Disposable.from(
      this.#view,
      workspace.onDidChangeTextDocument((event) => this.#documentChanged(event)),
      // Also told when only the language changes, and then it is not closed.
      workspace.onDidCloseTextDocument(
        (closed) => closed === document && closed.isClosed && this.#stop('closed'),
      ),
      window.onDidChangeTextEditorSelection((event) => this.#selectionChanged(event)),
      window.onDidChangeVisibleTextEditors(() => this.#wake?.()),
    );
  }

  get stopped(): StopReason | undefined {
    return this.#stopped;
  }

  /** Text for one of the places, in the order they were given. */
  append(place: number, text: string): void {
    const flow = this.#flows[place];
    if (flow && this.#stopped === undefined) {
      this.#pending[place] += flow.push(text);
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined;
      });
    }
  }

  /** Writes what is still held back, also into a document that nobody sees now. */
  async finish(): Promise<void> {
    this.#finishing = true;
    for (const [place, flow] of this.#flows.entries()) {
      this.#pending[place] += flow.end();
    }
    this.#wake?.();
    await this.#flushing;
    await this.#flush();
    if (this.#document.isClosed) {
      this.#stop('closed');
    }
    if (this.#hasPending() && this.#stopped === undefined) {
      const edit = new WorkspaceEdit();
      for (const [place, range] of this.#ranges.ranges.entries()) {
        edit.insert(this.#document.uri, this.#document.positionAt(range.end), this.#pending[place] ?? '');
      }
      this.#inFlight = [...this.#pending];
      if (!(await workspace.applyEdit(edit))) {
        this.#inFlight = undefined;
        this.#stop('refused');
      }
    }
    this.#view.clear();
  }

  /** What has been written at one place. */
  written(place: number): string {
    const range = this.#vscodeRange(place);
    return range ? this.#document.getText(range) : '';
  }

  /** What came for one place but is not in the document. */
  unwritten(place: number): string {
    return this.#pending[place] ?? '';
  }

  /**
   * Puts another text in place of what was written there, as an undo step of its own. `false` when that is
   * not ours to replace any more.
   */
  async replace(place: number, text: string): Promise<boolean> {
    const range = this.#vscodeRange(place);
    if (!range || this.#stopped !== undefined || this.#document.isClosed) {
      return false;
    }
    const flow = new TextFlow(this.#document.eol === EndOfLine.CRLF ? '\r\n' : '\n');
    const clean = flow.push(text) + flow.end();
    this.#replacement = { place, text: clean };
    try {
      const editor = this.#editor();
      if (editor) {
        return await editor.edit((builder) => builder.replace(range, clean));
      }
      const edit = new WorkspaceEdit();
      edit.replace(this.#document.uri, range, clean);
      return await workspace.applyEdit(edit);
    } finally {
      this.#replacement = undefined;
    }
  }

  /** Where the text of one place begins, in UTF-16 units. */
  startOf(place: number): number {
    return this.#ranges.ranges[place]?.start ?? 0;
  }

  /** The place right behind each text. */
  ends(): Position[] {
    return this.#ranges.ranges.map(({ end }) => this.#document.positionAt(end));
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #vscodeRange(place: number): Range | undefined {
    const range = this.#ranges.ranges[place];
    return range && new Range(this.#document.positionAt(range.start), this.#document.positionAt(range.end));
  }

  #vscodeRanges(): Range[] {
    return this.#ranges.ranges.flatMap((_, place) => this.#vscodeRange(place) ?? []);
  }

  #hasPending(): boolean {
    return this.#pending.some((text) => text !== '');
  }

  #editor(): TextEditor | undefined {
    return window.visibleTextEditors.includes(this.#invoked)
      ? this.#invoked
      : window.visibleTextEditors.find((editor) => editor.document === this.#document);
  }

  async #flush(): Promise<void> {
    while (this.#hasPending() && this.#stopped === undefined) {
      const editor = this.#editor();
      if (editor) {
        await this.#write(editor);
      } else if (this.#finishing) {
        return;
      } else {
        // Hidden behind another tab: an edit there would be an undo step of its own, so it is put off.
        await this.#editorsChanged(undefined);
      }
    }
  }

  /** Resolves when the document is shown by another editor than this one, or when there is nothing to wait for. */
  async #editorsChanged(editor: TextEditor | undefined): Promise<void> {
    while (this.#editor() === editor && !this.#finishing && this.#stopped === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async #write(editor: TextEditor): Promise<void> {
    const document = this.#document;
    const texts = [...this.#pending];
    const version = document.version;
    const follow = this.#ranges.ranges.length === 1 && isInView(editor, this.ends());
    this.#inFlight = texts;
    let done = false;
    let isClosed = false;
    try {
      done = await editor.edit(
        (builder) => {
          for (const [place, range] of this.#ranges.ranges.entries()) {
            const text = texts[place];
            if (text) {
              builder.insert(document.positionAt(range.end), text);
            }
          }
        },
        { undoStopBefore: this.#undoStop, undoStopAfter: false },
      );
    } catch {
      // Closed between the look and the edit, though it may be listed for a moment still.
      isClosed = true;
    }
    const isWritten = done && this.#inFlight === undefined;
    this.#inFlight = undefined;
    if (isWritten) {
      this.#undoStop = false;
      collapseSelections(editor, this.ends());
      this.#view.mark(editor, this.#vscodeRanges());
      if (follow) {
        reveal(editor, this.ends());
      }
    } else if (isClosed) {
      await this.#editorsChanged(editor);
    } else if (document.version === version && this.#editor() === editor) {
      // Not refused for having changed under way, so it cannot be edited at all; a read-only editor even says
      // that it took the edit.
      this.#stop('refused');
    }
  }

  #documentChanged({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (document !== this.#document || contentChanges.length === 0 || this.#stopped !== undefined) {
      return;
    }
    if (this.#inFlight && this.#isOurs(contentChanges, this.#inFlight)) {
      this.#ranges.inserted(this.#inFlight);
      for (const [place, text] of this.#inFlight.entries()) {
        this.#pending[place] = (this.#pending[place] ?? '').slice(text.length);
      }
      this.#inFlight = undefined;
      return;
    }
    this.#undoStop = true;
    if (this.#replacement && this.#isReplacement(contentChanges, this.#replacement)) {
      this.#ranges.replaced(this.#replacement.place, this.#replacement.text.length);
      this.#replacement = undefined;
      return;
    }
    const changes = contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
      offset: rangeOffset,
      removed: rangeLength,
      text,
    }));
    if (!this.#ranges.changed(changes)) {
      this.#stop('edited');
    }
  }

  #isReplacement(
    [change, ...others]: readonly TextDocumentContentChangeEvent[],
    { place, text }: { readonly place: number; readonly text: string },
  ): boolean {
    const range = this.#ranges.ranges[place];
    return (
      others.length === 0 &&
      change?.rangeOffset === range?.start &&
      change?.rangeLength === (range ? range.end - range.start : undefined) &&
      change?.text === text
    );
  }

  #isOurs(changes: readonly TextDocumentContentChangeEvent[], texts: readonly string[]): boolean {
    const expected = this.#ranges.ranges.flatMap(({ end }, place) => {
      const text = texts[place];
      return text ? [{ end, text }] : [];
    });
    return (
      changes.length === expected.length &&
      expected.every(({ end, text }) =>
        changes.some(
          (change) => change.rangeOffset === end && change.rangeLength === 0 && change.text === text,
        ),
      )
    );
  }

  #selectionChanged({ textEditor, kind, selections }: TextEditorSelectionChangeEvent): void {
    // Without a kind it is an edit that moved the cursor, not the person.
    if (textEditor.document !== this.#document || kind === undefined || this.#finishing || this.#stopped) {
      return;
    }
    const isInside = selections.some(
      ({ anchor, active }) =>
        this.#ranges.contains(this.#document.offsetAt(anchor)) ||
        this.#ranges.contains(this.#document.offsetAt(active)),
    );
    if (isInside) {
      this.#stop('edited');
    }
  }

  #stop(reason: StopReason): void {
    if (this.#stopped === undefined) {
      this.#stopped = reason;
      this.#wake?.();
      this.#onStop(reason);
    }
  }
}
