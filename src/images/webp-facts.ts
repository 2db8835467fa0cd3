import { viewOf } from './byte-view.ts';
import type { ImageFacts } from './image-facts.ts';

/** `RIFF`, a length, `WEBP`. */
const HEADER = 12;

type Frame = Pick<ImageFacts, 'width' | 'height' | 'hasAlpha' | 'isAnimated'>;

/** `undefined` for what begins as a WebP and is none that a viewer would take. */
export function webpFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  const first = chunkAt(view, HEADER);
  const frame = first && frameOf(first);
  if (!frame) {
    return undefined;
  }
  // The length counts what follows it.
  const isWhole = view.readUInt32LE(4) + 8 <= view.length && (first.type !== 'VP8X' || hasPixels(view));
  return { type: 'webp', ...frame, bitDepth: 8, colours: 'rgb', isWhole };
}

interface Chunk {
  readonly type: string;
  /** As much of it as there is. */
  readonly data: Buffer;
  /** Where the next begins. */
  readonly next: number;
}

function chunkAt(view: Buffer, at: number): Chunk | undefined {
  if (at + 8 > view.length) {
    return undefined;
  }
  const length = view.readUInt32LE(at + 4);
  const type = view.toString('latin1', at, at + 4);
  return { type, data: view.subarray(at + 8, at + 8 + length), next: at + 8 + length + (length % 2) };
}

function frameOf({ type, data }: Chunk): Frame | undefined {
  switch (type) {
    case 'VP8 ':
      return lossy(data);
    case 'VP8L':
      return lossless(data);
    case 'VP8X':
      return extended(data);
    default:
      return undefined;
  }
}

/** Only the first 14 bits of a side are its pixels. */
function lossy(data: Buffer): Frame | undefined {
  if (data.length < 10 || data.toString('hex', 3, 6) !== '9d012a' || ((data[0] ?? 1) & 1) !== 0) {
    return undefined;
  }
  return framed(data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff, false);
}

function lossless(data: Buffer): Frame | undefined {
  if (data.length < 5 || data[0] !== 0x2f) {
    return undefined;
  }
  const bits = data.readUInt32LE(1);
  // In the highest three bits stands a version, of which there is one.
  return bits >>> 29 === 0
    ? framed((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1, ((bits >>> 28) & 1) === 1)
    : undefined;
}

function extended(data: Buffer): Frame | undefined {
  if (data.length < 10) {
    return undefined;
  }
  const flags = data[0] ?? 0;
  return framed(
    data.readUIntLE(4, 3) + 1,
    data.readUIntLE(7, 3) + 1,
    (flags & 0x10) !== 0,
    (flags & 0x02) !== 0,
  );
}

function framed(width: number, height: number, hasAlpha: boolean, isAnimated = false): Frame | undefined {
  return width > 0 && height > 0 ? { width, height, hasAlpha, isAnimated } : undefined;
}

function hasPixels(view: Buffer): boolean {
  for (let chunk = chunkAt(view, HEADER); chunk; chunk = chunkAt(view, chunk.next)) {
    if (['VP8 ', 'VP8L', 'ANMF'].includes(chunk.type)) {
      return true;
    }
  }
  return false;
}
