import * as v from 'valibot';
import { check, integerBetween, integerField } from '../check.ts';
import { type FormFile, isFile } from '../multipart.ts';
import { drawPicture, fillMasked, resize, shiftHue } from '../picture.ts';
import { decodePng, encodePng, type Pixels } from '../png.ts';
import { badRequest } from '../refusal.ts';
import { json, type Reply } from '../reply.ts';
import type { OperationInput } from '../routes.ts';

/** Uploaded images must stay under this many bytes. */
export const imageLimit = 4 * 1024 * 1024;

const prompt = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.check((text) => [...text].length <= 1000, 'The prompt must not be longer than 1000 characters'),
);
const size = v.optional(v.picklist(['256x256', '512x512', '1024x1024']), '1024x1024');
const responseFormat = v.optional(v.picklist(['url', 'b64_json']), 'url');
const file = v.custom<FormFile>(isFile, 'Expected a file');

const generationSchema = v.strictObject({
  prompt,
  n: v.optional(integerBetween(1, 10), 1),
  size,
  response_format: responseFormat,
});

const variationFields = {
  image: file,
  n: v.optional(integerField(1, 10), '1'),
  size,
  response_format: responseFormat,
};

const variationSchema = v.strictObject(variationFields);

const editSchema = v.strictObject({ ...variationFields, mask: v.optional(file), prompt });

interface Wanted {
  n: number;
  size: string;
  response_format: 'url' | 'b64_json';
}

/** POST /v1/images/generations (interface §4.6). */
export function generateImages(input: OperationInput): Reply {
  const request = check(generationSchema, input.json);
  return deliver(input, request, (index, side) => drawPicture(request.prompt, side, String(index)));
}

/** POST /v1/images/edits (interface §4.7). */
export function editImage(input: OperationInput): Reply {
  const request = check(editSchema, input.form);
  const image = uploaded(request.image, 'image');
  const mask = request.mask ? uploaded(request.mask, 'mask') : image;
  if (!mask.hasAlpha) {
    const message = request.mask
      ? 'The mask must have an alpha channel: transparent pixels say what may be edited.'
      : 'Without a mask, the image itself must have an alpha channel.';
    throw badRequest(message, request.mask ? 'mask' : 'image', 'invalid_image');
  }
  if (mask.width !== image.width || mask.height !== image.height) {
    const message = `The mask is ${mask.width}x${mask.height}, but the image ${image.width}x${image.height}.`;
    throw badRequest(message, 'mask', 'invalid_image');
  }
  return deliver(input, request, (index, side) =>
    fillMasked(resize(image, side), resize(mask, side), drawPicture(request.prompt, side, `edit ${index}`)),
  );
}

/** POST /v1/images/variations (interface §4.8). */
export function varyImage(input: OperationInput): Reply {
  const request = check(variationSchema, input.form);
  const image = uploaded(request.image, 'image');
  const turn = 360 / (request.n + 1);
  return deliver(input, request, (index, side) => shiftHue(resize(image, side), turn * (index + 1)));
}

function uploaded(upload: FormFile, param: string): Pixels & { hasAlpha: boolean } {
  const refuse = (problem: string) => badRequest(`The ${param} ${problem}`, param, 'invalid_image');
  if (upload.size >= imageLimit) {
    throw refuse('must be smaller than 4 MB.');
  }
  let pixels: Pixels & { hasAlpha: boolean };
  try {
    pixels = decodePng(upload.bytes);
  } catch {
    throw refuse('must be a valid PNG file.');
  }
  if (pixels.width !== pixels.height) {
    throw refuse(`must be square, not ${pixels.width}x${pixels.height}.`);
  }
  return pixels;
}

function deliver(
  { service, requestId }: OperationInput,
  wanted: Wanted,
  draw: (index: number, side: number) => Pixels,
): Reply {
  const side = Number.parseInt(wanted.size, 10);
  const data = Array.from({ length: wanted.n }, (_, index) => {
    const png = encodePng(draw(index, side));
    if (wanted.response_format === 'b64_json') {
      return { b64_json: png.toString('base64') };
    }
    const name = `${requestId}-${index}.png`;
    service.files.put(name, png);
    return { url: `${service.baseUrl}/files/${name}` };
  });
  return json({ created: Math.floor(Date.now() / 1000), data });
}
