import { l10n, type Uri, window } from 'vscode';
import { passAdvice } from '../ui/advice.ts';
import { plainText } from '../ui/plain-text.ts';
import { askForChoice } from './choice-picker.ts';
import { showImageError } from './conclude-run.ts';
import type { ContactSheet } from './contact-sheet.ts';
import { findingInWords } from './findings-words.ts';
import { ImageEditing } from './image-editing.ts';
import { choiceOf } from './image-request.ts';
import type { ImageServices } from './image-services.ts';
import { readImageParameters } from './image-settings.ts';
import { insertPlaceOf } from './insert-image.ts';
import { makeImages } from './make-images.ts';
import { type Finding, findingsOn } from './preflight.ts';
import { imagesFor, readImage } from './source-image.ts';
import { type VariedImage, variationTask, variedImage } from './variation-task.ts';

/** Create Variations of the images that are chosen, which are saved beside them. */
export async function varyChosen(services: ImageServices, given: readonly unknown[]): Promise<void> {
  await varyImages(services, await imagesFor(given));
}

/**
 * The same of these. What a service is likely to refuse is shown first, where it can be converted.
 *
 * @param sheet where they are asked for from, and become part of
 */
export async function varyImages(
  services: ImageServices,
  uris: readonly Uri[],
  sheet?: ContactSheet,
): Promise<void> {
  const place = insertPlaceOf(window.activeTextEditor);
  try {
    const { images, unfit } = await passChecks(uris);
    const [first, ...others] = images;
    const convert = (): Promise<void> => openToConvert(services, unfit);
    if (!first) {
      await convert();
      return;
    }
    if (!(await services.connection.require())) {
      return;
    }
    const parameters = readImageParameters(first.uri);
    const title =
      others.length === 0
        ? l10n.t('Variations of {0}', plainText(first.name, 60))
        : l10n.t('Variations of {0} Images', images.length);
    const choice = await askForChoice(title, choiceOf(parameters));
    // Not before: an editor would take the keys from the question.
    await convert();
    if (!choice || !(await passAdvice('image', { n: choice.n }, { modal: true }))) {
      return;
    }
    const task = (image: VariedImage) => variationTask(image, choice, parameters);
    const progress =
      others.length === 0
        ? l10n.t('Creating variations of “{0}”', first.name)
        : l10n.t('Creating variations of {0} images', images.length);
    await makeImages(services, { tasks: [task(first), ...others.map(task)], progress, title, place }, sheet);
  } catch (error) {
    await showImageError(error, services.log, { retry: () => varyImages(services, uris, sheet) });
  }
}

/** An image, and what a service may have against it. */
interface Checked {
  readonly image: VariedImage;
  readonly findings: readonly Finding[];
  /** In words. */
  readonly said: readonly string[];
}

interface Passed {
  /** Those that can be sent. */
  readonly images: readonly VariedImage[];
  /** Those that the person converts, in an editor of their own. */
  readonly unfit: readonly VariedImage[];
}

/** What is none, the person has been told of. */
async function passChecks(uris: readonly Uri[]): Promise<Passed> {
  const checked: Checked[] = [];
  for (const uri of uris) {
    const found = await check(uri);
    if (found) {
      checked.push(found);
    }
  }
  const imagesOf = (found: readonly Checked[]): VariedImage[] => found.map(({ image }) => image);
  const fit = checked.filter(({ findings }) => findings.length === 0);
  const unfit = checked.filter(({ findings }) => findings.length > 0);
  const [only] = unfit;
  if (!only) {
    return { images: imagesOf(fit), unfit: [] };
  }
  if (checked.length === 1 && canConvert(only)) {
    // There it can be sent as it is, too.
    return { images: [], unfit: [only.image] };
  }
  switch (await ask(unfit, checked.length)) {
    case 'send':
      return { images: imagesOf(checked), unfit: [] };
    case 'convert':
      return { images: imagesOf(fit), unfit: imagesOf(unfit.filter(canConvert)) };
    case undefined:
      return { images: [], unfit: [] };
  }
}

async function openToConvert(services: ImageServices, images: readonly VariedImage[]): Promise<void> {
  for (const { uri } of images) {
    await ImageEditing.open(services, uri, 'variation');
  }
}

async function check(uri: Uri): Promise<Checked | undefined> {
  const source = await readImage(uri);
  if (!source) {
    return undefined;
  }
  const uploaded = { facts: source.facts, bytes: source.bytes.length };
  const findings = findingsOn({ operation: 'variation', image: uploaded });
  return {
    image: variedImage(source),
    findings,
    said: findings.map((found) => findingInWords(found, uploaded)),
  };
}

function canConvert({ findings }: Checked): boolean {
  return findings.every(({ conversions }) => conversions.length > 0);
}

async function ask(unfit: readonly Checked[], count: number): Promise<'send' | 'convert' | undefined> {
  const send = l10n.t('Send Anyway');
  const convert = l10n.t('Convert…');
  const isSeveral = count > 1;
  const chosen = await window.showWarningMessage(
    isSeveral
      ? l10n.t('The service is likely to refuse {0} of the {1} images.', unfit.length, count)
      : l10n.t('The service is likely to refuse this image.'),
    {
      modal: true,
      detail: unfit
        .flatMap(({ image, said }) => said.map((text) => (isSeveral ? `${image.name}: ${text}` : text)))
        .join('\n'),
    },
    ...(unfit.some(canConvert) ? [convert] : []),
    send,
  );
  return chosen === send ? 'send' : chosen === convert ? 'convert' : undefined;
}
