import type { MaskWord } from '../../images/shared/mask-words.ts';
import type { Point } from './geometry.ts';
import type { MaskDocument } from './mask-document.ts';
import { polygon } from './shapes.ts';
import type { Guide, Tool } from './tool.ts';

/** CSS pixels: a pointer that goes no farther than this while it is down is a click. */
const CLICK = 4;

/** A line drawn freely, or from corner to corner by clicks; it is closed by itself. */
export class LassoTool implements Tool {
  readonly #document: MaskDocument;
  /** Pixels of the picture for a CSS pixel. */
  readonly #unit: () => number;
  #points: Point[] = [];
  /** Where the line goes on to, while corners are set. */
  #next: Point | undefined;
  #pressedAt: Point | undefined;
  #isDrawn = false;

  constructor(document: MaskDocument, unit: () => number) {
    this.#document = document;
    this.#unit = unit;
  }

  get isActive(): boolean {
    return this.#points.length > 0;
  }

  get guide(): Guide | undefined {
    return this.isActive
      ? { kind: 'path', points: this.#next === undefined ? this.#points : [...this.#points, this.#next] }
      : undefined;
  }

  press(at: Point): void {
    const [first] = this.#points;
    if (first !== undefined && this.#points.length > 2 && this.#isNear(first, at)) {
      this.finish();
      return;
    }
    this.#points.push(at);
    this.#next = undefined;
    this.#pressedAt = at;
    this.#isDrawn = false;
  }

  move(at: Point): void {
    if (this.#pressedAt === undefined) {
      this.#next = this.isActive ? at : undefined;
      return;
    }
    this.#isDrawn ||= !this.#isNear(this.#pressedAt, at);
    if (this.#isDrawn) {
      this.#points.push(at);
    }
  }

  release(at: Point): void {
    if (this.#pressedAt === undefined) {
      return;
    }
    this.move(at);
    this.#pressedAt = undefined;
    if (this.#isDrawn) {
      this.finish();
    }
  }

  space(at: Point, isDown: boolean): MaskWord | undefined {
    if (!isDown) {
      return undefined;
    }
    this.press(at);
    this.#pressedAt = undefined;
    return this.isActive ? 'pointSet' : undefined;
  }

  finish(): boolean {
    const points = this.#points;
    this.cancel();
    if (points.length < 3) {
      return false;
    }
    this.#document.add(polygon(points));
    return true;
  }

  cancel(): void {
    this.#points = [];
    this.#next = undefined;
    this.#pressedAt = undefined;
    this.#isDrawn = false;
  }

  #isNear(a: Point, b: Point): boolean {
    return Math.hypot(a.x - b.x, a.y - b.y) <= CLICK * this.#unit();
  }
}
