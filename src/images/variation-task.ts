import { l10n, Uri } from 'vscode';
import type { UploadFile } from '../service/request-schema.ts';
import { plainText } from '../ui/plain-text.ts';
import { imageDetails } from './image-details.ts';
import type { ImageChoice, ImageParameters } from './image-request.ts';
import { type ImageTask, imageStem } from './image-run.ts';
import { type SourceImage, uploadOf } from './source-image.ts';

/** What has to be known of an image to vary it: on a disk, that are not its bytes. */
export interface VariedImage {
  readonly uri: Uri;
  /** Fit to be shown. */
  readonly name: string;
  /** What it was made by, or stands for that. */
  readonly prompt: string;
  readonly upload: UploadFile;
}

export function variedImage(image: SourceImage): VariedImage {
  const name = plainText(image.name);
  return {
    uri: image.uri,
    name,
    prompt: imageDetails(image.bytes)?.origin?.prompt ?? l10n.t('Variation of {0}', name),
    upload: uploadOf(image),
  };
}

/** Asks for variations of an image, which are saved beside it. */
export function variationTask(
  { uri, name, prompt, upload }: VariedImage,
  choice: ImageChoice,
  { response_format }: ImageParameters,
): ImageTask {
  const body = { image: upload, ...choice, ...(response_format && { response_format }) };
  return {
    ...choice,
    prompt,
    name,
    stem: imageStem(`${name.replace(/\.[^.]*$/, '')} variation`),
    folder: Uri.joinPath(uri, '..'),
    request: (client, options) => client.varyImage(body, options),
  };
}
