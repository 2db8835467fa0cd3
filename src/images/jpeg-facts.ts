import { viewOf } from './byte-view.ts';
import type { ImageFacts } from './image-facts.ts';

/** Markers, each after a byte of 0xff. */
const END = 0xd9;
const SCAN = 0xda;

/** By the number of components. */
const COLOURS: ReadonlyMap<number, ImageFacts['colours']> = new Map([
  [1, 'grey'],
  [3, 'rgb'],
  [4, 'cmyk'],
]);

type Frame = Pick<ImageFacts, 'width' | 'height' | 'bitDepth' | 'colours'>;

/** `undefined` for what begins as a JPEG and is none that a viewer would take. */
export function jpegFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  let frame: Frame | undefined;
  let hasScan = false;
  let isWhole = false;
  for (let at = nextMarker(view, 2); at !== undefined; ) {
    const marker = view[at + 1] ?? 0;
    if (marker === END) {
      isWhole = true;
      break;
    }
    const start = at + 2;
    const length = start + 2 <= view.length ? view.readUInt16BE(start) : 0;
    if (start + length > view.length || length < 2) {
      break;
    }
    const segment = view.subarray(start + 2, start + length);
    if (isFrame(marker)) {
      frame ??= frameOf(segment);
      if (!frame) {
        return undefined;
      }
    }
    hasScan ||= marker === SCAN;
    at = marker === SCAN ? markerAfterScan(view, start + length) : nextMarker(view, start + length);
  }
  if (!frame || (isWhole && !hasScan)) {
    return undefined;
  }
  return { type: 'jpeg', ...frame, hasAlpha: false, isAnimated: false, isWhole };
}

/** Those that tell the dimensions; among them stand three that do not. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function frameOf(segment: Buffer): Frame | undefined {
  if (segment.length < 6) {
    return undefined;
  }
  const bitDepth = segment[0] ?? 0;
  const height = segment.readUInt16BE(1);
  const width = segment.readUInt16BE(3);
  const colours = COLOURS.get(segment[5] ?? 0);
  return colours && width > 0 && height > 0 ? { width, height, bitDepth, colours } : undefined;
}

/** Where the next marker begins, which has to be here; bytes of 0xff may fill up before it. */
function nextMarker(view: Buffer, from: number): number | undefined {
  let at = from;
  if (view[at] !== 0xff) {
    return undefined;
  }
  while (view[at + 1] === 0xff) {
    at += 1;
  }
  return at + 1 < view.length ? at : undefined;
}

/** Past the pixels: inside them, 0xff is followed by 0, or by a marker to start anew from. */
function markerAfterScan(view: Buffer, from: number): number | undefined {
  for (let at = from; at + 1 < view.length; at += 1) {
    const next = view[at + 1] ?? 0;
    if (view[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) {
      return at;
    }
  }
  return undefined;
}
