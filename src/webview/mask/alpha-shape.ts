import type { Shape } from './shapes.ts';

/** Rows that are read at once: few calls, little memory. */
const STRIP = 128;

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** The pixels of a canvas that are wholly transparent: the others keep something of the image (§4.7). */
export function transparentPixels(context: Context): Shape {
  const { width, height } = context.canvas;
  let top = 0;
  let strip: Uint32Array | undefined;
  return {
    bounds: { left: 0, top: 0, right: width, bottom: height },
    row: (y, run) => {
      if (strip === undefined || y < top || y >= top + STRIP) {
        top = y - (y % STRIP);
        const { data } = context.getImageData(0, top, width, Math.min(STRIP, height - top));
        strip = new Uint32Array(data.buffer);
      }
      const start = (y - top) * width;
      let from = -1;
      for (let x = 0; x < width; x++) {
        // What has no colour and no alpha: a canvas keeps no colour where alpha is 0.
        const isTransparent = strip[start + x] === 0;
        if (isTransparent && from < 0) {
          from = x;
        } else if (!isTransparent && from >= 0) {
          run(from, x);
          from = -1;
        }
      }
      if (from >= 0) {
        run(from, width);
      }
    },
  };
}

/** Whether a shape has any pixel. */
export function hasPixels(shape: Shape): boolean {
  for (let y = shape.bounds.top; y < shape.bounds.bottom; y++) {
    let found = false;
    shape.row(y, () => {
      found = true;
    });
    if (found) {
      return true;
    }
  }
  return false;
}
