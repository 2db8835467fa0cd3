import { render } from 'lit/html.js';
import { clockText } from '../../audio/shared/clock.ts';
import type { TranscriptSegmentShown } from '../../audio/shared/transcript-protocol.ts';
import type { TranscriptWords } from '../../audio/shared/transcript-words.ts';
import { phrase } from '../page/phrase.ts';
import { icons } from './icons.ts';

const rows = new WeakMap<Element, SegmentRow>();

/** The row that something in a page belongs to. */
export function rowOf(target: EventTarget | null): SegmentRow | undefined {
  const element = target instanceof Element ? target.closest('.segment') : null;
  return element === null ? undefined : rows.get(element);
}

/** A segment in the list. There may be very many, so it is no more than it has to be until it is looked at. */
export class SegmentRow {
  readonly element: HTMLElement;
  readonly time: HTMLElement;
  readonly text: HTMLElement;
  readonly #words: TranscriptWords;
  #edit: HTMLButtonElement | undefined;
  #segment: TranscriptSegmentShown;
  /** In the list. */
  index: number;

  constructor(index: number, segment: TranscriptSegmentShown, words: TranscriptWords) {
    this.#words = words;
    this.index = index;
    this.element = document.createElement('div');
    this.element.role = 'listitem';
    this.element.className = 'segment';
    this.time = document.createElement('button');
    this.time.className = 'time';
    this.time.tabIndex = -1;
    this.text = document.createElement('div');
    this.text.className = 'text';
    this.text.dir = 'auto';
    this.element.append(this.time, this.text);
    rows.set(this.element, this);
    this.#segment = segment;
    this.show(segment);
  }

  get segment(): TranscriptSegmentShown {
    return this.#segment;
  }

  get isEditable(): boolean {
    return this.#segment.isEditable;
  }

  show(segment: TranscriptSegmentShown): void {
    this.#segment = segment;
    this.time.textContent = this.#times();
    this.text.textContent = segment.text;
    if (this.time.ariaLabel !== null) {
      this.#name();
    }
  }

  /** Whether it is the row that the Tab key leads to. */
  set isStop(isStop: boolean) {
    this.time.tabIndex = isStop ? 0 : -1;
    if (isStop) {
      this.#name();
    } else {
      this.time.ariaLabel = null;
    }
  }

  set isCurrent(isCurrent: boolean) {
    this.element.ariaCurrent = isCurrent ? 'true' : null;
  }

  /** Puts the button there that edits, which a row has only once it is looked at. */
  offerEdit(): void {
    if (this.#edit === undefined && this.isEditable) {
      this.#edit = document.createElement('button');
      this.#edit.className = 'edit icon-button';
      this.#edit.title = this.#words.edit;
      render(icons.edit, this.#edit);
      this.#name();
      this.element.append(this.#edit);
    }
  }

  /** Takes it away again. */
  withdrawEdit(): void {
    if (this.#edit !== document.activeElement) {
      this.#edit?.remove();
      this.#edit = undefined;
    }
  }

  #name(): void {
    const times = this.#times();
    if (this.time.tabIndex === 0) {
      this.time.ariaLabel = phrase(this.#words.segment, times, this.#segment.text);
      this.time.title = this.#words.playFromHere;
    }
    if (this.#edit !== undefined) {
      this.#edit.ariaLabel = phrase(this.#words.editNamed, times);
    }
  }

  #times(): string {
    const { start, end } = this.#segment;
    if (start === undefined) {
      return this.#words.noTimes;
    }
    return end === undefined || end < start
      ? clockText(start)
      : phrase(this.#words.times, clockText(start), clockText(end));
  }
}
