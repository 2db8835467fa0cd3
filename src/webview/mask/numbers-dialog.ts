import { html, render } from 'lit/html.js';
import type { MaskWord, MaskWords } from '../../images/shared/mask-words.ts';
import type { Rect } from './geometry.ts';

const FIELDS = ['left', 'top', 'width', 'height'] as const satisfies readonly MaskWord[];

/** “Rectangle by numbers”: asks for a rectangle in the picture's pixels. */
export class NumbersDialog {
  readonly element = document.createElement('dialog');
  readonly #words: MaskWords;
  readonly #paint: (rect: Rect) => void;
  #extent = { width: 1, height: 1 };
  #problem = '';

  constructor(words: MaskWords, paint: (rect: Rect) => void) {
    this.#words = words;
    this.#paint = paint;
    this.element.className = 'numbers';
    this.element.setAttribute('aria-label', words.numbersTitle);
    // What is typed here is meant for nothing else; Escape closes by itself.
    this.element.addEventListener('keydown', (event) => event.stopPropagation());
  }

  open(extent: { readonly width: number; readonly height: number }): void {
    this.#extent = extent;
    this.#problem = '';
    this.#draw();
    this.element.showModal();
  }

  #draw(): void {
    const words = this.#words;
    const { width, height } = this.#extent;
    const most = { left: width - 1, top: height - 1, width, height };
    const first = { left: 0, top: 0, width, height };
    render(
      html`<form novalidate @submit=${(event: Event) => this.#submitted(event)}>
        <h2>${words.numbersTitle}</h2>
        ${FIELDS.map(
          (name) => html`<label>${words[name]}
            <input type="number" name=${name} required step="1" max=${most[name]}
              min=${name === 'left' || name === 'top' ? 0 : 1} value=${first[name]}></label>`,
        )}
        <p class="problem" role="alert">${this.#problem}</p>
        <div class="buttons"><button type="submit" class="primary">${words.paint}</button
          ><button type="button" class="secondary" @click=${() => this.element.close()}>${words.close}</button></div>
      </form>`,
      this.element,
    );
  }

  #submitted(event: Event): void {
    event.preventDefault();
    const form = this.element.querySelector('form');
    if (form === null) {
      return;
    }
    const inputs = [...form.querySelectorAll('input')];
    const wrong = inputs.find((input) => !input.checkValidity());
    if (wrong !== undefined) {
      this.#problem = this.#words.numbersWrong;
      this.#draw();
      wrong.focus();
      return;
    }
    const [left = 0, top = 0, width = 0, height = 0] = inputs.map(({ valueAsNumber }) => valueAsNumber);
    this.element.close();
    this.#paint({ left, top, right: left + width, bottom: top + height });
  }
}
