import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type {
  SheetHostMessage,
  SheetImage,
  SheetInit,
  SheetPageMessage,
} from '../../images/shared/sheet-protocol.ts';
import type { SheetWord, SheetWords } from '../../images/shared/sheet-words.ts';
import { Announcer } from '../page/announcer.ts';
import type { Host } from '../page/host.ts';
import { PageFocus } from '../page/page-focus.ts';
import { phrase } from '../page/phrase.ts';
import { icons } from './icons.ts';
import { type FigureAction, sheetFigure } from './sheet-figure.ts';
import { neighbour, sheetCommand } from './sheet-keys.ts';

/** UTF-16 units. A longer prompt may have to be scrolled, also by keys. */
const LONG_PROMPT = 200;

/** The whole page: what was asked for, and the images that came of it. */
export class SheetView {
  readonly #page: HTMLElement;
  readonly #words: SheetWords;
  readonly #host: Host<SheetHostMessage, SheetPageMessage>;
  readonly #announcer = new Announcer();
  readonly #focus: PageFocus;
  readonly #broken = new Set<number>();
  #init: SheetInit | undefined;
  #images: readonly SheetImage[] = [];
  #isBusy = false;

  constructor(page: HTMLElement, words: SheetWords, host: Host<SheetHostMessage, SheetPageMessage>) {
    this.#page = page;
    this.#words = words;
    this.#host = host;
    this.#focus = new PageFocus(page);
    // What is said is for everybody: where an image went to, nothing else tells.
    this.#announcer.element.className = 'said';
    this.#draw();
  }

  receive(message: SheetHostMessage): void {
    switch (message.type) {
      case 'init':
        this.#begin(message);
        return;
      case 'discarded':
        this.#show(this.#images.filter(({ id }) => !message.ids.includes(id)));
        return;
      case 'gone':
        this.#change(message.id, { isGone: message.isGone });
        this.#sayOf(message.id, message.isGone ? 'goneNamed' : 'backNamed');
        break;
      case 'changed':
        this.#broken.delete(message.id);
        this.#change(message.id, { uri: message.uri, width: message.width, height: message.height });
        this.#sayOf(message.id, 'changedNamed');
        break;
      case 'busy':
        this.#isBusy = message.isBusy;
        if (message.isBusy) {
          this.#announcer.say(this.#words.busy);
        } else if (this.#announcer.element.textContent === this.#words.busy) {
          this.#announcer.say('');
        }
        break;
      case 'said':
        this.#announcer.say(message.text);
        break;
    }
    this.#draw();
  }

  #begin(init: SheetInit): void {
    const known = this.#init && new Set(this.#images.map(({ id }) => id));
    this.#init = init;
    this.#isBusy = init.isBusy;
    this.#broken.clear();
    this.#page.ariaBusy = null;
    this.#show(init.images);
    const { activeElement } = document;
    const added = known && init.images.find(({ id }) => !known.has(id));
    if (added !== undefined && !(activeElement instanceof HTMLInputElement)) {
      this.#items()
        .find(({ dataset }) => dataset.id === String(added.id))
        ?.scrollIntoView({ block: 'nearest' });
    }
    // The arrow keys lead from image to image at once. Where the person is elsewhere, nothing of the page takes them away.
    if (known === undefined && document.hasFocus() && activeElement === document.body) {
      pictureIn(this.#page)?.focus();
    }
  }

