import { intersection, isEmpty, type Rect } from './geometry.ts';

/** The least rectangle that holds all pixels that have changed. */
export class ChangedPart {
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = 0;
  #bottom = 0;

  get rect(): Rect {
    return { left: this.#left, top: this.#top, right: this.#right, bottom: this.#bottom };
  }

  add(y: number, from: number, to: number): void {
    this.#left = Math.min(this.#left, from);
    this.#right = Math.max(this.#right, to);
    this.#top = Math.min(this.#top, y);
    this.#bottom = Math.max(this.#bottom, y + 1);
  }
}

/** Which pixels of an image are to change: 1 for those, 0 for the others. Nothing lies between. */
export class MaskBitmap {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array<ArrayBuffer>;
  #painted = 0;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height);
  }

  /** For reading only, row after row: what is painted has to be counted. */
  get pixels(): Readonly<Uint8Array<ArrayBuffer>> {
    return this.#pixels;
  }

  /** How many pixels are painted. */
  get painted(): number {
    return this.#painted;
  }

  get bounds(): Rect {
    return { left: 0, top: 0, right: this.width, bottom: this.height };
  }

  isPainted(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height && this.#pixels[y * this.width + x] === 1;
  }

  /**
   * Sets the pixels of a row from `from` to just before `to`; what of them lies outside is left out. Of a brush that is
   * drawn along, most pixels are painted already: `changed` is told which were not.
   */
  fill(y: number, from: number, to: number, value: 0 | 1, changed?: ChangedPart): void {
    const left = Math.max(0, from);
    const right = Math.min(this.width, to);
    if (y < 0 || y >= this.height || left >= right) {
      return;
    }
    const run = this.#pixels.subarray(y * this.width + left, y * this.width + right);
    const first = run.indexOf(1 - value);
    if (first < 0) {
      return;
    }
    const end = run.lastIndexOf(1 - value) + 1;
    let differ = 0;
    for (let index = first; index < end; index++) {
      differ += run[index] === value ? 0 : 1;
    }
    run.fill(value, first, end);
    this.#painted += value === 1 ? differ : -differ;
    changed?.add(y, left + first, left + end);
  }

  invert(): void {
    const pixels = this.#pixels;
    for (let index = 0; index < pixels.length; index++) {
      pixels[index] = pixels[index] === 0 ? 1 : 0;
    }
    this.#painted = pixels.length - this.#painted;
  }

  /** The pixels of a part, as bits, row after row without a gap. */
  pack(part: Rect): Uint8Array<ArrayBuffer> {
    const { left, top, right, bottom } = intersection(part, this.bounds);
    const bits = new Uint8Array(Math.ceil(((right - left) * (bottom - top)) / 8));
    let bit = 0;
    for (let y = top; y < bottom; y++) {
      for (let index = y * this.width + left; index < y * this.width + right; index++, bit++) {
        if (this.#pixels[index] === 1) {
          bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
        }
      }
    }
    return bits;
  }

  /** Sets a part to what `pack` gave of it. */
  unpack(part: Rect, bits: Uint8Array): void {
    const { left, top, right, bottom } = intersection(part, this.bounds);
    const pixels = this.#pixels;
    let bit = 0;
    let difference = 0;
    for (let y = top; y < bottom; y++) {
      for (let index = y * this.width + left; index < y * this.width + right; index++, bit++) {
        const value = ((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1;
        difference += value - (pixels[index] ?? 0);
        pixels[index] = value;
      }
    }
    this.#painted += difference;
  }

  /** What all pixels of a part are, if they are the same. */
  same(part: Rect): 0 | 1 | undefined {
    const { left, top, right, bottom } = intersection(part, this.bounds);
    if (isEmpty({ left, top, right, bottom })) {
      return 0;
    }
    const first = this.isPainted(left, top) ? 1 : 0;
    for (let y = top; y < bottom; y++) {
      const row = this.#pixels.subarray(y * this.width + left, y * this.width + right);
      if (row.includes(1 - first)) {
        return undefined;
      }
    }
    return first;
  }
}
