import { normalizeMarkdown } from '../../chat/shared/markdown-parser.ts';
import type { CodeAction } from '../../chat/shared/protocol.ts';
import type { MarkdownWords } from './code-frame.ts';
import { GrowingDocument, parser } from './growing-document.ts';
import { InlineRenderer } from './inline.ts';
import { Maths } from './maths.ts';
import { Overflow } from './overflow.ts';
import { type Job, SLICE, Slices } from './slices.ts';

export interface MarkdownViewOptions {
  /** A code block’s button; `block` counts from 0 in the message. */
  onCodeAction(block: number, action: CodeAction): void;
  readonly words: MarkdownWords;
}

/** UTF-16 units that are taken in at a time; so many at first. */
const FIRST = 1_000;
const LEAST = 250;
const MOST = 16_000;
/** Milliseconds from one time that more is shown to the next: nobody reads faster, and each costs the browser. */
const PAUSE = 40;
/** After something slow, so many times its time goes to other things: our work, and all that a frame takes. */
const REST = 5;

/** Shows a message’s Markdown, at once or as it comes. */
export class MarkdownView {
  readonly #root: HTMLElement;
  readonly #options: MarkdownViewOptions;
  #state: State | undefined;
  #texts: string[] = [];

  constructor(root: HTMLElement, options: MarkdownViewOptions) {
    this.#root = root;
    this.#options = options;
    root.classList.add('markdown');
  }

  get text(): string {
    if (this.#texts.length > 1) {
      this.#texts = [this.#texts.join('')];
    }
    return this.#texts[0] ?? '';
  }

  /** Resolves when all that was given is shown, highlighted and typeset. */
  get settled(): Promise<void> {
    return this.#state?.settled ?? Promise.resolve();
  }

  /** Whether the text had to be shown anew as a whole. It is for tests: never. */
  get hasFailed(): boolean {
    return this.#state?.hasFailed ?? false;
  }

  /** UTF-16 units that were parsed for it, each as often as it was. It is for tests. */
  get parsedLength(): number {
    return this.#state?.parsedLength ?? 0;
  }

  /** Shows a text that is complete. The beginning is there when this returns, the rest of a long one comes in slices. */
  set(text: string): void {
    this.#clear();
    this.#texts = [text];
    const state = this.#begin();
    state.add(text);
    state.end();
    state.showNow();
  }

  /** Shows more of a text, with the next frame. */
  append(text: string): void {
    if (text !== '') {
      this.#texts.push(text);
      this.#begin().add(text);
    }
  }

  /** Shows what came without waiting for the next frame. */
  showNow(): void {
    this.#state?.showNow();
  }

  /** The text is complete. */
  end(): void {
    this.#begin().end();
  }

  dispose(): void {
    this.#clear();
    this.#root.classList.remove('markdown');
  }

  #begin(): State {
    this.#state ??= new State(this.#root, this.#options);
    return this.#state;
  }

  #clear(): void {
    this.#state?.dispose();
    this.#state = undefined;
    this.#texts = [];
    this.#root.replaceChildren();
  }
}

/** One text, from its first letter to its last. */
class State implements Job {
  readonly #slices = new Slices();
  readonly #overflow = new Overflow();
  readonly #document: GrowingDocument;
  readonly #loading = new Set<Promise<void>>();
  readonly #maths: Maths;
  /** What came and is not shown yet. */
  #pending = '';
  #piece = FIRST;
  #frame: number | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #notBefore = 0;
  #isEnded = false;
  #isShown = false;

