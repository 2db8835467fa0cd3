import { transparentPixels } from './alpha-shape.ts';
import type { Shape } from './shapes.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Up to where a PNG has said its dimensions. */
const HEAD = 24;

/** The dimensions that a PNG says it has; `undefined` if it is none. */
export function pngDimensions(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.length < HEAD || SIGNATURE.some((byte, index) => bytes[index] !== byte)) {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** What is transparent in a PNG whose dimensions have been checked. Rejects when it cannot be decoded. */
export async function maskFromPng(bytes: Uint8Array): Promise<Shape> {
  const blob = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
  try {
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
      willReadFrequently: true,
    });
    if (context === null) {
      throw new Error(`The browser gives no canvas of ${bitmap.width}×${bitmap.height} pixels.`);
    }
    context.drawImage(bitmap, 0, 0);
    return transparentPixels(context);
  } finally {
    bitmap.close();
  }
}
