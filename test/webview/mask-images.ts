import { encode } from 'fast-png';
import type { ServedFile } from './served-file.ts';

export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** A PNG of which each pixel is given. */
export function png(width: number, height: number, colour: (x: number, y: number) => Colour): ServedFile {
  const data = new Uint8Array(width * height * 4);
  for (let index = 0; index < width * height; index++) {
    data.set(colour(index % width, Math.floor(index / width)), index * 4);
  }
  return { bytes: encode({ width, height, data, channels: 4, depth: 8 }), contentType: 'image/png' };
}

/** Opaque, and of a colour that tells where a pixel is. */
export function gradient(width: number, height: number): ServedFile {
  return png(width, height, (x, y) => [
    Math.floor((255 * x) / width),
    Math.floor((255 * y) / height),
    128,
    255,
  ]);
}

/** A square of so many pixels a side, opaque, with something in it. */
export function largeImage(edge: number): ServedFile {
  const data = new Uint8Array(edge * edge * 3);
  for (let index = 0; index < data.length; index++) {
    data[index] = (index >> 4) & 255;
  }
  return {
    bytes: encode({ width: edge, height: edge, data, channels: 3, depth: 8 }),
    contentType: 'image/png',
  };
}
