import type { TranscriptSegmentShown } from '../../audio/shared/transcript-protocol.ts';
import type { TranscriptWords } from '../../audio/shared/transcript-words.ts';
import { SegmentBlocks } from './segment-blocks.ts';
import { rowOf, SegmentRow } from './segment-row.ts';

/** Rows that are made at once, which takes no longer than a person notices; the others follow, a frame each. */
const FIRST = 1000;
const NEXT = 1000;

/** More than this that comes in between, and all rows are made anew. */
const MOST_BETWEEN = 200;

/** All segments, to be scrolled through and gone through by keys. One of them is current, and one is where Tab leads to. */
export class SegmentList {
  /** What scrolls. */
  readonly element = document.createElement('div');
  readonly #list = document.createElement('div');
  readonly #blocks = new SegmentBlocks(this.#list);
  readonly #words: TranscriptWords;
  #segments: TranscriptSegmentShown[] = [];
  /** Fewer than the segments while they are being made. */
  #rows: SegmentRow[] = [];
  #making: number | undefined;
  #current: SegmentRow | undefined;
  #stop: SegmentRow | undefined;
  #offering: SegmentRow | undefined;

  constructor(words: TranscriptWords) {
    this.#words = words;
    this.element.className = 'scroller';
    this.#list.role = 'list';
    this.#list.ariaLabel = words.segments;
    this.element.append(this.#list);
    this.#list.addEventListener('focusin', ({ target }) => this.#setStop(rowOf(target)));
    this.#list.addEventListener('pointerover', ({ target }) => this.#offer(rowOf(target)));
    this.#list.addEventListener('pointerleave', () => this.#offer(undefined));
  }

  get segments(): readonly TranscriptSegmentShown[] {
    return this.#segments;
  }

  get current(): SegmentRow | undefined {
    return this.#current;
  }

  show(segments: readonly TranscriptSegmentShown[]): void {
    const focused = this.#list.contains(document.activeElement) ? this.#stop?.index : undefined;
    const stop = this.#stop?.index ?? 0;
    const current = this.#current?.index;
    cancelAnimationFrame(this.#making ?? 0);
    this.#making = undefined;
    this.#segments = [...segments];
    this.#rows = [];
    this.#current = undefined;
    this.#stop = undefined;
    this.#offering = undefined;
    this.#blocks.clear();
    this.#make(FIRST);
    this.setCurrent(current);
    this.#setStop(this.row(Math.min(stop, segments.length - 1)));
    if (focused !== undefined) {
      this.stop?.time.focus({ preventScroll: true });
    }
  }

  /** Puts these segments in the place of so many. */
  change(at: number, removed: number, segments: readonly TranscriptSegmentShown[]): void {
    const added = segments.length - removed;
    const all = this.#segments.toSpliced(at, removed, ...segments);
    if (added > MOST_BETWEEN || this.#rows.length === 0) {
      this.#showInPlace(all, at, added);
      return;
    }
    const top = this.#topmost();
    this.#make(this.#segments.length);
    this.#segments = all;
    const same = Math.min(removed, segments.length);
    for (const [index, segment] of segments.slice(0, same).entries()) {
      this.#rows[at + index]?.show(segment);
    }
    const gone = this.#rows.splice(at + same, removed - same);
    const isFocusLost = gone.some(({ element }) => element.contains(document.activeElement));
    for (const row of gone) {
      this.#blocks.remove(row);
    }
    if (added > 0) {
      this.#insert(at + same, segments.slice(same));
    }
    for (const [index, row] of this.#rows.entries()) {
      row.index = index;
    }
    if (top && top.row.index >= at && !gone.includes(top.row)) {
      this.#moveTo(top.row, top.below);
    }
    if (this.#current && gone.includes(this.#current)) {
      this.#current = undefined;
    }
    if (this.#stop === undefined || gone.includes(this.#stop)) {
      this.#setStop(this.#rows[Math.min(at, this.#rows.length - 1)]);
    }
    if (isFocusLost) {
      this.#stop?.time.focus({ preventScroll: true });
    }
  }

  setCurrent(index: number | undefined): void {
    const row = index === undefined ? undefined : this.row(index);
    if (row !== this.#current) {
      if (this.#current) {
        this.#current.isCurrent = false;
      }
      this.#current = row;
      if (row) {
        row.isCurrent = true;
      }
    }
  }

  /** The row of a segment, if there is such a one. */
  row(index: number): SegmentRow | undefined {
    if (index >= this.#rows.length && index < this.#segments.length) {
      this.#make(index + 1 - this.#rows.length);
    }
    return this.#rows[index];
  }

  /** The row that has the focus, or that Tab leads to. */
  get stop(): SegmentRow | undefined {
    return this.#stop;
  }

  focus(row: SegmentRow | undefined): void {
    row?.time.focus({ preventScroll: true });
    row?.element.scrollIntoView({ block: 'nearest' });
  }

  isInView({ element }: SegmentRow): boolean {
    const box = element.getBoundingClientRect();
    const view = this.element.getBoundingClientRect();
    return box.top >= view.top && (box.bottom <= view.bottom || box.top < view.top + view.height / 2);
  }

  #make(count: number): void {
    const from = this.#rows.length;
    const made = this.#segments
      .slice(from, from + count)
      .map((segment, index) => new SegmentRow(from + index, segment, this.#words));
    this.#rows.push(...made);
    this.#blocks.append(made);
    if (this.#rows.length < this.#segments.length) {
      this.#making ??= requestAnimationFrame(() => {
        this.#making = undefined;
        this.#make(NEXT);
      });
    }
  }

  /** @param at where in the list, with something before it or behind it */
  #insert(at: number, segments: readonly TranscriptSegmentShown[]): void {
    const made = segments.map((segment, index) => new SegmentRow(at + index, segment, this.#words));
    const before = this.#rows[at - 1];
    if (before === undefined) {
      const first = this.#rows[0];
      first?.element.before(...made.map(({ element }) => element));
    } else {
      this.#blocks.insertAfter(before, made);
    }
    this.#rows.splice(at, 0, ...made);
  }

  /** Makes all rows anew, with what was at the top there again. */
  #showInPlace(segments: readonly TranscriptSegmentShown[], at: number, added: number): void {
    const top = this.#topmost();
    this.show(segments);
    // Else there would be nothing below to scroll to.
    this.#make(segments.length);
    const row = top && this.row(top.row.index + (top.row.index >= at ? added : 0));
    if (row) {
      row.element.scrollIntoView({ block: 'start' });
      this.#moveTo(row, top.below);
    }
  }

  /** What is at the top of the view, if it is scrolled at all, and how far below it begins. */
  #topmost(): { row: SegmentRow; below: number } | undefined {
    const { left, top, width } = this.element.getBoundingClientRect();
    // Not by looking at each: what is out of sight has no place, and to ask for it would give it one.
    const row = rowOf(document.elementFromPoint(left + width / 2, top + 1));
    return row && this.element.scrollTop > 0
      ? { row, below: row.element.getBoundingClientRect().top - top }
      : undefined;
  }

  #moveTo({ element }: SegmentRow, below: number): void {
    const { top } = this.element.getBoundingClientRect();
    this.element.scrollTop += element.getBoundingClientRect().top - top - below;
  }

  #setStop(row: SegmentRow | undefined): void {
    if (row === undefined || row === this.#stop) {
      return;
    }
    if (this.#stop) {
      this.#stop.isStop = false;
      this.#stop.withdrawEdit();
    }
    this.#stop = row;
    row.isStop = true;
    row.offerEdit();
  }

  #offer(row: SegmentRow | undefined): void {
    if (row === this.#offering) {
      return;
    }
    if (this.#offering !== this.#stop) {
      this.#offering?.withdrawEdit();
    }
    this.#offering = row;
    row?.offerEdit();
  }
}
