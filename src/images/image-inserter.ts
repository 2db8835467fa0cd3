import {
  type Disposable,
  l10n,
  Selection,
  type TextDocument,
  type TextEditor,
  type Uri,
  type ViewColumn,
  window,
  workspace,
} from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { isReadOnly, sayReadOnly } from '../ui/read-only.ts';
import { altFrom, imagePath, imageText } from './image-insertion.ts';
import type { InsertPlace } from './insert-image.ts';

/** Of documents that are shown in editors, and are no place for an image. */
const NO_PLACES = ['output', 'debug', 'comment', 'vscode-scm', 'vscode-interactive-input'];

/** Remembers the text editor that was active last, since a panel is when it is used, and writes images there. */
export class ImageInserter implements Disposable {
  #document: TextDocument | undefined;
  #column: ViewColumn | undefined;
  readonly #listener: Disposable;

  /** @param place where the person was, if no text editor is active any more */
  constructor(place?: InsertPlace) {
    this.#remember(place);
    this.#remember(window.activeTextEditor);
    this.#listener = window.onDidChangeActiveTextEditor((editor) => this.#remember(editor));
  }

  /**
   * Writes what shows the image in place of the selection, as one step to undo.
   *
   * @returns what was done, in words; `undefined` when the person has been told why it was not
   */
  async insert(
    image: { readonly uri: Uri; readonly name: string; readonly width: number; readonly height: number },
    alt: string,
  ): Promise<string | undefined> {
    const document = this.#documentAtHand();
    if (document === undefined) {
      await window.showInformationMessage(
        l10n.t('Open a document first, and place the cursor where “{0}” is to be inserted.', image.name),
      );
      return undefined;
    }
    if (await isReadOnly({ document })) {
      await sayReadOnly(document);
      return undefined;
    }
    const { path, kind } = pathIn(document, image.uri);
    const { width, height } = image;
    const editor = await this.#editorOf(document);
    const text = imageText(document.languageId, { path, alt: altFrom(alt), width, height });
    const name = plainText(document.uri.path.split('/').at(-1) ?? '');
    if (!(await editor.edit((edit) => edit.replace(editor.selection, text)))) {
      await window.showWarningMessage(l10n.t('Nothing could be inserted into “{0}”. Try again.', name));
      return undefined;
    }
    const { end } = editor.selection;
    editor.selection = new Selection(end, end);
    editor.revealRange(editor.selection);
    if (kind === 'name') {
      void window.showWarningMessage(
        l10n.t(
          'No path leads from “{0}” to “{1}”: only its name was inserted. Move the image beside the document.',
          name,
          image.name,
        ),
      );
    }
    return l10n.t('{0} was inserted into {1}', image.name, name);
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #remember(place: InsertPlace | undefined): void {
    if (place !== undefined && isPlace(place)) {
      this.#document = place.document;
      this.#column = place.viewColumn;
    }
  }

  /** Nobody may have been in a text editor since the window was opened: then it is one that is in view. */
  #documentAtHand(): TextDocument | undefined {
    return this.#document?.isClosed === false
      ? this.#document
      : window.visibleTextEditors.find(isPlace)?.document;
  }

  /** It may be behind another tab by now. */
  async #editorOf(document: TextDocument): Promise<TextEditor> {
    const shown = window.visibleTextEditors.filter((editor) => editor.document === document);
    return (
      shown.find(({ viewColumn }) => viewColumn === this.#column) ??
      shown[0] ??
      window.showTextDocument(document, {
        preserveFocus: true,
        ...(this.#column !== undefined && { viewColumn: this.#column }),
      })
    );
  }
}

function isPlace({ document }: Pick<InsertPlace, 'document'>): boolean {
  return !NO_PLACES.includes(document.uri.scheme);
}

function pathIn(document: TextDocument, image: Uri): ReturnType<typeof imagePath> {
  // A notebook's cell has an address of its own, and is where its notebook is.
  const notebook = workspace.notebookDocuments.find((each) =>
    each.getCells().some((cell) => cell.document === document),
  );
  const at = notebook?.uri ?? document.uri;
  return imagePath(at, image, {
    document: workspace.getWorkspaceFolder(at)?.uri.path,
    image: workspace.getWorkspaceFolder(image)?.uri.path,
  });
}
