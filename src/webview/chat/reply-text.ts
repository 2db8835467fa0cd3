import { MarkdownView, type MarkdownViewOptions } from '../markdown/markdown-view.ts';

/**
 * The text of a reply. Until somebody comes near it, it stands there as it is, for the search and for screen
 * readers; as Markdown it is shown from then on.
 */
export class ReplyText {
  readonly element = document.createElement('div');
  readonly #options: MarkdownViewOptions;
  readonly #plain = document.createTextNode('');
  #markdown: MarkdownView | undefined;
  #text = '';
  #isGrowing = false;

  constructor(options: MarkdownViewOptions) {
    this.#options = options;
    this.element.className = 'reply-text is-plain';
    this.element.dir = 'auto';
    this.element.append(this.#plain);
  }

  get text(): string {
    return this.#text;
  }

  /** @param isGrowing whether more is to come */
  set(text: string, isGrowing: boolean): void {
    if (text === this.#text && isGrowing === this.#isGrowing) {
      return;
    }
    const more = this.#isGrowing && text.startsWith(this.#text) ? text.slice(this.#text.length) : undefined;
    this.#text = text;
    this.#isGrowing = isGrowing;
    if (this.#markdown === undefined) {
      this.#plain.data = text;
    } else if (more === undefined) {
      this.#showAnew();
    } else {
      this.#markdown.append(more);
      if (!isGrowing) {
        this.#markdown.end();
      }
    }
  }

  append(text: string): void {
    this.#text += text;
    if (this.#markdown === undefined) {
      this.#plain.appendData(text);
    } else {
      this.#markdown.append(text);
    }
  }

  /** Somebody comes near: shows it as Markdown. */
  showMarkdown(): void {
    if (this.#markdown === undefined) {
      this.#plain.remove();
      this.#plain.data = '';
      this.element.classList.remove('is-plain');
      this.element.removeAttribute('dir');
      this.#showAnew();
    }
  }

  #showAnew(): void {
    this.#markdown?.dispose();
    this.element.replaceChildren();
    this.#markdown = new MarkdownView(this.element, this.#options);
    if (this.#isGrowing) {
      this.#markdown.append(this.#text);
    } else {
      this.#markdown.set(this.#text);
    }
  }

  dispose(): void {
    this.#markdown?.dispose();
  }
}
