import { l10n } from 'vscode';
import type { ForeignContent } from './foreign-content.ts';
import { type ImageType, MOST_PIXELS } from './image-facts.ts';
import type { Conversion, Finding, UploadedImage } from './preflight.ts';
import {
  EDGES,
  type Conversion as PageConversion,
  type Finding as PageFinding,
} from './shared/mask-protocol.ts';

export const IMAGE_NAMES: Readonly<Record<ImageType, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  gif: 'GIF',
};

/** What a file holds that is no image. */
export function foreignInWords(content: ForeignContent): string {
  switch (content) {
    case 'empty':
      return l10n.t('nothing');
    case 'svg':
      return l10n.t('SVG');
    case 'html':
      return l10n.t('a web page');
    case 'xml':
      return l10n.t('XML');
    case 'json':
      return l10n.t('JSON');
    case 'text':
      return l10n.t('text');
    case 'bmp':
      return l10n.t('a BMP image');
    case 'tiff':
      return l10n.t('a TIFF image');
    case 'avif':
      return l10n.t('an AVIF image');
    case 'heic':
      return l10n.t('a HEIC image');
    case 'pdf':
      return l10n.t('a PDF document');
    case 'zip':
      return l10n.t('a ZIP archive');
    case 'unknown':
      return l10n.t('something unknown');
  }
}

/** What a service has against an image, as a sentence. */
export function findingInWords({ kind }: Finding, { facts }: UploadedImage): string {
  const { width, height, type } = facts;
  switch (kind) {
    case 'imageDamaged':
      return l10n.t('The image is cut off: its end is missing.');
    case 'imageTooManyPixels':
      return l10n.t(
        'The image has {0}×{1} pixels, more than {2} million.',
        width,
        height,
        MOST_PIXELS / 1_000_000,
      );
    case 'imageNotPng':
      return l10n.t('The image is a {0}, but most services take PNG only.', IMAGE_NAMES[type]);
    case 'imageAnimated':
      return l10n.t('The image moves, but most services take still ones only.');
    case 'imageNotSquare':
      return l10n.t('The image has {0}×{1} pixels, but most services take square ones only.', width, height);
    case 'imageTooLarge':
      return l10n.t('The image has 4 MB or more, but most services take less.');
    case 'imageWithoutAlpha':
      return l10n.t('Nothing in the image is transparent, so there is nothing to edit without a mask.');
    case 'maskDamaged':
      return l10n.t('The mask is cut off: its end is missing.');
    case 'maskNotPng':
      return l10n.t('The mask has to be a PNG.');
    case 'maskTooLarge':
      return l10n.t('The mask has to be smaller than 4 MB.');
    case 'maskOfOtherSize':
      return l10n.t('The mask has to have as many pixels as the image, {0}×{1}.', width, height);
    case 'maskWithoutAlpha':
      return l10n.t('Nothing in the mask is transparent, so it marks nothing.');
  }
}

/** The same for the mask editor's page, with what it can do about it. */
export function findingForPage(found: Finding, image: UploadedImage): PageFinding {
  return {
    text: findingInWords(found, image),
    level: found.isRule ? 'refused' : 'warning',
    conversions: found.conversions.flatMap((conversion) => conversionsForPage(conversion, found, image)),
  };
}

function conversionsForPage(
  conversion: Conversion,
  { kind }: Finding,
  { facts: { width, height } }: UploadedImage,
): PageConversion[] {
  switch (conversion) {
    case 'toPng':
      return [{ kind: 'png' }];
    case 'pad':
      return [{ kind: 'pad' }];
    case 'crop':
      return [{ kind: 'crop' }];
    case 'scale':
      // The page keeps the shape, so that scaling makes nothing square.
      return kind === 'imageNotSquare'
        ? []
        : EDGES.filter((edge) => edge < Math.max(width, height)).map((edge) => ({ kind: 'scale', edge }));
  }
}