  #act(id: number, action: FigureAction, alt: string): void {
    switch (action) {
      case 'keep': {
        const isKept = !this.#images.find((image) => image.id === id)?.isKept;
        this.#change(id, { isKept });
        this.#sayOf(id, isKept ? 'kept' : 'notKept');
        this.#host.post({ type: 'keep', id, isKept });
        this.#draw();
        break;
      }
      case 'insert':
        this.#host.post({ type: 'insert', id, alt });
        break;
      default:
        this.#host.post({ type: action, id });
    }
  }

  #change(id: number, change: Partial<SheetImage>): void {
    if (change.isGone === false) {
      // What could not be loaded then may be loaded now.
      this.#broken.delete(id);
    }
    this.#images = this.#images.map((image) => (image.id === id ? { ...image, ...change } : image));
  }

  #sayOf(id: number, word: SheetWord): void {
    const image = this.#images.find((each) => each.id === id);
    if (image !== undefined) {
      this.#announcer.say(phrase(this.#words[word], image.name));
    }
  }

  /** Draws these images. From one that goes the focus goes on to the next, so that one after the other can be looked through. */
  #show(images: readonly SheetImage[]): void {
    const ids = new Set(images.map(({ id }) => id));
    const before = this.#items();
    const { current } = this.#focus;
    const at = current === undefined ? -1 : before.findIndex((item) => item.contains(current));
    const isLeft = (item: HTMLElement): boolean => ids.has(Number(item.dataset.id));
    const next =
      before.slice(Math.max(at, 0)).find(isLeft) ?? before.slice(0, Math.max(at, 0)).findLast(isLeft);
    this.#images = images;
    this.#draw();
    if (current?.isConnected === false) {
      this.#focus.give(pictureIn(next) ?? pictureIn(this.#page));
    }
  }

  #keyPressed(event: KeyboardEvent): void {
    const { target } = event;
    const command = sheetCommand(event);
    const items = this.#items();
    const index = items.findIndex((item) => target instanceof Node && item.contains(target));
    const item = items[index];
    if (command === undefined || item === undefined || target instanceof HTMLInputElement) {
      return;
    }
    if (command !== 'discard') {
      pictureIn(items[neighbour(command, index, items.length, columnsOf(items))])?.focus();
    } else if (target instanceof Element && target.matches('.picture')) {
      this.#host.post({ type: 'discard', id: Number(item.dataset.id) });
    } else {
      return;
    }
    event.preventDefault();
    // VS Code would take the key as well.
    event.stopPropagation();
  }

  #items(): HTMLElement[] {
    return [...this.#page.querySelectorAll<HTMLElement>('.images > li')];
  }

  #draw(): void {
    render(this.#template(), this.#page);
  }

  #template(): TemplateResult {
    const words = this.#words;
    return html`<h1 class="visually-hidden">${words.title}</h1>
      ${this.#init === undefined ? nothing : this.#bar(this.#init)}
      ${this.#announcer.element}
      ${this.#images.length > 0 ? this.#grid() : html`<p class="blank">${this.#init === undefined ? words.loading : words.none}</p>`}`;
  }

  #bar({ prompt, details }: SheetInit): TemplateResult {
    const words = this.#words;
    const isLong = prompt.length > LONG_PROMPT;
    const isSomeKept = this.#images.some(({ isKept }) => isKept);
    const isNoneLeft = this.#images.every(({ isKept }) => isKept);
    return html`<div class="bar">
      <div class="asked">${
        prompt === ''
          ? nothing
          : html`<p class="prompt" dir="auto" role=${isLong ? 'region' : nothing} aria-label=${isLong ? words.prompt : nothing}
              tabindex=${isLong ? 0 : nothing}>${prompt}</p>`
      }${details.length === 0 ? nothing : html`<p class="details" dir="auto">${details.join(' · ')}</p>`}</div>
      <div class="buttons"><button class="secondary" data-action="regenerate" aria-disabled=${this.#isBusy} @click=${() => {
        if (!this.#isBusy) {
          this.#host.post({ type: 'regenerate' });
        }
      }}>${icons.regenerate}${words.regenerate}</button
      >${
        this.#images.length === 0
          ? nothing
          : html`<button class="secondary" data-action="discardAll" aria-disabled=${isNoneLeft} @click=${() => {
              if (!isNoneLeft) {
                this.#host.post({ type: 'discardAll' });
              }
            }}>${icons.discard}${isSomeKept ? words.discardRest : words.discardAll}</button>`
      }</div>
    </div>`;
  }

  #grid(): TemplateResult {
    return html`<ul class="images" aria-label=${this.#words.images} @keydown=${(event: KeyboardEvent) => this.#keyPressed(event)}>${repeat(
      this.#images,
      ({ id }) => id,
      (image) =>
        html`<li data-id=${image.id}>${sheetFigure(
          {
            image,
            isBroken: this.#broken.has(image.id),
            main: this.#init?.isToInsert ? 'insert' : 'open',
            isBusy: this.#isBusy,
          },
          this.#words,
          {
            act: (action, alt) => this.#act(image.id, action, alt),
            altChanged: (alt) => this.#host.post({ type: 'alt', id: image.id, alt }),
            failed: () => {
              this.#broken.add(image.id);
              this.#draw();
            },
          },
        )}</li>`,
    )}</ul>`;
  }
}

/** How many stand beside each other. */
function columnsOf(items: readonly HTMLElement[]): number {
  const top = items[0]?.offsetTop;
  return items.filter(({ offsetTop }) => offsetTop === top).length;
}

/** The first picture in an element, or else what can be done without one. */
function pictureIn(within: Element | undefined): HTMLElement | undefined {
  const found = within?.querySelector('.picture') ?? within?.querySelector('[data-action=regenerate]');
  return found instanceof HTMLElement ? found : undefined;
}
