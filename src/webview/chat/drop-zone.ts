import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ChatWords } from '../../chat/shared/words.ts';
import { attachDropped, type DropListener } from './attach-dropped.ts';
import { DropTarget } from './drop-target.ts';

/** The page as a place for files: while some are over it, it says so; what is dropped is attached. */
export class DropZone {
  readonly #words: ChatWords;
  readonly #changed: () => void;
  #isOver = false;

  /** @param changed what it shows is something else */
  constructor(page: HTMLElement, listener: DropListener, changed: () => void) {
    this.#words = listener.words;
    this.#changed = changed;
    new DropTarget(
      page,
      (isOver) => this.#dragged(isOver),
      (data) => void attachDropped(data, listener),
    );
  }

  /** What lies over the page. */
  template(): TemplateResult | typeof nothing {
    return this.#isOver
      ? html`<div class="drop" aria-hidden="true"><p>${this.#words.drop}</p></div>`
      : nothing;
  }

  #dragged(isOver: boolean): void {
    if (isOver !== this.#isOver) {
      this.#isOver = isOver;
      this.#changed();
    }
  }
}
