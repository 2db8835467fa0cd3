import type { MaskWord } from '../../images/shared/mask-words.ts';
import type { Point, Rect } from './geometry.ts';
import type { MaskDocument } from './mask-document.ts';
import { cropped } from './placement.ts';
import type { Guide, Tool } from './tool.ts';

/** The square that a picture is cropped to: moved, then applied or not. */
export class CropTool implements Tool {
  readonly isActive = true;
  readonly #document: MaskDocument;
  readonly #ended: () => void;
  #left: number;
  #top: number;
  #grip: Point | undefined;

  constructor(document: MaskDocument, ended: () => void) {
    this.#document = document;
    this.#ended = ended;
    const { width, height } = document.placement;
    this.#left = Math.floor((width - this.#edge) / 2);
    this.#top = Math.floor((height - this.#edge) / 2);
  }

  get rect(): Rect {
    return {
      left: this.#left,
      top: this.#top,
      right: this.#left + this.#edge,
      bottom: this.#top + this.#edge,
    };
  }

  get guide(): Guide {
    return { kind: 'crop', rect: this.rect };
  }

  get #edge(): number {
    const { width, height } = this.#document.placement;
    return Math.min(width, height);
  }

  press(at: Point): void {
    this.#grip = { x: at.x - this.#left, y: at.y - this.#top };
  }

  move(at: Point): void {
    if (this.#grip !== undefined) {
      this.#moveTo(Math.round(at.x - this.#grip.x), Math.round(at.y - this.#grip.y));
    }
  }

  release(at: Point): void {
    this.move(at);
    this.#grip = undefined;
  }

  space(_at: Point, isDown: boolean): MaskWord | undefined {
    return isDown ? 'cropHelp' : undefined;
  }

  nudge(x: number, y: number): boolean {
    this.#moveTo(this.#left + x, this.#top + y);
    return true;
  }

  finish(): boolean {
    this.#document.convert({ kind: 'crop' }, cropped(this.#document.placement, this.#left, this.#top));
    this.#ended();
    return true;
  }

  cancel(): void {
    this.#ended();
  }

  #moveTo(left: number, top: number): void {
    const { width, height } = this.#document.placement;
    this.#left = Math.max(0, Math.min(width - this.#edge, left));
    this.#top = Math.max(0, Math.min(height - this.#edge, top));
  }
}
