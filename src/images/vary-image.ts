import { l10n, Uri, window } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { passAdvice } from '../ui/advice.ts';
import { plainText } from '../ui/plain-text.ts';
import { askForChoice } from './choice-picker.ts';
import { concludeRun, showImageError } from './conclude-run.ts';
import { findingInWords } from './findings-words.ts';
import { imageDetails } from './image-details.ts';
import { withImageProgress } from './image-progress.ts';
import { choiceOf, type ImageChoice } from './image-request.ts';
import { type ImageTask, imageStem, runImages } from './image-run.ts';
import type { ImageServices } from './image-services.ts';
import { readImageParameters } from './image-settings.ts';
import { insertPlaceOf } from './insert-images.ts';
import { findingsOn } from './preflight.ts';
import { showImages } from './show-images.ts';
import { imageFor, readImage, type SourceImage, uploadOf } from './source-image.ts';

/** Create Variations of an image, which are saved beside it. */
export async function varyImage(services: ImageServices, given: readonly unknown[]): Promise<void> {
  const uri = await imageFor(given);
  const image = uri && (await readImage(uri));
  const connected = image && (await passFindings(image)) && (await services.connection.require());
  if (!connected) {
    return;
  }
  try {
    const choice = await askForChoice(
      l10n.t('Variations of {0}', plainText(image.name, 60)),
      choiceOf(readImageParameters(image.uri)),
    );
    if (choice && (await passAdvice('image', { n: choice.n }, { modal: true }))) {
      await run(services, connected, image, choice);
    }
  } catch (error) {
    await showImageError(error, services.log, () => varyImage(services, [image.uri]));
  }
}

/** Lets the person pass by what services may refuse, but not what the interface does. */
async function passFindings({ facts, bytes }: SourceImage): Promise<boolean> {
  const image = { facts, bytes: bytes.length };
  const findings = findingsOn({ operation: 'variation', image });
  if (findings.length === 0) {
    return true;
  }
  const send = l10n.t('Send Anyway');
  const actions = findings.some(({ isRule }) => isRule) ? [] : [send];
  const canConvert = findings.some(({ conversions }) => conversions.length > 0);
  const chosen = await window.showWarningMessage(
    actions.length > 0
      ? l10n.t('The service is likely to refuse this image.')
      : l10n.t('The service will refuse this image.'),
    {
      modal: true,
      detail: [
        ...findings.map((found) => findingInWords(found, image)),
        ...(canConvert ? [l10n.t('Edit Image… can convert it; nothing was sent yet.')] : []),
      ].join('\n'),
    },
    ...actions,
  );
  return chosen === send;
}

async function run(
  services: ImageServices,
  { client }: Connected,
  image: SourceImage,
  choice: ImageChoice,
): Promise<void> {
  const { log } = services;
  const place = insertPlaceOf(window.activeTextEditor);
  const { response_format } = readImageParameters(image.uri);
  const name = plainText(image.name);
  const prompt = imageDetails(image.bytes)?.origin?.prompt ?? l10n.t('Variation of {0}', name);
  const body = { image: uploadOf(image), ...choice, ...(response_format && { response_format }) };
  const task: ImageTask = {
    ...choice,
    prompt,
    stem: imageStem(`${name.replace(/\.[^.]*$/, '')} variation`),
    folder: Uri.joinPath(image.uri, '..'),
    request: (service, options) => service.varyImage(body, options),
  };
  // The key or the address may be another one by then.
  const again = async (): Promise<void> => {
    const connected = await services.connection.require();
    if (connected) {
      await run(services, connected, image, choice);
    }
  };
  try {
    const made = await withImageProgress(l10n.t('Creating variations of “{0}”', name), (options) =>
      runImages(client, task, options),
    );
    await showImages(await concludeRun(made, log), made.origin, { place, again });
  } catch (error) {
    await showImageError(error, log, again);
  }
}
