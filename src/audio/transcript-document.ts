import { l10n, Range, type TextDocument, WorkspaceEdit, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { readWritten, segmentEdits, shownText, type WrittenTranscript } from './transcript-text.ts';

/** A transcript as its document has it at the moment: read again whenever that has changed. */
export class TranscriptDocument {
  readonly document: TextDocument;
  #version = -1;
  #file: WrittenTranscript | undefined;
  #problem: string | undefined;

  constructor(document: TextDocument) {
    this.document = document;
  }

  /** Absent while the document is no JSON. */
  get file(): WrittenTranscript | undefined {
    this.#read();
    return this.#file;
  }

  /** Why the document cannot be shown, in words. */
  get problem(): string | undefined {
    this.#read();
    return this.#problem;
  }

  /** What a segment says, if there is such a one. */
  textAt(index: number): string | undefined {
    const segment = this.file?.segments?.[index];
    return segment && shownText(segment);
  }

  /**
   * Changes what a segment says, and nothing else that stands in the document.
   *
   * @returns whether the document has changed
   * @throws when the document takes no edits
   */
  async setText(index: number, text: string): Promise<boolean> {
    const { file, document } = this;
    const changes = file ? segmentEdits(file, index, text) : [];
    if (changes.length === 0) {
      return false;
    }
    const edit = new WorkspaceEdit();
    for (const { start, end, text: put } of changes) {
      edit.replace(document.uri, new Range(document.positionAt(start), document.positionAt(end)), put);
    }
    if (!(await workspace.applyEdit(edit))) {
      const name = plainText(document.uri.path.split('/').at(-1) ?? '');
      throw new Error(l10n.t('“{0}” takes no edits. Save it under another name, and try again.', name));
    }
    return true;
  }

  #read(): void {
    const { version } = this.document;
    if (version === this.#version) {
      return;
    }
    this.#version = version;
    this.#file = undefined;
    this.#problem = undefined;
    const text = this.document.getText();
    try {
      this.#file = readWritten(text);
    } catch (error) {
      this.#problem =
        text.trim() === ''
          ? l10n.t('The file is empty.')
          : l10n.t(
              'The file is no JSON: {0}. Reopen it as text to mend it.',
              plainText(error instanceof Error ? error.message : String(error), 200),
            );
      return;
    }
    const { segments, text: whole } = this.#file;
    if (segments === undefined) {
      this.#problem =
        whole === undefined
          ? l10n.t('The file is no transcript: it has neither segments nor a text.')
          : l10n.t('The file has a text, but no segments with times. Reopen it as text to edit it.');
    }
  }
}
