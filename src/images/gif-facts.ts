import { viewOf } from './byte-view.ts';
import type { ImageFacts } from './image-facts.ts';

const HEADER = 13;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** `undefined` for what begins as a GIF and is none that a viewer would take. */
export function gifFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  if (view.length < HEADER) {
    return undefined;
  }
  const width = view.readUInt16LE(6);
  const height = view.readUInt16LE(8);
  const flags = view[10] ?? 0;
  if (width === 0 || height === 0) {
    return undefined;
  }
  let images = 0;
  let hasAlpha = false;
  let isWhole = false;
  for (let at = HEADER + paletteBytes(flags); at < view.length && !isWhole; ) {
    const block = view[at];
    if (block === TRAILER) {
      isWhole = true;
    } else if (block === EXTENSION) {
      // The lowest bit of a graphic control says whether one of the colours stands for none.
      hasAlpha ||= view[at + 1] === GRAPHIC_CONTROL && ((view[at + 3] ?? 0) & 1) === 1;
      at = afterBlocks(view, at + 2);
    } else if (block === IMAGE) {
      images += 1;
      // Its place and size, its own palette, and a byte before its pixels.
      at = afterBlocks(view, at + 10 + paletteBytes(view[at + 9] ?? 0) + 1);
    } else {
      // What follows is not of a GIF.
      break;
    }
  }
  if (isWhole && images === 0) {
    return undefined;
  }
  return {
    type: 'gif',
    width,
    height,
    hasAlpha,
    isAnimated: images > 1,
    bitDepth: (flags & 7) + 1,
    colours: 'palette',
    isWhole,
  };
}

function paletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Past a chain of blocks, each with its length before it, of which the last is empty. */
function afterBlocks(view: Buffer, from: number): number {
  let at = from;
  for (let length = view[at]; length !== undefined && length > 0; length = view[at]) {
    at += 1 + length;
  }
  return at + 1;
}
