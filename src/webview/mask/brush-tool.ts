import type { MaskWord } from '../../images/shared/mask-words.ts';
import type { Point } from './geometry.ts';
import type { MaskDocument } from './mask-document.ts';
import { stroke } from './shapes.ts';
import type { Tool } from './tool.ts';

/** The brush, or the eraser. */
export class BrushTool implements Tool {
  readonly guide = undefined;
  readonly #document: MaskDocument;
  readonly #value: 0 | 1;
  readonly #size: () => number;
  #last: Point | undefined;

  constructor(document: MaskDocument, value: 0 | 1, size: () => number) {
    this.#document = document;
    this.#value = value;
    this.#size = size;
  }

  get isActive(): boolean {
    return this.#last !== undefined;
  }

  press(at: Point): void {
    this.#document.begin();
    this.#last = at;
    this.move(at);
  }

  move(at: Point): void {
    if (this.#last !== undefined) {
      this.#document.paint(stroke(this.#last, at, this.#size()), this.#value);
      this.#last = at;
    }
  }

  release(at: Point): void {
    this.move(at);
    this.finish();
  }

  space(at: Point, isDown: boolean): MaskWord {
    if (isDown) {
      this.press(at);
      return 'penDown';
    }
    this.release(at);
    return 'penUp';
  }

  finish(): boolean {
    const { isActive } = this;
    if (isActive) {
      this.#last = undefined;
      this.#document.end();
    }
    return isActive;
  }

  cancel(): void {
    if (this.isActive) {
      this.#last = undefined;
      this.#document.abandon();
    }
  }
}
