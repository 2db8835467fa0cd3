import type { Conversion } from '../../images/shared/mask-protocol.ts';
import { MaskBitmap } from './mask-bitmap.ts';

/** A picture of `width` × `height` pixels, and where in it the original image lies: some of that may lie outside. */
export interface Placement {
  readonly width: number;
  readonly height: number;
  readonly image: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

export function original(width: number, height: number): Placement {
  return { width, height, image: { x: 0, y: 0, width, height } };
}

/** Whether something of it lies outside of the original image, and is transparent. */
export function hasEdges({ width, height, image }: Placement): boolean {
  // Scaling leaves fractions, of which the last digits are not exact.
  const least = 1e-6;
  return Math.max(image.x, image.y, width - image.x - image.width, height - image.y - image.height) > least;
}

/** Adds what is missing to a square, as much on the one side as on the other. */
export function padded({ width, height, image }: Placement): Placement {
  const edge = Math.max(width, height);
  const x = image.x + Math.floor((edge - width) / 2);
  const y = image.y + Math.floor((edge - height) / 2);
  return { width: edge, height: edge, image: { ...image, x, y } };
}

/** The square of the shorter side's length that begins here. */
export function cropped({ width, height, image }: Placement, left: number, top: number): Placement {
  const edge = Math.min(width, height);
  return { width: edge, height: edge, image: { ...image, x: image.x - left, y: image.y - top } };
}

/** Smaller, so that the longer side has this length. */
export function scaled({ width, height, image }: Placement, edge: number): Placement {
  const factor = edge / Math.max(width, height);
  const newWidth = Math.max(1, Math.round(width * factor));
  const newHeight = Math.max(1, Math.round(height * factor));
  const [across, down] = [newWidth / width, newHeight / height];
  return {
    width: newWidth,
    height: newHeight,
    image: {
      x: image.x * across,
      y: image.y * down,
      width: image.width * across,
      height: image.height * down,
    },
  };
}

/** What `conversion` makes of it; of a crop, the middle. */
export function converted(placement: Placement, conversion: Conversion): Placement {
  const { width, height } = placement;
  switch (conversion.kind) {
    case 'png':
      return placement;
    case 'pad':
      return padded(placement);
    case 'crop': {
      const edge = Math.min(width, height);
      return cropped(placement, Math.floor((width - edge) / 2), Math.floor((height - edge) / 2));
    }
    case 'scale':
      return Math.max(width, height) > conversion.edge ? scaled(placement, conversion.edge) : placement;
  }
}

/** The mask of one placement carried over to another of the same image: what was painted stays where it was in it. */
export function carriedOver(mask: MaskBitmap, from: Placement, to: Placement): MaskBitmap {
  const made = new MaskBitmap(to.width, to.height);
  const columns = sources(to.width, to.image.x, to.image.width, from.image.x, from.image.width);
  const rows = sources(to.height, to.image.y, to.image.height, from.image.y, from.image.height);
  for (const [y, row] of rows.entries()) {
    let start = -1;
    for (const [x, column] of columns.entries()) {
      const isPainted = mask.isPainted(column, row);
      if (isPainted && start < 0) {
        start = x;
      } else if (!isPainted && start >= 0) {
        made.fill(y, start, x, 1);
        start = -1;
      }
    }
    if (start >= 0) {
      made.fill(y, start, to.width, 1);
    }
  }
  return made;
}

/** For each pixel along one side, the pixel there was at its place before; it may lie outside. */
function sources(length: number, to: number, toLength: number, from: number, fromLength: number): number[] {
  return Array.from({ length }, (_, index) =>
    Math.floor(from + ((index + 0.5 - to) / toLength) * fromLength),
  );
}
