import { type Disposable, workspace } from 'vscode';
import type { TranscriptHostMessage, TranscriptSegmentShown } from './shared/transcript-protocol.ts';
import { changeBetween } from './transcript-changes.ts';
import type { TranscriptDocument } from './transcript-document.ts';
import { remarksOn, summaryOf } from './transcript-facts.ts';
import { shownText, type WrittenTranscript } from './transcript-text.ts';

/** How many times longer than for reading a long document the host is left alone. */
const REST = 4;
/** Milliseconds. */
const LONGEST_REST = 1000;

/** Shows a page what its document says, and whatever changes in that, wherever it comes from. */
export class TranscriptSync implements Disposable {
  readonly #transcript: TranscriptDocument;
  readonly #post: (message: TranscriptHostMessage) => void;
  readonly #listener: Disposable;
  #isReadOnly = false;
  /** What the page knows; absent while it knows nothing, or of no segments. */
  #shown: readonly TranscriptSegmentShown[] | undefined;
  #version = -1;
  #hasBegun = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #took = 0;

  constructor(transcript: TranscriptDocument, post: (message: TranscriptHostMessage) => void) {
    this.#transcript = transcript;
    this.#post = post;
    this.#listener = workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === transcript.document && contentChanges.length > 0) {
        this.#updateSoon();
      }
    });
  }

  /** Shows all of it, to a page that knows nothing. */
  begin(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.#hasBegun = true;
    this.#showAll();
  }

  /** Shows what has changed. */
  update(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#hasBegun || this.#transcript.document.version === this.#version) {
      return;
    }
    const start = performance.now();
    const { file, problem } = this.#transcript;
    if (this.#shown === undefined || (file !== undefined && file.segments === undefined)) {
      this.#showAll();
    } else {
      this.#version = this.#transcript.document.version;
      // While it cannot be read, what was shown last stays.
      const to = file ? segmentsOf(file) : this.#shown;
      const change = changeBetween(this.#shown, to);
      this.#shown = to;
      this.#post({ type: 'change', ...change, ...factsOf(file), ...(problem !== undefined && { problem }) });
    }
    this.#took = performance.now() - start;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listener.dispose();
  }

  #showAll(): void {
    const { document, file, problem } = this.#transcript;
    this.#version = document.version;
    this.#shown = file?.segments && segmentsOf(file);
    this.#post({
      type: 'state',
      name: document.uri.path.split('/').at(-1) ?? '',
      segments: [...(this.#shown ?? [])],
      ...(file?.segments === undefined && file?.text !== undefined && { text: file.text }),
      ...(file?.duration !== undefined && { duration: file.duration }),
      isReadOnly: this.#isReadOnly,
      ...factsOf(file),
      ...(problem !== undefined && { problem }),
    });
  }

  /** Somebody may type in a long document, beside; the host has other things to do as well. */
  #updateSoon(): void {
    this.#timer ??= setTimeout(() => this.update(), Math.min(LONGEST_REST, REST * this.#took));
  }
}

function factsOf(file: WrittenTranscript | undefined): { summary: string[]; remarks: string[] } {
  return file?.segments === undefined
    ? { summary: [], remarks: [] }
    : { summary: summaryOf(file), remarks: remarksOn(file) };
}

function segmentsOf({ segments = [] }: WrittenTranscript): TranscriptSegmentShown[] {
  return segments.map((segment) => {
    const { start, end, place } = segment;
    return {
      ...(start !== undefined && { start }),
      ...(end !== undefined && { end }),
      text: shownText(segment),
      isEditable: place !== undefined,
    };
  });
}
