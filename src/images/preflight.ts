import { MASK_BYTES } from '../service/limits.ts';
import { type ImageFacts, MOST_PIXELS } from './image-facts.ts';

/** Bytes that services are known to want an image to stay under. */
export const USUAL_IMAGE_BYTES = 4 * 1024 * 1024;

/** What makes an image fit, with or without a look at the result. */
export type Conversion =
  /** The same pixels as a PNG. */
  | 'toPng'
  /** A square, with transparent stripes beside it. */
  | 'pad'
  /** A square, without what is beyond it. */
  | 'crop'
  /** Fewer pixels, or others than the sides had. */
  | 'scale';

/** What a service refuses or may refuse. */
export type FindingKind =
  | 'imageDamaged'
  | 'imageTooManyPixels'
  | 'imageNotPng'
  | 'imageAnimated'
  | 'imageNotSquare'
  | 'imageTooLarge'
  /** Without a mask, the transparent part of an image is what may be edited. */
  | 'imageWithoutAlpha'
  | 'maskDamaged'
  | 'maskNotPng'
  | 'maskTooLarge'
  | 'maskOfOtherSize'
  /** It marks nothing. */
  | 'maskWithoutAlpha';

export interface Finding {
  readonly kind: FindingKind;
  /** Whether it is a rule of the interface (§8): then nothing is sent. Otherwise a person may try. */
  readonly isRule: boolean;
  /** What would help, the likeliest first. */
  readonly conversions: readonly Conversion[];
}

export interface UploadedImage {
  readonly facts: ImageFacts;
  readonly bytes: number;
}

/** What is to be sent: for an edit perhaps with a mask, for variations without. */
export interface Upload {
  readonly operation: 'edit' | 'variation';
  readonly image: UploadedImage;
  readonly mask?: UploadedImage | undefined;
}

/** Everything about an upload that a service will refuse, or as services are known may refuse; rules come first. */
export function findingsOn({ operation, image, mask }: Upload): readonly Finding[] {
  const needsAlpha = operation === 'edit' && !mask;
  const all = [...(mask ? onMask(mask, image) : []), ...onImage(image, needsAlpha)];
  return all.toSorted((a, b) => Number(b.isRule) - Number(a.isRule));
}

function* onImage({ facts, bytes }: UploadedImage, needsAlpha: boolean): Generator<Finding> {
  const { width, height } = facts;
  if (!facts.isWhole) {
    yield { kind: 'imageDamaged', isRule: false, conversions: [] };
  }
  if (width * height > MOST_PIXELS) {
    // To scale it down, it would have to be unpacked.
    yield { kind: 'imageTooManyPixels', isRule: false, conversions: [] };
  }
  if (facts.type !== 'png') {
    yield { kind: 'imageNotPng', isRule: false, conversions: ['toPng'] };
  }
  if (facts.isAnimated) {
    yield { kind: 'imageAnimated', isRule: false, conversions: ['toPng'] };
  }
  if (width !== height) {
    yield { kind: 'imageNotSquare', isRule: false, conversions: ['pad', 'crop', 'scale'] };
  }
  if (bytes >= USUAL_IMAGE_BYTES) {
    yield { kind: 'imageTooLarge', isRule: false, conversions: ['scale'] };
  }
  if (needsAlpha && !facts.hasAlpha) {
    yield { kind: 'imageWithoutAlpha', isRule: false, conversions: [] };
  }
}

function* onMask({ facts, bytes }: UploadedImage, image: UploadedImage): Generator<Finding> {
  if (!facts.isWhole) {
    yield { kind: 'maskDamaged', isRule: false, conversions: [] };
  }
  if (facts.type !== 'png') {
    // What has no alpha marks nothing, as a PNG neither.
    yield { kind: 'maskNotPng', isRule: true, conversions: facts.hasAlpha ? ['toPng'] : [] };
  }
  if (bytes >= MASK_BYTES) {
    yield { kind: 'maskTooLarge', isRule: true, conversions: ['toPng'] };
  }
  if (facts.width !== image.facts.width || facts.height !== image.facts.height) {
    yield { kind: 'maskOfOtherSize', isRule: true, conversions: ['scale'] };
  }
  if (!facts.hasAlpha) {
    yield { kind: 'maskWithoutAlpha', isRule: false, conversions: [] };
  }
}
