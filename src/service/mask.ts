import { ServiceError } from './errors.ts';
import { MASK_BYTES } from './limits.ts';
import type { ImageEditRequest, UploadFile } from './request-schema.ts';
import { beginning } from './upload.ts';

/** A PNG begins with its signature and the chunk that holds width and height. */
const PNG_HEAD = 24;
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Checks a mask against §8: PNG, under 4 MB, of the same dimensions as the image. They are compared where the
 * image is a PNG too, as services want it to be.
 *
 * @throws {ServiceError} `invalidRequest` on `mask`, or on `image` when that cannot be read.
 */
export async function checkMask({ image, mask }: ImageEditRequest): Promise<void> {
  if (!mask) {
    return;
  }
  const [ofMask, ofImage] = await Promise.all([lookAt('mask', mask), lookAt('image', image)]);
  if (!ofMask.dimensions) {
    throw refused('mask must be a PNG.');
  }
  if (ofMask.size >= MASK_BYTES) {
    throw refused(`mask must be smaller than ${MASK_BYTES >> 20} MB.`);
  }
  if (ofImage.dimensions && ofImage.dimensions !== ofMask.dimensions) {
    throw refused(
      `mask must have the dimensions of the image, ${ofImage.dimensions}, but has ${ofMask.dimensions}.`,
    );
  }
}

async function lookAt(field: string, file: UploadFile): Promise<{ size: number; dimensions?: string }> {
  const { head, size } = await beginning(field, file, PNG_HEAD);
  const isPng = head.length === PNG_HEAD && head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  return isPng ? { size, dimensions: `${head.readUInt32BE(16)}x${head.readUInt32BE(20)}` } : { size };
}

function refused(message: string): ServiceError {
  return new ServiceError('invalidRequest', message, { param: 'mask' });
}
