import type { Client } from '../service/client.ts';
import { cancelled, ServiceError } from '../service/errors.ts';
import type { ImageResult } from '../service/response-schema.ts';
import { pool } from '../ui/pool.ts';
import { ByteProgress, type OnBytes } from './byte-progress.ts';
import type { ForeignContent } from './foreign-content.ts';
import { type ImageFacts, type ImageType, lookAtImage, MOST_PIXELS } from './image-facts.ts';

/** Images that are downloaded at the same time. */
const AT_ONCE = 2;

/** Of one image. */
const MOST_BYTES = 32 * 1024 * 1024;

export interface ReceivedImage {
  readonly data: Uint8Array;
  readonly facts: ImageFacts;
}

/** What became of one image of an answer. */
export type ImageOutcome =
  | { readonly kind: 'received'; readonly image: ReceivedImage }
  | { readonly kind: 'failed'; readonly error: ServiceError };

export interface ReceiveOptions {
  readonly signal?: AbortSignal | undefined;
  /** Images that were asked for: a service that sends more is not taken at its word. */
  readonly most?: number | undefined;
  readonly onProgress?: OnBytes | undefined;
}

type Sent = ImageResult['data'][number];

/**
 * The images that an answer holds or points to (§2), in memory, in the order of the answer. One that fails does not take
 * the others away, and neither does cancelling: they were paid for. Those that are not there any more when it is cancelled
 * have failed with `cancelled`.
 */
export async function receiveImages(
  { data }: ImageResult,
  client: Pick<Client, 'downloadImage'>,
  { signal, most, onProgress }: ReceiveOptions = {},
): Promise<readonly ImageOutcome[]> {
  const wanted = data.slice(0, most);
  const progress = new ByteProgress(wanted.length, onProgress);
  const receive = async (sent: Sent, index: number): Promise<ImageOutcome> => {
    try {
      return { kind: 'received', image: await receiveImage(sent, index) };
    } catch (error) {
      if (!ServiceError.is(error)) {
        throw error;
      }
      progress.settle(index);
      return { kind: 'failed', error };
    }
  };
  const receiveImage = async (sent: Sent, index: number): Promise<ReceivedImage> => {
    if (signal?.aborted) {
      throw cancelled(signal);
    }
    const onBytes = (received: number, total: number | undefined): void =>
      progress.tell(index, received, total);
    const { url, b64_json } = sent;
    if (!url && !b64_json) {
      throw refused(`“data[${index}]” in the answer has neither url nor b64_json.`);
    }
    const bytes = b64_json
      ? decoded(b64_json)
      : (await client.downloadImage(url ?? '', { signal, maxBytes: MOST_BYTES, onProgress: onBytes })).data;
    onBytes(bytes.length, bytes.length);
    return { data: bytes, facts: checkedFacts(bytes) };
  };
  return pool(wanted, AT_ONCE, receive, new AbortController());
}

/** Node leaves out what is not of base64, wherever it stands: that shows in the length. */
function decoded(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const length = (text.length / 4) * 3 - padding;
  if (length > MOST_BYTES) {
    throw refused(`The service sent an image of more than ${MOST_BYTES / (1024 * 1024)} MiB.`);
  }
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== length || /[-_]/.test(text)) {
    throw refused('The service sent an image in base64 that cannot be read.');
  }
  return bytes;
}

/** @throws {ServiceError} `invalidResponse` for what is no whole image that can be shown */
function checkedFacts(bytes: Uint8Array): ImageFacts {
  const looked = lookAtImage(bytes);
  switch (looked.kind) {
    case 'foreign':
      throw refused(`The service sent ${FOREIGN[looked.content]} instead of an image.`);
    case 'damaged':
      throw refused(`The service sent a damaged ${NAMES[looked.type]} image.`);
    case 'image': {
      const { type, width, height, isWhole } = looked.facts;
      if (!isWhole) {
        throw refused(`The service sent a ${NAMES[type]} image that is cut off.`);
      }
      if (width * height > MOST_PIXELS) {
        throw refused(
          `The service sent an image of ${width}x${height} pixels, which is too large to be shown.`,
        );
      }
      return looked.facts;
    }
  }
}

const NAMES: Readonly<Record<ImageType, string>> = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP', gif: 'GIF' };

const FOREIGN: Readonly<Record<ForeignContent, string>> = {
  empty: 'nothing',
  svg: 'an SVG, which can hold programs,',
  html: 'a web page',
  xml: 'XML',
  json: 'JSON',
  text: 'text',
  bmp: 'a BMP file, which is not supported,',
  tiff: 'a TIFF file, which is not supported,',
  avif: 'an AVIF file, which is not supported,',
  heic: 'a HEIC file, which is not supported,',
  pdf: 'a PDF file',
  zip: 'a ZIP file',
  unknown: 'something unknown',
};

function refused(message: string): ServiceError {
  return new ServiceError('invalidResponse', message);
}
