import { viewOf } from './byte-view.ts';
import type { ImageFacts } from './image-facts.ts';
import { isIntact, pngChunks } from './png-chunks.ts';

/** By its colour type: the depths that it may have, what its samples are, and whether each pixel has its alpha. */
const COLOUR_TYPES: ReadonlyMap<
  number,
  Readonly<Pick<ImageFacts, 'colours' | 'hasAlpha'> & { depths: number[] }>
> = new Map([
  [0, { depths: [1, 2, 4, 8, 16], colours: 'grey', hasAlpha: false }],
  [2, { depths: [8, 16], colours: 'rgb', hasAlpha: false }],
  [3, { depths: [1, 2, 4, 8], colours: 'palette', hasAlpha: false }],
  [4, { depths: [8, 16], colours: 'grey', hasAlpha: true }],
  [6, { depths: [8, 16], colours: 'rgb', hasAlpha: true }],
]);

const LARGEST_SIDE = 2 ** 31 - 1;

/** `undefined` for what begins as a PNG and is none that a viewer would take. */
export function pngFacts(bytes: Uint8Array): ImageFacts | undefined {
  const chunks = pngChunks(bytes);
  const header = chunks.next().value;
  if (header?.type !== 'IHDR' || header.end - header.start !== 13 || !isIntact(bytes, header)) {
    return undefined;
  }
  const data = viewOf(bytes).subarray(header.start, header.end);
  const width = data.readUInt32BE(0);
  const height = data.readUInt32BE(4);
  const [bitDepth = 0, colourType = 0, compression, filter, interlace = 0] = data.subarray(8);
  const colour = COLOUR_TYPES.get(colourType);
  const isKnown = compression === 0 && filter === 0 && interlace <= 1;
  if (
    !colour?.depths.includes(bitDepth) ||
    !isKnown ||
    width === 0 ||
    height === 0 ||
    Math.max(width, height) > LARGEST_SIDE
  ) {
    return undefined;
  }
  const before = new Set<string>();
  let hasPixels = false;
  let isWhole = false;
  for (const { type } of chunks) {
    hasPixels ||= type === 'IDAT';
    isWhole ||= type === 'IEND';
    if (!hasPixels) {
      before.add(type);
    }
  }
  // Pixels that name colours which are nowhere, or no pixels at all.
  if ((colourType === 3 && hasPixels && !before.has('PLTE')) || (isWhole && !hasPixels)) {
    return undefined;
  }
  return {
    type: 'png',
    width,
    height,
    hasAlpha: colour.hasAlpha || before.has('tRNS'),
    isAnimated: before.has('acTL'),
    bitDepth,
    colours: colour.colours,
    isWhole,
  };
}
