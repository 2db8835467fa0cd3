/** Where the focus was, in a way that outlives the element that had it. */
interface Focused {
  readonly element: Element;
  readonly control: string | undefined;
  readonly turn: string | undefined;
  /** Of the message, among those shown. */
  readonly index: number;
}

/** When the next branch of a message is shown, the person wants to go on to the one after that. */
const INSTEAD: Readonly<Record<string, string>> = { previous: 'next', next: 'previous' };

/**
 * Keeps the focus over a change of the page, and while it is elsewhere in the window: in its place if that is still
 * there, else as near as can be.
 */
export class FocusKeeper {
  readonly #page: HTMLElement;
  readonly #fallback: () => HTMLElement | undefined;
  /** What had the focus last: the browser forgets it when the focus goes to another frame. */
  #last: Focused | undefined;
  #isPressed = false;

  /** @param fallback what gets the focus if nothing is left of where it was */
  constructor(page: HTMLElement, fallback: () => HTMLElement | undefined) {
    this.#page = page;
    this.#fallback = fallback;
    page.addEventListener('focusin', () => {
      this.#last = this.#focused();
    });
    window.addEventListener('pointerdown', () => this.#pressed(true), { capture: true });
    for (const event of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(event, () => this.#pressed(false), { capture: true });
    }
    window.addEventListener('blur', () => this.#pressed(false));
    // In a task of its own: a press on something else may be what brought it here.
    window.addEventListener('focus', () => setTimeout(() => this.enter()));
  }

  /** Gives the focus to what had it last, if the page has it and nothing in it. */
  enter(): void {
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    if (isNowhere && document.hasFocus() && !this.#isPressed) {
      const last = this.#last?.element;
      const isThere = last instanceof HTMLElement && last.isConnected && last.checkVisibility();
      const element = isThere ? last : (this.#last && this.#instead(this.#last)) || this.#fallback();
      // Where the person has scrolled to since, stays.
      element?.focus({ preventScroll: true });
    }
  }

  /** Makes a change. */
  during(change: () => void): void {
    const before = this.#focused();
    change();
    // While somebody writes in the editor, the focus is not ours to take.
    if (before && document.hasFocus() && !this.#isFocused(before.element)) {
      (this.#instead(before) ?? this.#fallback())?.focus();
    }
  }

  #pressed(isPressed: boolean): void {
    this.#isPressed = isPressed;
  }

  #focused(): Focused | undefined {
    const element = document.activeElement;
    if (element === null || element === document.body || !this.#page.contains(element)) {
      return undefined;
    }
    const turn = element.closest<HTMLElement>('[data-turn]');
    return {
      element,
      control: element instanceof HTMLElement ? element.dataset.control : undefined,
      turn: turn?.dataset.turn,
      index: turn ? this.#turns().indexOf(turn) : -1,
    };
  }

  #isFocused(element: Element): boolean {
    return document.activeElement === element && element.isConnected && element.checkVisibility();
  }

  #instead({ control, turn: id, index }: Focused): HTMLElement | undefined {
    if (index < 0) {
      return undefined;
    }
    const turns = this.#turns();
    const turn = turns.find(({ dataset }) => dataset.turn === id) ?? turns[index];
    if (turn === undefined || turn.hidden) {
      return undefined;
    }
    const find = (name: string | undefined): HTMLElement | undefined =>
      [...turn.querySelectorAll<HTMLElement>('[data-control]')].find(
        ({ dataset }) => dataset.control === name,
      );
    return (control && (find(control) ?? find(INSTEAD[control]))) || turn;
  }

  #turns(): HTMLElement[] {
    return [...this.#page.querySelectorAll<HTMLElement>('[data-turn]')];
  }
}
