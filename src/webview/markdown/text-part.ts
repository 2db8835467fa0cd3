import { MAX_INLINE } from '../../chat/shared/markdown-parser.ts';
import type { Block } from './block.ts';
import { morph } from './morph.ts';
import type { Part, Place, Rendering, Unresolved } from './part.ts';
import { TextFlow } from './text-flow.ts';

/** A paragraph or a heading. One that is too long for prose is shown as it is. */
export class TextPart implements Part, Unresolved {
  kind: 'paragraph' | 'heading';
  #element: HTMLElement;
  readonly #rendering: Rendering;
  /** The first paragraph of an item may begin with a box to tick. */
  readonly #mayBeTask: boolean;
  #markdown: string | undefined;
  #missing: ReadonlySet<string> = new Set();
  #plain: TextFlow | undefined;
  /** UTF-16 units at the beginning of its content that stand in for what is finished. */
  #guard = 0;
  #isFinished = false;

  constructor(block: Block, place: Place, rendering: Rendering) {
    this.kind = block.kind === 'heading' ? 'heading' : 'paragraph';
    this.#rendering = rendering;
    this.#mayBeTask = place.parent === 'item' && place.index === 0;
    this.#element = createElement(block, place);
  }

  get elements(): readonly HTMLElement[] {
    return [this.#element];
  }

  get hasFinished(): boolean {
    return this.#guard > 0;
  }

  get missing(): ReadonlySet<string> {
    return this.#missing;
  }

  accepts({ kind }: Block): boolean {
    return kind === 'paragraph' || kind === 'heading';
  }

  update(block: Block): void {
    const [content = ''] = block.inline;
    this.#setTag(block);
    const isLong = this.#guard > 0 || content.length > MAX_INLINE;
    if (isLong) {
      this.#showPlain(content.slice(this.#guard));
    } else if (content !== this.#markdown || this.#canResolve()) {
      this.#showInline(content);
    }
    this.#markdown = isLong ? undefined : content;
  }

  finishContent(done: number, guard: number): void {
    if (done > 0) {
      this.#plain?.finish(done - this.#guard);
      this.#guard = guard;
    }
  }

  finish(): void {
    if (!this.#isFinished && this.#missing.size > 0) {
      this.#rendering.remember(this);
    }
    this.#isFinished = true;
  }

  resolve(): void {
    if (this.#markdown !== undefined && this.#canResolve()) {
      this.#showInline(this.#markdown);
    }
  }

  dispose(): void {}

  #canResolve(): boolean {
    const { references } = this.#rendering.inline;
    return [...this.#missing].some((label) => Object.hasOwn(references, label));
  }

  #showInline(markdown: string): void {
    const { inline } = this.#rendering;
    const { element, missing } = inline.render(this.#element.localName, markdown, this.#mayBeTask);
    this.#missing = missing;
    if (this.#plain) {
      this.#plain = undefined;
      this.#element.replaceChildren();
      this.#element.classList.remove('md-plain');
    }
    this.#element.classList.toggle('md-task', element.classList.contains('md-task'));
    morph(this.#element, element);
  }

  #showPlain(text: string): void {
    if (this.#plain === undefined) {
      this.#element.replaceChildren();
      this.#element.classList.remove('md-task');
      this.#element.classList.add('md-plain');
      this.#plain = new TextFlow(this.#element);
      this.#missing = new Set();
    }
    this.#plain.show(text);
  }

  /** A paragraph becomes a heading by what is written below it. */
  #setTag(block: Block): void {
    const tag = block.token.tag;
    this.kind = block.kind === 'heading' ? 'heading' : 'paragraph';
    if (this.#element.localName !== tag) {
      const renamed = document.createElement(tag);
      for (const { name, value } of this.#element.attributes) {
        renamed.setAttribute(name, value);
      }
      renamed.append(...this.#element.childNodes);
      this.#element.replaceWith(renamed);
      this.#element = renamed;
    }
  }
}

function createElement(block: Block, { parent }: Place): HTMLElement {
  const element = document.createElement(block.token.tag);
  if (parent === 'root') {
    element.dir = 'auto';
  }
  return element;
}
