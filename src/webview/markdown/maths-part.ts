import { type Block, isClosedMaths } from './block.ts';
import type { Part, Rendering } from './part.ts';

/** A displayed formula; while it is open, its source. */
export class MathsPart implements Part {
  readonly kind = 'maths';
  readonly hasFinished = false;
  readonly #element = document.createElement('div');
  readonly #rendering: Rendering;
  #shown: string | undefined;

  constructor(rendering: Rendering) {
    this.#rendering = rendering;
    this.#element.className = 'md-maths-block';
  }

  get elements(): readonly HTMLElement[] {
    return [this.#element];
  }

  accepts({ kind }: Block): boolean {
    return kind === 'maths';
  }

  update(block: Block): void {
    const { content, markup } = block.token;
    const isClosed = isClosedMaths(block);
    const shown = `${isClosed} ${content}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#element.replaceChildren(
        isClosed ? this.#rendering.maths.element(markup, content, true) : content,
      );
      this.#rendering.maths.typesetIn(this.#element);
    }
  }

  finish(): void {}

  dispose(): void {}
}

/** A line between what is above and below. */
export class RulePart implements Part {
  readonly kind = 'rule';
  readonly hasFinished = false;
  readonly elements = [document.createElement('hr')];

  accepts({ kind }: Block): boolean {
    return kind === 'rule';
  }

  update(): void {}

  finish(): void {}

  dispose(): void {}
}
