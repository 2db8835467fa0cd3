import type { Point } from './geometry.ts';

const LEAST_SCALE = 0.01;
const MOST_SCALE = 64;
/** CSS pixels around a picture that fits, and that stay in sight of one that is moved. */
const MARGIN = 24;

interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Which part of the picture is seen, and how large. What is seen is measured in CSS pixels. */
export class Viewport {
  #view: Extent = { width: 0, height: 0 };
  #picture: Extent = { width: 1, height: 1 };
  #isFit = true;
  #scale = 1;
  #x = 0;
  #y = 0;

  /** CSS pixels for a pixel of the picture. */
  get scale(): number {
    return this.#scale;
  }

  /** Where the picture begins. */
  get x(): number {
    return this.#x;
  }

  get y(): number {
    return this.#y;
  }

  get view(): Extent {
    return this.#view;
  }

  setView(view: Extent): void {
    this.#view = view;
    this.#settle();
  }

  setPicture(picture: Extent): void {
    this.#picture = picture;
    this.fit();
  }

  toPicture({ x, y }: Point): Point {
    return { x: (x - this.#x) / this.#scale, y: (y - this.#y) / this.#scale };
  }

  toView({ x, y }: Point): Point {
    return { x: x * this.#scale + this.#x, y: y * this.#scale + this.#y };
  }

  /** As large as it can be seen whole, but not larger than it is; it stays so when the view's extent changes. */
  fit(): void {
    this.#isFit = true;
    this.#settle();
  }

  /** With `at` of the view staying where it is in the picture; without it, the middle. */
  zoomTo(scale: number, at: Point = { x: this.#view.width / 2, y: this.#view.height / 2 }): void {
    const point = this.toPicture(at);
    this.#isFit = false;
    this.#scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale));
    this.#x = at.x - point.x * this.#scale;
    this.#y = at.y - point.y * this.#scale;
    this.#settle();
  }

  panBy(x: number, y: number): void {
    this.#isFit = false;
    this.#x += x;
    this.#y += y;
    this.#settle();
  }

  /** Moves as little as is needed for a point of the picture to be seen. */
  reveal(point: Point): void {
    const { x, y } = this.toView(point);
    const { width, height } = this.#view;
    const across = Math.max(0, MARGIN - x) - Math.max(0, x - (width - MARGIN));
    const down = Math.max(0, MARGIN - y) - Math.max(0, y - (height - MARGIN));
    if (across !== 0 || down !== 0) {
      this.panBy(across, down);
    }
  }

  #settle(): void {
    const { width, height } = this.#view;
    const picture = this.#picture;
    if (this.#isFit) {
      const room = Math.min((width - 2 * MARGIN) / picture.width, (height - 2 * MARGIN) / picture.height);
      this.#scale = Math.max(LEAST_SCALE, Math.min(1, room));
    }
    this.#x = settled(this.#x, picture.width * this.#scale, width, this.#isFit);
    this.#y = settled(this.#y, picture.height * this.#scale, height, this.#isFit);
  }
}

/** In the middle where there is room for all of it, else never out of sight. */
function settled(start: number, length: number, room: number, isFit: boolean): number {
  if (isFit || length + 2 * MARGIN <= room) {
    return Math.round((room - length) / 2);
  }
  return Math.round(Math.min(room - MARGIN * 2, Math.max(MARGIN * 2 - length, start)));
}
