import { isEmpty, type Rect } from './geometry.ts';
import type { MaskBitmap } from './mask-bitmap.ts';

/** How the picture lies on the screen, in pixels of the screen. */
export interface ScreenPlace {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  /** Pixels of the screen for a CSS pixel. */
  readonly ratio: number;
}

// As bytes: red, green, blue, alpha. The pattern lets through a little of what is below, to aim by.
const LIGHT = colour(255, 255, 255, 215);
const GREY = colour(178, 178, 178, 215);
const WHITE = colour(255, 255, 255, 255);
const BLACK = colour(0, 0, 0, 255);

/** CSS pixels: a square of the pattern, and a dash of the outline. */
const SQUARE = 8;
const DASH = 6;

/** How far the outline reaches, on either side of the mask's edge. */
export function outlineWidth({ ratio }: ScreenPlace): number {
  return Math.max(1, Math.round(ratio));
}

/** The screen's pixels whose look depends on these of the mask. */
export function screenPart(part: Rect, place: ScreenPlace): Rect {
  const margin = outlineWidth(place) + 1;
  return {
    left: Math.floor(part.left * place.scale + place.x) - margin,
    top: Math.floor(part.top * place.scale + place.y) - margin,
    right: Math.ceil(part.right * place.scale + place.x) + margin,
    bottom: Math.ceil(part.bottom * place.scale + place.y) + margin,
  };
}

/**
 * Draws what of the mask is seen in a part of the screen: chequered as what is transparent, within an outline of dashes
 * inside and outside of the edge, black where the other is white. So it is seen on every image and in every theme.
 */
export function drawMask(mask: MaskBitmap, place: ScreenPlace, part: Rect): ImageData | undefined {
  if (isEmpty(part)) {
    return undefined;
  }
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const image = new ImageData(width, height);
  const colours = new Uint32Array(image.data.buffer);
  const reach = outlineWidth(place);
  const covered = coverage(mask, place, {
    left: part.left - reach,
    top: part.top - reach,
    right: part.right + reach,
    bottom: part.bottom + reach,
  });
  const stride = width + 2 * reach;
  const [square, dash] = [SQUARE * place.ratio, DASH * place.ratio];
  for (let row = 0; row < height; row++) {
    const y = part.top + row;
    const squareRow = Math.floor(y / square);
    for (let column = 0; column < width; column++) {
      const at = (row + reach) * stride + column + reach;
      const own = covered[at];
      const isEdge =
        covered[at - reach] !== own ||
        covered[at + reach] !== own ||
        covered[at - reach * stride] !== own ||
        covered[at + reach * stride] !== own;
      if (own === 0 && !isEdge) {
        continue;
      }
      const x = part.left + column;
      const isFirst = isEdge
        ? (Math.floor((x + y) / dash) & 1) === own
        : ((Math.floor(x / square) + squareRow) & 1) === 0;
      colours[row * width + column] = isEdge ? (isFirst ? WHITE : BLACK) : isFirst ? LIGHT : GREY;
    }
  }
  return image;
}

/** For each pixel of the screen, whether any painted pixel lies there: even the least dot is seen from afar. */
function coverage(mask: MaskBitmap, place: ScreenPlace, part: Rect): Uint8Array {
  const columns = ranges(part.left, part.right, place.x, place.scale, mask.width);
  const rows = ranges(part.top, part.bottom, place.y, place.scale, mask.height);
  const width = part.right - part.left;
  const covered = new Uint8Array(width * (part.bottom - part.top));
  const { pixels } = mask;
  for (let row = 0; row + 1 < rows.length; row += 2) {
    const start = (row / 2) * width;
    const bottom = rows[row + 1] ?? 0;
    for (let y = rows[row] ?? 0; y < bottom; y++) {
      const line = y * mask.width;
      for (let column = 0; column < width; column++) {
        const right = covered[start + column] === 1 ? 0 : (columns[2 * column + 1] ?? 0);
        for (let x = columns[2 * column] ?? 0; x < right; x++) {
          if (pixels[line + x] === 1) {
            covered[start + column] = 1;
            break;
          }
        }
      }
    }
  }
  return covered;
}

/** For each pixel of the screen, in pairs, the first of the mask's pixels there and the first that is not. */
function ranges(from: number, to: number, start: number, scale: number, length: number): Int32Array {
  const all = new Int32Array(2 * (to - from));
  for (let index = 0; index < to - from; index++) {
    const first = Math.floor((from + index + (scale < 1 ? 0 : 0.5) - start) / scale);
    const last = scale < 1 ? Math.max(first + 1, Math.floor((from + index + 1 - start) / scale)) : first + 1;
    all[2 * index] = Math.max(0, first);
    all[2 * index + 1] = Math.min(length, last);
  }
  return all;
}

function colour(...bytes: readonly [red: number, green: number, blue: number, alpha: number]): number {
  return new Uint32Array(new Uint8Array(bytes).buffer)[0] ?? 0;
}
