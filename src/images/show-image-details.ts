import { env, l10n, window } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { IMAGE_NAMES } from './findings-words.ts';
import { type ImageDetails, imageDetails } from './image-details.ts';
import { imageFor, readImage } from './source-image.ts';

/** UTF-16 units of a text that a message shows; all of it is copied. */
const SHOWN = 1500;

/** Show Image Details: what an image's file says about it, in a message that can be copied. */
export async function showImageDetails(given: readonly unknown[]): Promise<void> {
  const uri = await imageFor(given);
  const image = uri && (await readImage(uri));
  const details = image && imageDetails(image.bytes);
  if (!details) {
    return;
  }
  const copy = l10n.t('Copy');
  const chosen = await window.showInformationMessage(
    plainText(image.name),
    { modal: true, detail: detailsInWords(details, SHOWN) },
    copy,
  );
  if (chosen === copy) {
    await env.clipboard.writeText(detailsInWords(details));
  }
}

function detailsInWords({ origin, description, facts, bytes }: ImageDetails, most?: number): string {
  const { prompt, model, size, date } = origin ?? {};
  const text = prompt ?? description;
  const shown =
    text !== undefined && most !== undefined && text.length > most ? `${text.slice(0, most)}…` : text;
  const { type, width, height, hasAlpha, isAnimated, bitDepth, isWhole } = facts;
  const lines = [
    shown !== undefined &&
      (prompt === undefined ? l10n.t('Description: {0}', shown) : l10n.t('Prompt: {0}', shown)),
    model !== undefined && l10n.t('Model: {0}', model),
    size !== undefined && l10n.t('Size asked for: {0}', size),
    date !== undefined && l10n.t('Made: {0}', date.toLocaleString()),
    l10n.t('{0}, {1}×{2} pixels, {3} bit', IMAGE_NAMES[type], width, height, bitDepth),
    l10n.t('{0} bytes', bytes.toLocaleString()),
    hasAlpha && l10n.t('Can be transparent'),
    isAnimated && l10n.t('Animated'),
    !isWhole && l10n.t('Cut off: its end is missing'),
  ];
  return lines.filter((line) => line !== false).join('\n');
}
