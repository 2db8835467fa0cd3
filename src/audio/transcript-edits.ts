import { commands, type WebviewPanel } from 'vscode';
import type { TranscriptDocument } from './transcript-document.ts';

/** What a segment is to say, and what it said when that was typed. */
export interface SegmentText {
  readonly index: number;
  readonly was: string;
  readonly text: string;
}

/** Writes what is typed into the document, in edits of VS Code's own; and knows how to take them back without a trace. */
export class TranscriptEdits {
  readonly #transcript: TranscriptDocument;
  readonly #panel: Pick<WebviewPanel, 'active'>;
  /** Edits in a row, since the person began with a segment, and the version of the document that they have led to. */
  #count = 0;
  #version = -1;

  constructor(transcript: TranscriptDocument, panel: Pick<WebviewPanel, 'active'>) {
    this.#transcript = transcript;
    this.#panel = panel;
  }

  /** @returns whether the segment says this now; not where it said something else before than what was seen */
  async write({ index, was, text }: SegmentText): Promise<boolean> {
    const { document } = this.#transcript;
    if (this.#transcript.textAt(index) !== was) {
      return false;
    }
    const isAlone = this.#count === 0 || document.version === this.#version;
    if (await this.#transcript.setText(index, text)) {
      // What others did in between cannot be undone along with it.
      this.#count = isAlone ? this.#count + 1 : Number.NaN;
      this.#version = document.version;
    }
    return true;
  }

  /** Undoes what was typed, or writes the segment's text anew where more than that would be undone. */
  async takeBack({ index, was, text }: SegmentText): Promise<boolean> {
    const { document } = this.#transcript;
    const count = document.version === this.#version && this.#panel.active ? this.#count : 0;
    this.end();
    for (let undone = 0; undone < count; undone += 1) {
      await commands.executeCommand('undo');
    }
    const now = this.#transcript.textAt(index);
    if (now === text) {
      return true;
    }
    if (now !== was && !(count > 0)) {
      return false;
    }
    await this.#transcript.setText(index, text);
    return true;
  }

  end(): void {
    this.#count = 0;
    this.#version = -1;
  }
}
