import type { SegmentList } from './segment-list.ts';
import { rowOf } from './segment-row.ts';

/** Keys that scroll, or lead to other segments. */
const SCROLLING = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** Keeps what is heard in view, until the person looks elsewhere. */
export class Following {
  readonly #list: SegmentList;
  readonly #changed: () => void;
  #isOn = true;

  constructor(list: SegmentList, changed: () => void) {
    this.#list = list;
    this.#changed = changed;
    const { element } = list;
    const leave = (): void => this.#set(false);
    element.addEventListener('wheel', leave, { passive: true });
    element.addEventListener('touchmove', leave, { passive: true });
    element.addEventListener('pointerdown', ({ target }) => {
      // The scroll bar: what lies within is hit as itself.
      if (target === element) {
        leave();
      }
    });
    element.addEventListener('keydown', ({ key, target }) => {
      if (SCROLLING.has(key) && rowOf(target) !== undefined && !(target instanceof HTMLTextAreaElement)) {
        leave();
      }
    });
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Follows from now on. */
  begin(): void {
    this.#set(true);
    this.keep();
  }

  /** Scrolls to what is heard, where that is out of view. */
  keep(): void {
    const { current } = this.#list;
    if (this.#isOn && current && !this.#list.isInView(current)) {
      current.element.scrollIntoView({ block: 'center' });
    }
  }

  #set(isOn: boolean): void {
    if (isOn !== this.#isOn) {
      this.#isOn = isOn;
      this.#changed();
    }
  }
}
