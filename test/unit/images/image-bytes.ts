import { crc32, deflateSync } from 'node:zlib';

/** The bytes of small images, made here: each whole, and as its format has it. */

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngChunk(type: string, data: Uint8Array | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

interface Header {
  readonly width?: number;
  readonly height?: number;
  readonly bitDepth?: number;
  readonly colourType?: number;
  readonly rest?: readonly number[];
}

export function pngHeader({
  width = 2,
  height = 2,
  bitDepth = 8,
  colourType = 6,
  rest = [0, 0, 0],
}: Header = {}): Buffer {
  const data = Buffer.alloc(10);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data[8] = bitDepth;
  data[9] = colourType;
  return pngChunk('IHDR', Buffer.concat([data, Buffer.from(rest)]));
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** @param between chunks between the header and the pixels */
export function png(header: Header = {}, between: readonly Uint8Array[] = []): Buffer {
  const { width = 2, height = 2, bitDepth = 8, colourType = 6 } = header;
  // Of a bomb there is no more than its promise.
  const rows = Math.min(height, 64);
  const row = 1 + Math.ceil((Math.min(width, 64) * bitDepth * (CHANNELS[colourType] ?? 4)) / 8);
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(rows * row)));
  return Buffer.concat([PNG_SIGNATURE, pngHeader(header), ...between, pixels, pngChunk('IEND')]);
}

function segment(marker: number, data: readonly number[]): number[] {
  const length = data.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...data];
}

interface JpegShape {
  readonly width?: number;
  readonly height?: number;
  readonly components?: number;
  readonly progressive?: boolean;
  readonly precision?: number;
}

/** The pixels are any bytes; with `thumbnail`, a segment before holds another JPEG. */
export function jpeg(
  { width = 4, height = 3, components = 3, progressive = false, precision = 8 }: JpegShape = {},
  thumbnail: Uint8Array = Buffer.alloc(0),
): Buffer {
  const frame = [precision, height >> 8, height & 0xff, width >> 8, width & 0xff, components];
  for (let component = 1; component <= components; component += 1) {
    frame.push(component, 0x11, 0);
  }
  const scan = segment(0xda, [components, ...Array.from({ length: components * 2 }, () => 0), 0, 63, 0]);
  const pixels = [0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...(thumbnail.length > 0 ? segment(0xe1, [...thumbnail]) : []),
    ...segment(
      0xdb,
      Array.from({ length: 65 }, () => 1),
    ),
    // Bytes may fill up before a marker.
    0xff,
    ...segment(progressive ? 0xc2 : 0xc0, frame),
    ...segment(0xc4, [0, ...Array.from({ length: 16 }, () => 0)]),
    ...scan,
    ...pixels,
    ...(progressive ? [...scan, ...pixels] : []),
    0xff,
    0xd9,
  ]);
}

function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function riffChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(type);
  chunk.writeUInt32LE(data.length, 4);
  chunk.set(data, 8);
  return chunk;
}

function vp8(width: number, height: number): Buffer {
  const data = Buffer.from([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, 1, 2, 3]);
  // The two bits above are of how it is to be scaled.
  data.writeUInt16LE(width | 0x4000, 6);
  data.writeUInt16LE(height | 0x8000, 8);
  return riffChunk('VP8 ', data);
}

export function lossyWebp(width: number, height: number): Buffer {
  return riff(vp8(width, height));
}

export function losslessWebp(width: number, height: number, hasAlpha: boolean): Buffer {
  const data = Buffer.from([0x2f, 0, 0, 0, 0, 9, 9, 9]);
  data.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14 + (hasAlpha ? 2 ** 28 : 0), 1);
  return riff(riffChunk('VP8L', data));
}

export function extendedWebp(
  width: number,
  height: number,
  { hasAlpha = false, isAnimated = false, isEmpty = false } = {},
): Buffer {
  const data = Buffer.alloc(10);
  data[0] = (hasAlpha ? 0x10 : 0) | (isAnimated ? 2 : 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  const head = riffChunk('VP8X', data);
  const pixels = isAnimated ? riffChunk('ANMF', Buffer.alloc(24)) : vp8(width & 0x3fff, height & 0x3fff);
  return isEmpty ? riff(head) : riff(head, riffChunk('ICCP', Buffer.from([1, 2, 3])), pixels);
}

/** @param transparent whether one of the colours stands for none */
export function gif(width: number, height: number, { frames = 1, transparent = false } = {}): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x91\0\0', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const palette = Buffer.alloc(12);
  const comment = Buffer.from([0x21, 0xfe, 3, 0x3b, 0x3b, 0x2c, 0]);
  const frame = [
    0x21,
    0xf9,
    4,
    transparent ? 1 : 0,
    0,
    0,
    0,
    0,
    0x2c,
    0,
    0,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
    2,
    2,
    0x44,
    1,
    0,
  ];
  const images = Array.from({ length: frames }, () => Buffer.from(frame));
  return Buffer.concat([head, palette, comment, ...images, Buffer.from([0x3b])]);
}
