import type { Highlighted } from './highlight-languages.ts';
import { highlightedNodes } from './highlighted-nodes.ts';
import type { Job, Slices } from './slices.ts';
import type { Segment, TextFlow } from './text-flow.ts';

/** UTF-16 units: code beyond this, lines longer than this, and what never ends are not highlighted. */
const MOST_CODE = 400_000;
const MOST_LINE = 2_000;
const MOST_AT_ONCE = 24_000;
/** Of the time while code grows, a share of one in so many goes into colours. */
const SHARE = 12;
/** Milliseconds between two times at least. */
const PAUSE = 100;

type Highlighter = {
  knowsLanguage(language: string): boolean;
  highlight(code: string, language: string): Highlighted;
};

let highlighter: Highlighter | undefined;
let loading: Promise<void> | undefined;

/** Loads highlight.js when the first code comes. Without it, code stays as it is. */
function loadHighlighter(): Promise<void> {
  loading ??= import('./highlight-languages.ts').then(
    (module) => {
      highlighter = module;
    },
    (error: unknown) => console.error(error),
  );
  return loading;
}

/**
 * Colours the code of one block. It goes by groups of segments: a group is done when its code ends outside of all
 * strings and comments, so that the next can be coloured by itself. While the code grows only its last group is
 * coloured again.
 */
export class Highlighting implements Job {
  readonly #flow: TextFlow;
  readonly #slices: Slices;
  #language = '';
  #isComplete = false;
  /** The first segment of the group that is at work, how many it has, and where in the code it begins. */
  #group = 0;
  #size = 1;
  #start = 0;
  #isUpToDate = true;
  #notBefore = 0;
  #loading: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(flow: TextFlow, slices: Slices) {
    this.#flow = flow;
    this.#slices = slices;
  }

  /** Resolves when what highlights is there, or cannot be had. */
  get loaded(): Promise<void> {
    return this.#loading;
  }

  setLanguage(language: string): void {
    if (language !== this.#language) {
      this.#language = language;
      this.changed(0);
      if (highlighter === undefined) {
        this.#loading = loadHighlighter().then(() => this.#schedule());
      }
    }
  }

  /** The code has changed from this segment on. */
  changed(segment: number): void {
    if (segment < this.#group) {
      this.#group = 0;
      this.#start = 0;
      this.#size = 1;
    }
    this.#isUpToDate = false;
    this.#schedule();
  }

  /** No more code comes. */
  complete(): void {
    if (!this.#isComplete) {
      this.#isComplete = true;
      this.#isUpToDate = false;
      this.#schedule();
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#slices.remove(this);
  }

  #schedule(): void {
    if (this.#language === '') {
      return;
    }
    const wait = this.#isComplete ? 0 : this.#notBefore - performance.now();
    if (wait <= 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#slices.add(this);
    } else {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#slices.add(this);
      }, wait);
    }
  }

  run(): boolean {
    if (highlighter === undefined || this.#isUpToDate) {
      return false;
    }
    const { segments } = this.#flow;
    const segmentsOf = segments.slice(this.#group, this.#group + this.#size);
    const end = this.#group + segmentsOf.length;
    const isLast = end === segments.length;
    const isDone = !isLast || this.#isComplete;
    const begin = performance.now();
    const mayGoOn = this.#colour(highlighter, segmentsOf) && isDone;
    this.#notBefore = Math.max(begin + PAUSE, performance.now() + SHARE * (performance.now() - begin));
    if (isDone && !(mayGoOn && !isLast)) {
      this.#group = end;
      this.#start += segmentsOf.reduce((sum, { length }) => sum + length, 0);
      this.#size = 1;
    } else if (!isLast) {
      this.#size++;
    }
    this.#isUpToDate = isLast;
    return !isLast;
  }

  /** @returns whether the group ends within something that the next segment may end */
  #colour({ knowsLanguage, highlight }: Highlighter, segments: readonly Segment[]): boolean {
    const lengths = segments.map(({ length }) => length);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    if (
      this.#start + total > MOST_CODE ||
      total > MOST_AT_ONCE ||
      segments.some(({ lines, length }) => length > MOST_LINE * (lines + 1)) ||
      !knowsLanguage(this.#language)
    ) {
      for (const { element } of segments) {
        if (element.childElementCount > 0) {
          element.replaceChildren(element.textContent);
        }
      }
      return false;
    }
    const code = segments.map(({ element }) => element.textContent).join('');
    const { html, isOpen } = highlight(code, this.#language);
    for (const [index, nodes] of highlightedNodes(html, lengths).entries()) {
      segments[index]?.element.replaceChildren(nodes);
    }
    return isOpen && total < MOST_AT_ONCE / 2;
  }
}
