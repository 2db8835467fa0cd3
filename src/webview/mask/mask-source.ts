import type { MaskWords } from '../../images/shared/mask-words.ts';
import { phrase } from '../page/phrase.ts';
import { hasPixels, transparentPixels } from './alpha-shape.ts';
import { maskFromPng, pngDimensions } from './mask-file.ts';
import type { Placement } from './placement.ts';
import type { Shape } from './shapes.ts';

/** The mask that a picture brings along as its transparency; or in words, why it has none. */
export function maskOfPicture(canvas: HTMLCanvasElement, words: MaskWords): Shape | string {
  const context = canvas.getContext('2d');
  const shape = context && transparentPixels(context);
  return shape !== null && hasPixels(shape) ? shape : words.noAlpha;
}

/** The mask of a file, for a picture of these dimensions; or in words, what is wrong with it. */
export async function maskOfFile(
  name: string,
  bytes: Uint8Array,
  { width, height }: Placement,
  words: MaskWords,
): Promise<Shape | string> {
  const found = pngDimensions(bytes);
  if (found === undefined) {
    return phrase(words.fileNotPng, name);
  }
  // Before it is decoded, too: what has the dimensions of the picture is no larger than can be held.
  if (found.width !== width || found.height !== height) {
    return phrase(words.fileOtherDimensions, name, found.width, found.height, width, height);
  }
  try {
    const shape = await maskFromPng(bytes);
    return hasPixels(shape) ? shape : phrase(words.fileNoAlpha, name);
  } catch {
    return phrase(words.fileNotRead, name);
  }
}
