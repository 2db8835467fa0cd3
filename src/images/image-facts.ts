import { viewOf } from './byte-view.ts';
import { type ForeignContent, foreignContent } from './foreign-content.ts';
import { gifFacts } from './gif-facts.ts';
import { jpegFacts } from './jpeg-facts.ts';
import { isPng } from './png-chunks.ts';
import { pngFacts } from './png-facts.ts';
import { webpFacts } from './webp-facts.ts';

/** What services send, and every VS Code shows. */
export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif';

export const IMAGE_EXTENSION: Readonly<Record<ImageType, string>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  gif: 'gif',
};

export const IMAGE_MIME: Readonly<Record<ImageType, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** More pixels than this take more memory to draw than a window should: 400 MB. */
export const MOST_PIXELS = 100_000_000;

/** What an image's bytes say about it; its name and its Content-Type count for nothing. */
export interface ImageFacts {
  readonly type: ImageType;
  /** In pixels, as they are stored. */
  readonly width: number;
  readonly height: number;
  /** Whether pixels can be transparent. */
  readonly hasAlpha: boolean;
  readonly isAnimated: boolean;
  /** Of one sample; where the colours are in a palette, of a place in it. */
  readonly bitDepth: number;
  readonly colours: 'rgb' | 'grey' | 'palette' | 'cmyk';
  /** Whether it has its end; what is cut shows in part, or not at all. */
  readonly isWhole: boolean;
}

/** What bytes are. */
export type LookedAt =
  | { readonly kind: 'image'; readonly facts: ImageFacts }
  /** It begins as an image does, but what follows is none. */
  | { readonly kind: 'damaged'; readonly type: ImageType }
  | { readonly kind: 'foreign'; readonly content: ForeignContent };

/** Reads what stands before the pixels, and where the parts of the file end; no pixel is unpacked. */
export function lookAtImage(bytes: Uint8Array): LookedAt {
  const type = typeOf(bytes);
  if (!type) {
    return { kind: 'foreign', content: foreignContent(bytes) };
  }
  const facts = READERS[type](bytes);
  return facts ? { kind: 'image', facts } : { kind: 'damaged', type };
}

const READERS: Readonly<Record<ImageType, (bytes: Uint8Array) => ImageFacts | undefined>> = {
  png: pngFacts,
  jpeg: jpegFacts,
  webp: webpFacts,
  gif: gifFacts,
};

function typeOf(bytes: Uint8Array): ImageType | undefined {
  const head = viewOf(bytes).toString('latin1', 0, 12);
  if (isPng(bytes)) {
    return 'png';
  }
  if (head.startsWith('\xff\xd8\xff')) {
    return 'jpeg';
  }
  if (/^GIF8[79]a/.test(head)) {
    return 'gif';
  }
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'webp' : undefined;
}
