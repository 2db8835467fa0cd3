import { type ImageFacts, lookAtImage } from './image-facts.ts';
import { type PngText, pngTexts, withPngTexts } from './png-chunks.ts';

/** Where an image comes from. */
export interface ImageOrigin {
  readonly prompt: string;
  /** The interface takes none for images, but services may tell one. */
  readonly model?: string | undefined;
  /** As it was asked for: `<width>x<height>`. */
  readonly size?: string | undefined;
  readonly date: Date;
}

/** What is known of an image, as plain text that comes from its file: it is shown, and never obeyed. */
export interface ImageDetails {
  /** Of an image that we have made; what of it is missing cannot be read any more. */
  readonly origin: Partial<ImageOrigin> | undefined;
  /** What another program has written about it. */
  readonly description: string | undefined;
  readonly facts: ImageFacts;
  readonly bytes: number;
}

/**
 * The keywords of the PNG specification where it has one, which other viewers show too: what made an image is its source.
 * The size that was asked for is ours alone.
 */
const KEYWORDS = {
  prompt: 'Description',
  model: 'Source',
  date: 'Creation Time',
  software: 'Software',
  size: 'Inkwell Size',
} as const;

const SOFTWARE = 'Inkwell';

/** Of a prompt that is written into an image; beyond, a file would be more prompt than picture. */
const LONGEST_PROMPT = 100_000;

/** A PNG that says where it comes from. What cannot say it, is given back as it is. */
export function withOrigin(image: Uint8Array, { prompt, model, size, date }: ImageOrigin): Uint8Array {
  const texts: PngText[] = [
    { keyword: KEYWORDS.prompt, text: prompt.slice(0, LONGEST_PROMPT) },
    { keyword: KEYWORDS.software, text: SOFTWARE },
    { keyword: KEYWORDS.date, text: date.toISOString() },
    ...(model ? [{ keyword: KEYWORDS.model, text: model }] : []),
    ...(size ? [{ keyword: KEYWORDS.size, text: size }] : []),
  ];
  return withPngTexts(image, texts);
}

/** `undefined` for what is no image. */
export function imageDetails(image: Uint8Array): ImageDetails | undefined {
  const looked = lookAtImage(image);
  if (looked.kind !== 'image') {
    return undefined;
  }
  const texts = looked.facts.type === 'png' ? pngTexts(image) : [];
  const isOurs = textOf(texts, KEYWORDS.software) === SOFTWARE;
  return {
    origin: isOurs ? originOf(texts) : undefined,
    description: isOurs ? undefined : textOf(texts, KEYWORDS.prompt),
    facts: looked.facts,
    bytes: image.length,
  };
}

function originOf(texts: readonly PngText[]): Partial<ImageOrigin> {
  const prompt = textOf(texts, KEYWORDS.prompt);
  const model = textOf(texts, KEYWORDS.model);
  const size = textOf(texts, KEYWORDS.size);
  const date = new Date(textOf(texts, KEYWORDS.date) ?? Number.NaN);
  return {
    ...(prompt !== undefined && { prompt }),
    ...(model !== undefined && { model }),
    ...(size !== undefined && { size }),
    ...(!Number.isNaN(date.getTime()) && { date }),
  };
}

/** The first such text, without what is not seen or turns what follows around; `undefined` where nothing is left. */
function textOf(texts: readonly PngText[], keyword: string): string | undefined {
  const text = texts
    .find((each) => each.keyword === keyword)
    ?.text.toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '')
    .trim();
  return text || undefined;
}
