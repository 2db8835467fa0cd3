import type { Placement } from './placement.ts';

/** Pixels of an image that can still be edited here: with its mask it takes five bytes for each. */
const MOST_PIXELS = 50_000_000;
/** What a canvas can have of them in a row, with room to spare. */
const MOST_IN_A_ROW = 16_384;

/** Why an image cannot be shown; `problem` names the words for it. */
export class PictureError extends Error {
  readonly problem: 'notLoaded' | 'empty' | 'tooLarge';

  constructor(problem: PictureError['problem']) {
    super(problem);
    this.problem = problem;
  }
}

/** The image, and what conversions make of it, as a canvas of as many pixels as will be sent. */
export class Picture {
  readonly canvas = document.createElement('canvas');
  readonly #image: HTMLImageElement;

  private constructor(image: HTMLImageElement) {
    this.#image = image;
    this.canvas.className = 'picture';
  }

  /** @throws {PictureError} */
  static async load(uri: string, width: number, height: number): Promise<Picture> {
    // Before anything is decoded: what is too large would take the page's process with it.
    check(width, height);
    const image = new Image();
    // Else the canvas could be shown, but not read: the files come from an origin of their own.
    image.crossOrigin = 'anonymous';
    const loaded = new Promise<void>((resolve, reject) => {
      image.addEventListener('load', () => resolve(), { once: true });
      image.addEventListener('error', () => reject(new PictureError('notLoaded')), { once: true });
    });
    image.src = uri;
    await loaded;
    // Only the head of the file has been read so far, which may say something else than was promised.
    check(image.naturalWidth, image.naturalHeight);
    try {
      await image.decode();
    } catch {
      throw new PictureError('notLoaded');
    }
    return new Picture(image);
  }

  get width(): number {
    return this.#image.naturalWidth;
  }

  get height(): number {
    return this.#image.naturalHeight;
  }

  place({ width, height, image }: Placement): void {
    this.canvas.width = width;
    this.canvas.height = height;
    const context = this.canvas.getContext('2d');
    if (context === null) {
      throw new PictureError('notLoaded');
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.#image, image.x, image.y, image.width, image.height);
  }

  /** Gives back what it takes at once: browsers may let a canvas wait for long. */
  dispose(): void {
    this.canvas.width = 0;
    this.canvas.height = 0;
    this.#image.removeAttribute('src');
  }
}

function check(width: number, height: number): void {
  if (width < 1 || height < 1) {
    throw new PictureError('empty');
  }
  if (width * height > MOST_PIXELS || Math.max(width, height) > MOST_IN_A_ROW) {
    throw new PictureError('tooLarge');
  }
}