  constructor(root: HTMLElement, { words, onCodeAction }: MarkdownViewOptions) {
    this.#maths = new Maths(root, this.#slices);
    this.#document = new GrowingDocument(root, {
      inline: new InlineRenderer(parser, this.#maths),
      maths: this.#maths,
      slices: this.#slices,
      overflow: this.#overflow,
      words,
      unescape: (text) => parser.utils.unescapeAll(text),
      onCodeAction: (element, action) => {
        const blocks = [...root.querySelectorAll('.md-code')];
        onCodeAction(blocks.indexOf(element), action);
      },
      await: (loading) => this.#loading.add(loading),
    });
  }

  get hasFailed(): boolean {
    return this.#document.hasFailed;
  }

  get parsedLength(): number {
    return this.#document.parsedLength;
  }

  get settled(): Promise<void> {
    return this.#settle();
  }

  async #settle(): Promise<void> {
    while (this.#frame !== undefined || this.#waiting !== undefined) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await this.#slices.done;
    await Promise.all([...this.#loading, this.#maths.loaded]);
    await this.#slices.done;
  }

  add(text: string): void {
    this.#pending += text;
    this.#schedule();
  }

  end(): void {
    this.#isEnded = true;
    this.#slices.add(this);
  }

  /** Shows what can be shown in the time of a slice. */
  showNow(): void {
    this.#showFor(SLICE);
  }

  /** The rest of a text that is complete, or more than a frame can take. */
  run(): boolean {
    return this.#showPiece();
  }

  dispose(): void {
    if (this.#frame !== undefined) {
      cancelAnimationFrame(this.#frame);
    }
    clearTimeout(this.#waiting);
    this.#slices.dispose();
    this.#overflow.dispose();
    this.#document.dispose();
  }

  /** Waits by a timer for as long as nothing is to be shown: a frame costs the browser also where nothing changed. */
  #schedule(): void {
    if (this.#isEnded || this.#frame !== undefined || this.#waiting !== undefined) {
      return;
    }
    const wait = this.#notBefore - performance.now();
    if (wait > 0) {
      this.#waiting = setTimeout(() => {
        this.#waiting = undefined;
        this.#schedule();
      }, wait);
      return;
    }
    this.#frame = requestAnimationFrame(() => {
      this.#frame = undefined;
      const begin = performance.now();
      this.#showFor(SLICE);
      // The browser lays out and paints before it comes to this.
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        painted.port1.close();
        const now = performance.now();
        this.#notBefore = Math.max(this.#notBefore, now + REST * (now - begin));
      };
      painted.port2.postMessage(undefined);
    });
  }

  #showFor(time: number): void {
    const end = performance.now() + time;
    while (this.#showPiece()) {
      if (performance.now() >= end) {
        if (this.#isEnded) {
          this.#slices.add(this);
        } else {
          // With what comes until then, in one frame.
          this.#schedule();
        }
        return;
      }
    }
  }

  /** @returns whether there is more to show */
  #showPiece(): boolean {
    // At least as much as is looked at again because of it.
    const most = Math.max(this.#piece, this.#document.openLength);
    const length = endOfPiece(this.#pending, most, this.#isEnded);
    if (length > 0) {
      const begin = performance.now();
      this.#document.grow(normalizeMarkdown(this.#pending.slice(0, length)));
      this.#pending = this.#pending.slice(length);
      this.#adapt(performance.now() - begin, length);
    }
    if (endOfPiece(this.#pending, MOST, this.#isEnded) > 0) {
      return true;
    }
    if (this.#isEnded && !this.#isShown) {
      this.#isShown = true;
      this.#document.end();
      this.#slices.add(this.#document.resolve());
    }
    return false;
  }

  #adapt(time: number, length: number): void {
    this.#notBefore = performance.now() + Math.max(PAUSE, REST * time);
    if (time > SLICE) {
      this.#piece = Math.max(LEAST, this.#piece / 2);
    } else if (time < SLICE / 4 && length >= this.#piece) {
      this.#piece = Math.min(MOST, this.#piece * 2);
    }
  }
}

/** A line’s end of two characters is taken in as a whole. */
function endOfPiece(pending: string, most: number, isEnded: boolean): number {
  let end = Math.min(pending.length, Math.round(most));
  if (pending.charAt(end - 1) === '\r' && !(isEnded && end === pending.length)) {
    end += pending.charAt(end) === '\n' ? 1 : -1;
  }
  return end;
}
