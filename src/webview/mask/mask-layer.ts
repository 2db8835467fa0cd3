import { intersection, isEmpty, NOTHING, type Rect, union } from './geometry.ts';
import type { MaskBitmap } from './mask-bitmap.ts';
import { drawMask, type ScreenPlace, screenPart } from './overlay.ts';
import type { Viewport } from './viewport.ts';

/** The canvas that shows the mask above the picture, pixel by pixel of the screen. Only what has changed is drawn. */
export class MaskLayer {
  readonly element = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  /** Of the mask. */
  #changed: Rect = NOTHING;
  #isWhole = true;

  constructor() {
    this.element.className = 'mask';
    this.element.ariaHidden = 'true';
    const context = this.element.getContext('2d');
    if (context === null) {
      throw new Error('The browser gives no canvas.');
    }
    this.#context = context;
  }

  /** These pixels of the mask are to be drawn again; without them, all. */
  invalidate(part?: Rect): void {
    if (part === undefined) {
      this.#isWhole = true;
    } else {
      this.#changed = union(this.#changed, part);
    }
  }

  resize({ width, height }: { readonly width: number; readonly height: number }): void {
    const ratio = window.devicePixelRatio;
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(height * ratio);
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    this.#isWhole = true;
  }

  /** Draws what is due. */
  draw(mask: MaskBitmap, viewport: Viewport): void {
    const ratio = window.devicePixelRatio;
    const place: ScreenPlace = {
      scale: viewport.scale * ratio,
      x: viewport.x * ratio,
      y: viewport.y * ratio,
      ratio,
    };
    const { width, height } = this.element;
    const screen: Rect = { left: 0, top: 0, right: width, bottom: height };
    if (this.#isWhole) {
      this.#context.clearRect(0, 0, width, height);
    }
    const due = this.#isWhole ? (mask.painted === 0 ? NOTHING : mask.bounds) : this.#changed;
    this.#isWhole = false;
    this.#changed = NOTHING;
    if (isEmpty(due)) {
      return;
    }
    const part = intersection(screenPart(due, place), screen);
    const image = drawMask(mask, place, part);
    if (image !== undefined) {
      this.#context.putImageData(image, part.left, part.top);
    }
  }
}
