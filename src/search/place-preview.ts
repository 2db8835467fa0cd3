import {
  commands,
  type Disposable,
  Range,
  type Selection,
  type Tab,
  TabInputCustom,
  TabInputNotebook,
  TabInputText,
  TabInputTextDiff,
  type TextEditor,
  TextEditorRevealType,
  TextEditorSelectionChangeKind,
  ThemeColor,
  type Uri,
  type ViewColumn,
  window,
  workspace,
} from 'vscode';
import { rangeOf, revealPlace } from './open-place.ts';
import type { FoundPlace } from './query.ts';

/** Milliseconds in which an editor scrolls that is told to. */
const SCROLLS = 300;

/** What can be opened again, by what VS Code tells of a tab. */
const REOPENED = [TabInputText, TabInputTextDiff, TabInputCustom, TabInputNotebook];

/** What was in view before anything was previewed. */
interface Before {
  readonly column: ViewColumn;
  readonly tab: Tab | undefined;
  /** Texts that had a tab, each with its group. */
  readonly texts: ReadonlySet<string>;
  readonly editor: ShownText | undefined;
}

interface ShownText {
  readonly uri: Uri;
  readonly selections: readonly Selection[];
  /** In view. */
  readonly firstLine: number;
}

/**
 * Shows places in the editor without taking the focus from where the person looks through them, and brings back what was
 * there before.
 */
export class PlacePreview implements Disposable {
  readonly #marks = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.rangeHighlightBackground'),
    border: '1px dotted',
    borderColor: new ThemeColor('editor.rangeHighlightBorder'),
  });
  readonly #clicks = window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
    if (kind === TextEditorSelectionChangeKind.Mouse && textEditor === this.#editor) {
      this.#isTaken = true;
    }
  });
  #before: Before | undefined;
  /** The one that shows a place now. */
  #editor: TextEditor | undefined;
  /** Whether the person went to work where a place is shown. */
  #isTaken = false;
  /** Texts that have a tab only to be looked at, each with its group. */
  readonly #opened = new Set<string>();
  #wanted: FoundPlace | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** Whether the person clicked into what is shown. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Shows a place, or the one that is asked for meanwhile; one that cannot be shown is passed over. */
  show(place: FoundPlace): Promise<void> {
    this.#wanted = place;
    this.#turn = this.#turn.then(async () => {
      if (this.#wanted === place) {
        await this.#show(place).catch(() => {});
      }
    });
    return this.#turn;
  }

  /** Leaves what is shown. */
  async keep(): Promise<void> {
    this.#wanted = undefined;
    await this.#turn;
    this.#unmark();
  }

  /** Brings back the tab, the place in it, and the tabs that were there. */
  async restore(): Promise<void> {
    this.#wanted = undefined;
    await this.#turn;
    this.#unmark();
    const before = this.#before;
    this.#before = undefined;
    if (before && this.#editor) {
      this.#editor = undefined;
      await bringBack(before, () => this.#close());
    }
  }

  dispose(): void {
    this.#clicks.dispose();
    this.#marks.dispose();
  }

  async #show(place: FoundPlace): Promise<void> {
    this.#before ??= await whatIsShown();
    const { column } = this.#before;
    const document = await workspace.openTextDocument(place.uri);
    const editor = await window.showTextDocument(document, {
      viewColumn: column,
      preview: true,
      preserveFocus: true,
    });
    if (this.#editor !== editor) {
      this.#unmark();
      this.#editor = editor;
      const key = keyOf(editor.viewColumn, document.uri);
      if (!this.#before.texts.has(key)) {
        this.#opened.add(key);
      }
      // Without VS Code's previews, each would leave a tab.
      await this.#close(key);
    }
    editor.setDecorations(this.#marks, [document.validateRange(rangeOf(place))]);
    revealPlace(place, editor);
  }

  /** Closes what was opened only to be looked at, but for one. */
  async #close(kept?: string): Promise<void> {
    const ours = textTabs().filter(({ key, tab }) => this.#opened.has(key) && key !== kept && !tab.isDirty);
    if (ours.length > 0) {
      await window.tabGroups.close(
        ours.map(({ tab }) => tab),
        true,
      );
    }
  }

  #unmark(): void {
    this.#editor?.setDecorations(this.#marks, []);
  }
}

