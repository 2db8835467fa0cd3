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

/** Keeps the focus over a change of the page: in its place if that is still there, else as near as can be. */
export class FocusKeeper {
  readonly #page: HTMLElement;
  readonly #fallback: () => HTMLElement | undefined;

  /** @param fallback what gets the focus if nothing is left of where it was */
  constructor(page: HTMLElement, fallback: () => HTMLElement | undefined) {
    this.#page = page;
    this.#fallback = fallback;
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
