import { decode, encode } from 'fast-png';

/** A picture in memory: four bytes a pixel, red, green, blue, alpha. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8ClampedArray;
}

export function encodePng({ width, height, rgba }: Pixels): Buffer {
  // A low level: these pictures are drawn to be looked at soon, not kept.
  return Buffer.from(encode({ width, height, data: rgba, channels: 4, depth: 8 }, { zlib: { level: 3 } }));
}

/** Reads any PNG. Throws when the bytes are none. */
export function decodePng(bytes: Uint8Array): Pixels & { hasAlpha: boolean } {
  const { width, height, data, depth, channels, palette, transparency } = decode(bytes);
  if (depth === 8 && channels === 4) {
    // By far the most, and a hundred times as fast as pixel by pixel.
    return { width, height, rgba: Uint8ClampedArray.from(data), hasAlpha: true };
  }
  const samplesPerRow = width * channels;
  const bytesPerRow = Math.ceil((samplesPerRow * depth) / 8);
  const sample = (x: number, y: number, channel: number): number => {
    const index = x * channels + channel;
    if (depth >= 8) {
      return data[y * samplesPerRow + index] ?? 0;
    }
    // Several samples share a byte, the first in its highest bits; each row begins with a new byte.
    const byte = data[y * bytesPerRow + Math.floor((index * depth) / 8)] ?? 0;
    return (byte >> (8 - depth - ((index * depth) % 8))) & (2 ** depth - 1);
  };
  const scale = 255 / (2 ** depth - 1);
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const raw = Array.from({ length: channels }, (_, channel) => sample(x, y, channel));
      const at = (y * width + x) * 4;
      if (palette) {
        const [red = 0, green = 0, blue = 0, alpha = 255] = palette[raw[0] ?? 0] ?? [];
        rgba.set([red, green, blue, alpha], at);
        continue;
      }
      const keyed =
        transparency !== undefined &&
        transparency.length > 0 &&
        raw.every((value, channel) => value === transparency[channel]);
      const [first = 0, second = 0, third = 0, fourth = 255] = raw.map((value) => value * scale);
      const gray = channels <= 2;
      const alpha = channels === 2 ? second : channels === 4 ? fourth : 255;
      rgba.set([first, gray ? first : second, gray ? first : third, keyed ? 0 : alpha], at);
    }
  }
  const hasAlpha =
    channels === 2 ||
    channels === 4 ||
    (transparency !== undefined && transparency.length > 0) ||
    (palette?.some((color) => color.length > 3) ?? false);
  return { width, height, rgba, hasAlpha };
}