async function whatIsShown(): Promise<Before> {
  const { viewColumn: column, activeTab: tab } = window.tabGroups.activeTabGroup;
  if (tab?.isPreview && !REOPENED.some((kind) => tab.input instanceof kind)) {
    // What is looked at would take its place, and nobody could bring it back.
    await commands.executeCommand('workbench.action.keepEditor');
  }
  const editor = window.activeTextEditor;
  const isThere = editor?.viewColumn === column;
  return {
    column,
    tab,
    texts: new Set(textTabs().map(({ key }) => key)),
    editor:
      editor && isThere
        ? {
            uri: editor.document.uri,
            selections: editor.selections,
            firstLine: editor.visibleRanges[0]?.start.line ?? 0,
          }
        : undefined,
  };
}

/** All tabs of texts, each with what is known by it in its group. */
function textTabs(): { readonly key: string; readonly tab: Tab }[] {
  return window.tabGroups.all.flatMap(({ viewColumn, tabs }) =>
    tabs.flatMap((tab) =>
      tab.input instanceof TabInputText ? [{ key: keyOf(viewColumn, tab.input.uri), tab }] : [],
    ),
  );
}

function keyOf(column: ViewColumn | undefined, uri: Uri): string {
  return `${column} ${uri.toString()}`;
}

async function bringBack(before: Before, close: () => Promise<void>): Promise<void> {
  const { tab, editor } = before;
  if (tab?.input instanceof TabInputText && editor) {
    await showText(before, editor);
  } else if (tab && !isOpen(tab)) {
    // It was only a preview itself, in whose place the first of ours came.
    await reopen(tab, before);
  }
  await close();
  if (tab && isOpen(tab) && !tab.isActive) {
    await commands.executeCommand('workbench.action.openEditorAtIndex', tab.group.tabs.indexOf(tab));
  }
}

async function showText({ column, tab }: Before, { uri, selections, firstLine }: ShownText): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const shown = await window.showTextDocument(document, {
    viewColumn: column,
    preserveFocus: true,
    preview: tab?.isPreview ?? false,
  });
  if (!selections.every((selection, index) => shown.selections[index]?.isEqual(selection))) {
    shown.selections = selections;
  }
  await scrollTo(shown, firstLine);
}

/** VS Code leaves some lines above what it reveals at the top, as many as stick there or as settings say. */
async function scrollTo(editor: TextEditor, line: number): Promise<void> {
  const away = (): number => line - (editor.visibleRanges[0]?.start.line ?? line);
  let aim = line;
  for (let tries = 0; tries < 2 && away() !== 0; tries += 1) {
    const scrolled = nextScroll(editor);
    const row = clamped(aim, editor);
    editor.revealRange(new Range(row, 0, row, 0), TextEditorRevealType.AtTop);
    await scrolled;
    aim += away();
  }
}

function clamped(line: number, { document }: TextEditor): number {
  return Math.max(0, Math.min(line, document.lineCount - 1));
}

/** Resolves when an editor has scrolled, or does not. */
function nextScroll(editor: TextEditor): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(late);
      listener.dispose();
      resolve();
    };
    const late = setTimeout(end, SCROLLS);
    const listener = window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
      if (textEditor === editor) {
        end();
      }
    });
  });
}

async function reopen({ input, label }: Tab, { column }: Before): Promise<void> {
  const options = { viewColumn: column, preserveFocus: true, preview: true };
  if (input instanceof TabInputCustom) {
    await commands.executeCommand('vscode.openWith', input.uri, input.viewType, options);
  } else if (input instanceof TabInputNotebook) {
    await commands.executeCommand('vscode.openWith', input.uri, input.notebookType, options);
  } else if (input instanceof TabInputTextDiff) {
    await commands.executeCommand('vscode.diff', input.original, input.modified, label, options);
  }
}

function isOpen(tab: Tab): boolean {
  return tab.group.tabs.includes(tab);
}
