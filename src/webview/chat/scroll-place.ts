/** The topmost element in view, and how many pixels of it are above. */
export interface Anchor {
  readonly element: HTMLElement;
  readonly above: number;
  /** How high it is, if that is known: lines that become longer are fewer, also above. */
  readonly height?: number | undefined;
}

/** So many pixels from the end count as the end: browsers round. */
const CLOSE = 2;
/** Less than this, and a button to get to the end would be in the way. */
const FAR = 40;

/**
 * Where a growing list is scrolled to. It follows the end until the person scrolls up, and again once they have
 * come back to the end. Until then what is at the top stays there, whatever changes its size above or below. (The
 * browser's own anchoring is off: it loses its anchor when much changes at once, and not every browser has it.)
 */
export class ScrollPlace {
  readonly #scroller: HTMLElement;
  readonly #content: HTMLElement;
  readonly #onChange: () => void;
  readonly #sizes: ResizeObserver;
  #isFollowing = true;
  #isFar = false;
  #anchor: Anchor | undefined;
  #top = 0;
  #height = 0;
  #width = 0;

  /**
   * @param content the only child, whose children are what is scrolled through
   * @param onChange the place is another one now
   */
  constructor(scroller: HTMLElement, content: HTMLElement, onChange: () => void) {
    this.#scroller = scroller;
    this.#content = content;
    this.#onChange = onChange;
    scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.#sizes = new ResizeObserver(() => this.#resized());
    this.#sizes.observe(scroller);
    this.#sizes.observe(content);
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Whether the end is out of sight. */
  get isFar(): boolean {
    return this.#isFar;
  }

  /** What is at the top now, if the end is not followed. */
  get anchor(): Anchor | undefined {
    return this.#isFollowing ? undefined : this.#anchor;
  }

  follow(): void {
    this.#isFollowing = true;
    this.#anchor = undefined;
    this.#toEnd();
    this.#update();
  }

  /** Puts an element where it was. From there on, the end is followed only if it is in view. */
  restore(anchor: Anchor): void {
    this.#anchor = anchor;
    this.#toAnchor();
    this.#isFollowing = this.#distance() <= CLOSE;
    this.#update();
  }

  /** Remembers what is at the top, before something changes that is above it. */
  remember(): Anchor | undefined {
    this.#anchor = this.#topmost();
    return this.#anchor;
  }

  dispose(): void {
    this.#sizes.disconnect();
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight } = this.#scroller;
    const moved = scrollTop - this.#top;
    if (Math.abs(moved) < 1) {
      // It was not the person but this class.
      return;
    }
    if (!this.#isFollowing) {
      // What has changed its size since, and was not seen yet, is not to be taken for scrolling.
      this.#toAnchor({ moved });
    }
    if (this.#distance() <= CLOSE) {
      this.#isFollowing = true;
    } else if (moved < Math.min(0, scrollHeight - this.#height) - 1) {
      // Further up than by itself, as when something became shorter: it was the person.
      this.#isFollowing = false;
    }
    this.#anchor = this.#isFollowing ? undefined : this.#topmost();
    this.#update();
  }

  /** Comes after layout and before the screen is painted: nobody sees it jump. */
  #resized(): void {
    const width = this.#scroller.clientWidth;
    if (this.#isFollowing) {
      this.#toEnd();
    } else {
      this.#toAnchor({ isOtherWidth: width !== this.#width });
    }
    this.#width = width;
    this.#update();
  }

  #toEnd(): void {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  /**
   * @param moved how far the person has scrolled meanwhile
   * @param isOtherWidth whether all lines are broken anew
   */
  #toAnchor({ moved = 0, isOtherWidth = false } = {}): void {
    if (!this.#anchor?.element.isConnected) {
      return;
    }
    const { element, above, height } = this.#anchor;
    const box = element.getBoundingClientRect();
    const share = isOtherWidth && height && above > 0 ? box.height / height : 1;
    const off = box.top - this.#scrollerTop() + above * share + moved;
    if (Math.abs(off) >= 1) {
      this.#scroller.scrollTop += off;
    }
  }

  #update(): void {
    const wasFar = this.#isFar;
    this.#top = this.#scroller.scrollTop;
    this.#height = this.#scroller.scrollHeight;
    this.#isFar = !this.#isFollowing && this.#distance() > FAR;
    if (this.#isFar !== wasFar || !this.#isFollowing) {
      this.#onChange();
    }
  }

  #distance(): number {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  /** The children are in order from top to bottom, so the first one in view is found by halving. */
  #topmost(): Anchor | undefined {
    const top = this.#scrollerTop();
    const { children } = this.#content;
    let low = 0;
    let high = children.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const child = children[middle];
      // What is hidden has no size and no place; only what comes first is ever hidden.
      const isAbove =
        child === undefined || (child as HTMLElement).hidden || child.getBoundingClientRect().bottom <= top;
      if (isAbove) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const element = children[low];
    if (!(element instanceof HTMLElement)) {
      return undefined;
    }
    const box = element.getBoundingClientRect();
    return { element, above: top - box.top, height: box.height };
  }

  #scrollerTop(): number {
    return this.#scroller.getBoundingClientRect().top;
  }
}
