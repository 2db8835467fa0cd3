import { l10n, type Uri } from 'vscode';
import { fileStemFrom } from '../landing/file-name.ts';
import { landAll, type NewFile } from '../landing/landing.ts';
import { type LandingError, landingError } from '../landing/landing-error.ts';
import type { CallOptions, Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { ImageResult } from '../service/response-schema.ts';
import { type ImageOrigin, withOrigin } from './image-details.ts';
import { IMAGE_EXTENSION, type ImageFacts } from './image-facts.ts';
import { receiveImages } from './receive-images.ts';

const MEGABYTE = 1_000_000;

/** Images that are taken where it is the service that says how many: what services give for one request. */
const MOST_UNASKED = 10;

/** Images to ask for, and what to do with them. */
export interface ImageTask {
  readonly prompt: string;
  /** Of the image that is varied, among several. */
  readonly name?: string;
  /** Of their names; made by `fileStemFrom`. */
  readonly stem: string;
  /** `undefined` where the service decides. */
  readonly n: number | undefined;
  readonly size: string | undefined;
  readonly folder: Uri;
  request(client: Client, options: CallOptions): Promise<ImageResult>;
}

/** An image as a file. */
export interface SavedImage {
  readonly uri: Uri;
  readonly facts: ImageFacts;
  /** What it was asked for by, or stands for that. */
  readonly prompt: string;
}

/** An image that could not be put where it should be. It was paid for, and is kept until the person has said. */
export interface UnsavedImage {
  readonly file: NewFile;
  readonly facts: ImageFacts;
  readonly prompt: string;
  readonly error: LandingError;
}

export interface ImageRun {
  readonly saved: readonly SavedImage[];
  readonly unsaved: readonly UnsavedImage[];
  /** Why others did not come. */
  readonly failures: readonly ServiceError[];
  readonly origin: ImageOrigin;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** How far it has come, in words and from 0 to 1 where that is known. */
  readonly onStage: (text: string, done?: number) => void;
}

/**
 * Asks for images, fetches them, and puts them into their folder. Cancelled, none of them is there.
 *
 * @throws {ServiceError} when not a single image came
 */
export async function runImages(
  client: Client,
  task: ImageTask,
  { signal, onStage }: RunOptions,
): Promise<ImageRun> {
  const tell = onlyNew(onStage);
  tell(l10n.t('waiting for the service'));
  const result = await task.request(client, {
    signal,
    onUpload: (sent, total) => {
      const done = total > 0 ? sent / total : 1;
      tell(
        done < 1
          ? l10n.t('{0} of {1} MB sent', megabytes(sent), megabytes(total))
          : l10n.t('waiting for the service'),
        done < 1 ? done : undefined,
      );
    },
  });
  const outcomes = await receiveImages(result, client, {
    signal,
    most: task.n ?? MOST_UNASKED,
    onProgress: (received, total) =>
      total === undefined
        ? tell(l10n.t('{0} MB received', megabytes(received)))
        : tell(
            l10n.t('{0} of {1} MB received', megabytes(received), megabytes(total)),
            received / (total || 1),
          ),
  });
  const images = outcomes.flatMap((outcome) => (outcome.kind === 'received' ? [outcome.image] : []));
  const failures = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.error] : []));
  if (images.length === 0) {
    throw failures[0] ?? new ServiceError('invalidResponse', 'The service answered without an image.');
  }
  const { prompt, size, stem, folder } = task;
  const origin: ImageOrigin = { prompt, size, model: modelOf(result), date: new Date() };
  const made = images.map(({ data, facts }) => ({
    facts,
    prompt,
    file: { stem, extension: IMAGE_EXTENSION[facts.type], data: withOrigin(data, origin) },
  }));
  return { ...(await save(folder, made, signal)), failures, origin };
}

/** Puts images that could not be saved into another folder. */
export function saveAgain(
  folder: Uri,
  images: readonly UnsavedImage[],
): Promise<Pick<ImageRun, 'saved' | 'unsaved'>> {
  return save(folder, images);
}

/** A name of a prompt, or of another text. */
export function imageStem(text: string): string {
  return fileStemFrom(text, 'image');
}

async function save(
  folder: Uri,
  images: readonly Omit<UnsavedImage, 'error'>[],
  signal?: AbortSignal,
): Promise<Pick<ImageRun, 'saved' | 'unsaved'>> {
  const saved: SavedImage[] = [];
  const unsaved: UnsavedImage[] = [];
  try {
    const landed = await landAll(
      folder,
      images.map(({ file }) => file),
      { signal },
    );
    for (const [index, { file, facts, prompt }] of images.entries()) {
      const outcome = landed[index];
      if (outcome?.kind === 'landed') {
        saved.push({ uri: outcome.uri, facts, prompt });
      } else if (outcome) {
        unsaved.push({ file, facts, prompt, error: outcome.error });
      }
    }
  } catch (error) {
    if (ServiceError.is(error, 'cancelled')) {
      throw error;
    }
    unsaved.push(...images.map((image) => ({ ...image, error: landingError(error, folder) })));
  }
  return { saved, unsaved };
}

/** The interface names none, but services may. */
function modelOf(result: ImageResult): string | undefined {
  const { model } = result as { model?: unknown };
  return typeof model === 'string' && model !== '' ? model : undefined;
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Each report is a message to the window, and bytes come in thousands of pieces. */
function onlyNew(tell: RunOptions['onStage']): RunOptions['onStage'] {
  let last: string | undefined;
  return (text, done) => {
    if (text !== last) {
      last = text;
      tell(text, done);
    }
  };
}
