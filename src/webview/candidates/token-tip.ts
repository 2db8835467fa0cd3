import { html, render } from 'lit/html.js';
import type { Mark } from '../../completion/shared/candidates-protocol.ts';
import type { CandidatesWords } from '../../completion/shared/candidates-words.ts';
import { visible } from './candidate-list.ts';

/** Pixels between a token and what is said of it, and the page's edges. */
const GAP = 4;

/** What might have stood where a token stands, with how likely each was: as long as it is pointed at, or has the focus. */
export class TokenTip {
  readonly element = document.createElement('div');
  readonly #words: CandidatesWords;
  #of: HTMLElement | undefined;

  constructor(words: CandidatesWords) {
    this.#words = words;
    this.element.className = 'tip';
    this.element.id = 'tip';
    this.element.setAttribute('role', 'tooltip');
    this.element.hidden = true;
    // A place of the page no more.
    window.addEventListener('scroll', () => this.hide(), { passive: true });
    window.addEventListener('resize', () => this.hide());
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  /** @param token as the text has it, spaces included */
  show(of: HTMLElement, token: string, { probability, alternatives }: Mark): void {
    this.hide();
    this.#of = of;
    const isListed = alternatives.some(({ text }) => text === token);
    const rows = isListed ? alternatives : [{ text: token, probability }, ...alternatives];
    render(
      html`<p class="visually-hidden">${this.#words.alternatives}</p><ul>${rows.map(
        (row) =>
          html`<li class=${row.text === token ? 'is-it' : ''}><code>${visible(row.text)}</code> <span>${inPerCent(row.probability)}</span></li>`,
      )}</ul>`,
      this.element,
    );
    this.element.hidden = false;
    of.setAttribute('aria-describedby', this.element.id);
    this.#place(of);
  }

  hide(): void {
    this.#of?.removeAttribute('aria-describedby');
    this.#of = undefined;
    this.element.hidden = true;
  }

  /** Below the token, or above it where there is no room. */
  #place(of: HTMLElement): void {
    const [first] = of.getClientRects();
    const { left, top, bottom } = first ?? of.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isAbove = bottom + GAP + height > clientHeight && top - GAP - height >= 0;
    this.element.style.left = `${Math.max(GAP, Math.min(left, clientWidth - width - GAP))}px`;
    this.element.style.top = `${isAbove ? top - GAP - height : bottom + GAP}px`;
  }
}

function inPerCent(probability: number): string {
  return probability.toLocaleString(document.documentElement.lang, { style: 'percent' });
}
