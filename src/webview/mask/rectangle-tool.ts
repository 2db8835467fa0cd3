import type { MaskWord } from '../../images/shared/mask-words.ts';
import { type Point, pixelsBetween } from './geometry.ts';
import type { MaskDocument } from './mask-document.ts';
import { rectangle } from './shapes.ts';
import type { Guide, Tool } from './tool.ts';

/** From one corner to the other. */
export class RectangleTool implements Tool {
  readonly #document: MaskDocument;
  #corners: readonly [Point, Point] | undefined;

  constructor(document: MaskDocument) {
    this.#document = document;
  }

  get isActive(): boolean {
    return this.#corners !== undefined;
  }

  get guide(): Guide | undefined {
    return this.#corners && { kind: 'rectangle', rect: pixelsBetween(...this.#corners) };
  }

  press(at: Point): void {
    this.#corners = [at, at];
  }

  move(at: Point): void {
    if (this.#corners !== undefined) {
      this.#corners = [this.#corners[0], at];
    }
  }

  release(at: Point): void {
    this.move(at);
    const [from, to] = this.#corners ?? [at, at];
    if (from.x === to.x && from.y === to.y) {
      // A click is no rectangle.
      this.cancel();
    }
    this.finish();
  }

  space(at: Point, isDown: boolean): MaskWord | undefined {
    if (!isDown) {
      return undefined;
    }
    if (this.isActive) {
      this.move(at);
      this.finish();
      return undefined;
    }
    this.press(at);
    return 'cornerSet';
  }

  finish(): boolean {
    const corners = this.#corners;
    this.#corners = undefined;
    if (corners !== undefined) {
      this.#document.add(rectangle(pixelsBetween(...corners)));
    }
    return corners !== undefined;
  }

  cancel(): void {
    this.#corners = undefined;
  }
}
