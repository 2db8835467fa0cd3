import { render, type TemplateResult } from 'lit/html.js';
import type { MessageAction } from '../../chat/shared/protocol.ts';
import type { ChatWords } from '../../chat/shared/words.ts';
import { icons } from './icons.ts';

/** How long a copied message says so, in milliseconds. */
const COPIED = 1500;

/** Buttons with their words, or only with icons. */
export type Look = 'text-button' | 'icon-button';

/** What can be done with a message. Of a thousand messages most offer the same: one bar is made, and copied. */
export class ActionBars {
  readonly #words: ChatWords;
  readonly #made = new Map<string, HTMLElement>();

  constructor(words: ChatWords) {
    this.#words = words;
  }

  make(actions: readonly MessageAction[], look: Look): ActionBar {
    const key = `${look} ${actions.join(' ')}`;
    let made = this.#made.get(key);
    if (made === undefined) {
      made = document.createElement('span');
      made.className = 'actions';
      made.append(...actions.map((action) => this.#button(action, look)));
      this.#made.set(key, made);
    }
    const element = made.cloneNode(true) as HTMLElement;
    return new ActionBar(element, actions, (isCopied) => this.#button(isCopied ? 'copied' : 'copy', look));
  }

  #button(action: MessageAction | 'copied', look: Look): HTMLElement {
    const words = this.#words;
    const faces: Record<typeof action, [label: string, icon: TemplateResult, title?: string]> = {
      copy: [words.copy, icons.copy],
      copied: [words.copied, icons.check],
      edit: [words.edit, icons.edit],
      regenerate: [words.regenerate, icons.refresh],
      continue: [words.continue, icons.continue],
      fork: [words.fork, icons.branch, words.forkTitle],
    };
    const [label, icon, title = label] = faces[action];
    const button = document.createElement('button');
    button.className = look;
    button.dataset.control = action === 'copied' ? 'copy' : action;
    button.title = title;
    button.ariaLabel = title;
    // Without lit's own marks, of which a thousand copies would have many.
    const face = document.createElement('span');
    render(icon, face);
    button.append(...face.children);
    if (look === 'text-button') {
      const text = document.createElement('span');
      text.className = 'label';
      text.textContent = label;
      button.append(text);
    }
    return button;
  }
}

/** The bar of one message. */
export class ActionBar {
  readonly element: HTMLElement;
  readonly actions: readonly MessageAction[];
  readonly #copyButton: (isCopied: boolean) => HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    element: HTMLElement,
    actions: readonly MessageAction[],
    copyButton: (isCopied: boolean) => HTMLElement,
  ) {
    this.element = element;
    this.actions = actions;
    this.#copyButton = copyButton;
  }

  /** Says for a moment that the message is copied. */
  showCopied(): void {
    clearTimeout(this.#timer);
    this.#showCopy(true);
    this.#timer = setTimeout(() => this.#showCopy(false), COPIED);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** The button stays, and with it the focus; what is in it changes. */
  #showCopy(isCopied: boolean): void {
    const button = this.element.querySelector<HTMLElement>('[data-control=copy]');
    const other = this.#copyButton(isCopied);
    if (button) {
      button.title = other.title;
      button.ariaLabel = other.ariaLabel;
      button.replaceChildren(...other.childNodes);
    }
  }
}
