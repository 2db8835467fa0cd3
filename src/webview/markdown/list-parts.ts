import type { Block } from './block.ts';
import { ContainerPart, type CreatePart } from './container-part.ts';
import type { Place, Rendering } from './part.ts';

/** Items of one element: a longer list goes on in another, which is laid out by itself. */
const ITEMS = 100;

/** A list. Whether it is loose is a class, since a blank line at its end decides it for the whole. */
export class ListPart extends ContainerPart {
  readonly kind = 'list';
  readonly elements: HTMLElement[];
  readonly #tag: string;
  readonly #markup: string;
  readonly #first: number;
  readonly #isTop: boolean;
  #isLoose = false;

  constructor({ token }: Block, { parent }: Place, rendering: Rendering, create: CreatePart) {
    super(rendering, create);
    this.#tag = token.tag;
    this.#markup = token.markup;
    this.#first = Number(token.attrs?.find(([name]) => name === 'start')?.[1] ?? 1);
    this.#isTop = parent === 'root';
    this.elements = [this.#element(0)];
  }

  override accepts({ kind, token }: Block): boolean {
    return kind === 'list' && token.tag === this.#tag && token.markup === this.#markup;
  }

  override update(block: Block): void {
    super.update(block);
    for (const element of this.elements) {
      element.classList.toggle('md-loose', this.#isLoose || block.isLoose);
    }
  }

  protected override keepLooseness({ isLoose }: Block): void {
    this.#isLoose ||= isLoose;
  }

  protected override placeFor(index: number): HTMLElement {
    const number = Math.floor(index / ITEMS);
    let last = this.elements[number];
    while (last === undefined) {
      const element = this.#element(this.elements.length);
      this.elements.at(-1)?.after(element);
      this.elements.push(element);
      this.#markParts();
      last = this.elements[number];
    }
    return last;
  }

  protected override trim(count: number): void {
    while (this.elements.length > Math.max(1, Math.ceil(count / ITEMS))) {
      this.elements.pop()?.remove();
      this.#markParts();
    }
  }

  #markParts(): void {
    for (const element of this.elements) {
      element.classList.toggle('md-part', this.elements.length > 1);
    }
  }

  #element(number: number): HTMLElement {
    const element = document.createElement(this.#tag);
    const start = this.#first + number * ITEMS;
    if (element instanceof HTMLOListElement && start !== 1) {
      element.start = start;
    }
    if (this.#isTop) {
      element.dir = 'auto';
    }
    return element;
  }
}

/** An item of a list. */
export class ItemPart extends ContainerPart {
  readonly kind = 'item';
  readonly #element = document.createElement('li');
  readonly elements = [this.#element];

  override accepts({ kind }: Block): boolean {
    return kind === 'item';
  }

  protected override placeFor(): HTMLElement {
    return this.#element;
  }
}

/** A quote. */
export class QuotePart extends ContainerPart {
  readonly kind = 'quote';
  readonly #element = document.createElement('blockquote');
  readonly elements = [this.#element];

  constructor({ parent }: Place, rendering: Rendering, create: CreatePart) {
    super(rendering, create);
    if (parent === 'root') {
      this.#element.dir = 'auto';
    }
  }

  override accepts({ kind }: Block): boolean {
    return kind === 'quote';
  }

  protected override placeFor(): HTMLElement {
    return this.#element;
  }
}

/** Blocks of one section. */
const BLOCKS = 16;

/** The whole text, in sections that are laid out one by one. */
export class RootPart extends ContainerPart {
  readonly kind = 'root';
  readonly elements: HTMLElement[] = [];
  readonly #root: HTMLElement;

  constructor(root: HTMLElement, rendering: Rendering, create: CreatePart) {
    super(rendering, create);
    this.#root = root;
  }

  override accepts({ kind }: Block): boolean {
    return kind === 'root';
  }

  protected override placeFor(index: number): HTMLElement {
    const number = Math.floor(index / BLOCKS);
    let section = this.elements[number];
    while (section === undefined) {
      const element = document.createElement('div');
      element.className = 'md-section';
      this.elements.push(element);
      this.#root.append(element);
      section = this.elements[number];
    }
    return section;
  }

  protected override trim(count: number): void {
    while (this.elements.length > Math.ceil(count / BLOCKS)) {
      this.elements.pop()?.remove();
    }
  }
}
