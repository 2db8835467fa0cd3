import { checkRequest } from '../service/limits.ts';
import { type ImageGenerationRequest, imageGenerationRequest } from '../service/request-schema.ts';

/** What a person sets beforehand (§4.6); the prompt comes from what they work on. The service decides what is left out. */
export type ImageParameters = Omit<ImageGenerationRequest, 'prompt'>;

/** How many images are asked for, and in which size: `<width>x<height>`. What is `undefined` is not sent. */
export interface ImageChoice {
  readonly n: number | undefined;
  readonly size: string | undefined;
}

/** What most services take; the last is what they give when none is named. */
export const USUAL_SIZES: readonly string[] = ['256x256', '512x512', '1024x1024'];

const USUAL = { n: 1, size: '1024x1024' };

/**
 * The parameters that a setting holds, and the usual ones where it says nothing; `null` leaves one out.
 *
 * @throws {ServiceError} `invalidRequest` on what cannot be sent, so that nobody writes a prompt in vain
 */
export function imageParameters(set: unknown): ImageParameters {
  const own = typeof set === 'object' && set !== null && !Array.isArray(set) ? set : {};
  const given = Object.entries({ ...USUAL, ...own }).filter(
    ([name, value]) => value !== null && name !== 'prompt',
  );
  const { prompt: _, ...parameters } = checkRequest(imageGenerationRequest, {
    ...Object.fromEntries(given),
    prompt: 'any',
  });
  return parameters;
}

/** What is asked for unless the person says otherwise. */
export function choiceOf({ n, size }: ImageParameters): ImageChoice {
  return { n, size };
}

/** The sizes to choose from, with another that is in effect. */
export function sizesWith(size: string | undefined): readonly string[] {
  return size === undefined || USUAL_SIZES.includes(size) ? USUAL_SIZES : [...USUAL_SIZES, size];
}

/**
 * What a person has typed: a count, a size, or both (`3`, `640x480`, `3 640 × 480`); what is not said is left out.
 * `undefined` for what is neither.
 */
export function typedChoice(typed: string): Partial<ImageChoice> | undefined {
  const found = /^(?:(\d{1,3})(?:\s+|$))?(?:(\d{1,5})\s*[x×*]\s*(\d{1,5}))?$/i.exec(typed.trim());
  const [, n, width, height] = (found ?? []).map((part) => (part === undefined ? undefined : Number(part)));
  const isNothing = n === undefined && width === undefined;
  if (isNothing || n === 0 || width === 0 || height === 0) {
    return undefined;
  }
  return {
    ...(n !== undefined && { n }),
    ...(width !== undefined && { size: `${width}x${height}` }),
  };
}
