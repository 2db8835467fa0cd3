/** Remembers what of the page had the focus: the browser forgets it while a dialog or a picker of VS Code has it. */
export class PageFocus {
  readonly #page: HTMLElement;
  #last: HTMLElement | undefined;
  #isPressed = false;

  constructor(page: HTMLElement) {
    this.#page = page;
    page.addEventListener('focusin', ({ target }) => {
      this.#last = target instanceof HTMLElement ? target : undefined;
    });
    window.addEventListener('pointerdown', () => this.#pressed(true), { capture: true });
    for (const event of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(event, () => this.#pressed(false), { capture: true });
    }
    window.addEventListener('blur', () => this.#pressed(false));
    // In a task of its own: a press on something else may be what brought it here.
    window.addEventListener('focus', () => setTimeout(() => this.#enter()));
  }

  /** What has the focus, or would have it if the page had. */
  get current(): HTMLElement | undefined {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && this.#page.contains(activeElement)) {
      return activeElement;
    }
    return this.#last?.isConnected ? this.#last : undefined;
  }

  /** At once if the page has the focus, or else as soon as it does: it takes nobody away from anything else. */
  give(element: HTMLElement | undefined): void {
    this.#last = element;
    if (document.hasFocus()) {
      element?.focus();
    }
  }

  #enter(): void {
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    if (isNowhere && document.hasFocus() && !this.#isPressed) {
      // Where the person has scrolled to since, stays.
      this.current?.focus({ preventScroll: true });
    }
  }

  #pressed(isPressed: boolean): void {
    this.#isPressed = isPressed;
  }
}
