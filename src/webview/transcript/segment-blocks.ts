import type { SegmentRow } from './segment-row.ts';

/** Rows that the browser leaves out of layout together while they are out of sight: one by one would cost more. */
const ROWS = 20;

/** Puts rows into a list, in blocks. */
export class SegmentBlocks {
  readonly #list: HTMLElement;

  constructor(list: HTMLElement) {
    this.#list = list;
  }

  clear(): void {
    this.#list.replaceChildren();
  }

  append(rows: readonly SegmentRow[]): void {
    let block = this.#list.lastElementChild;
    const blocks = document.createDocumentFragment();
    for (const { element } of rows) {
      if (!(block instanceof HTMLElement) || block.childElementCount >= ROWS) {
        block = document.createElement('div');
        block.className = 'block';
        // For assistive technology, the list has its segments directly.
        block.role = 'none';
        blocks.append(block);
      }
      block.append(element);
    }
    this.#measure(this.#list.lastElementChild);
    for (const each of blocks.children) {
      this.#measure(each);
    }
    this.#list.append(blocks);
  }

  /** Puts rows behind one that is there. */
  insertAfter({ element }: SegmentRow, rows: readonly SegmentRow[]): void {
    element.after(...rows.map((row) => row.element));
    this.#measure(element.parentElement);
  }

  remove({ element }: SegmentRow): void {
    const block = element.parentElement;
    element.remove();
    if (block?.childElementCount === 0) {
      block.remove();
    } else {
      this.#measure(block);
    }
  }

  /** How high a block is likely to be that was never in sight. */
  #measure(block: Element | null): void {
    if (block instanceof HTMLElement) {
      block.style.setProperty('--rows', String(block.childElementCount));
    }
  }
}
