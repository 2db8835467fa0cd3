import type { MaskBitmap } from './mask-bitmap.ts';

/** Rows that are made or read at once, so that the pixels of a large image are not there twice. */
const STRIP = 256;
const OPAQUE_BLACK = new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer)[0] ?? 0;

/**
 * The mask as services want it: alpha 0 where the image is to change, and 255 elsewhere (§4.7). What is opaque is black
 * and not the image: no service reads it there, and so the largest mask takes a few kilobytes.
 */
export async function maskPng(mask: MaskBitmap): Promise<Uint8Array> {
  const { width, height, pixels } = mask;
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  for (let top = 0; top < height; top += STRIP) {
    const rows = Math.min(STRIP, height - top);
    const strip = new ImageData(width, rows);
    // Black and transparent black are the same before and after the canvas has multiplied them by their alpha.
    const colours = new Uint32Array(strip.data.buffer);
    const start = top * width;
    for (let index = 0; index < colours.length; index++) {
      colours[index] = pixels[start + index] === 1 ? 0 : OPAQUE_BLACK;
    }
    context.putImageData(strip, 0, top);
  }
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await blob.arrayBuffer());
}

/** The picture as it is now. */
export async function picturePng(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) {
    throw new Error('The browser made no PNG of the picture.');
  }
  return new Uint8Array(await blob.arrayBuffer());
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) {
    throw new Error(`The browser gives no canvas of ${canvas.width}×${canvas.height} pixels.`);
  }
  return context;
}
