/** What `KeyboardEvent.keyCode` is while an input method has the key; no other field says so in every browser. */
const COMPOSING = 229;

/** Tells the keys that an input method takes, such as the Enter that accepts what it proposes, from the others. */
export class InputMethod {
  /** Safari ends the composition before it tells of the key that ended it. */
  #endedJustNow = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement) {
    element.addEventListener('compositionend', () => {
      this.#endedJustNow = true;
      // Its key comes in the same task, if it was a key that ended it.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#forget());
    });
    element.addEventListener('keyup', () => this.#forget());
  }

  takes(event: KeyboardEvent): boolean {
    return event.isComposing || event.keyCode === COMPOSING || (this.#endedJustNow && event.key === 'Enter');
  }

  #forget(): void {
    this.#endedJustNow = false;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
