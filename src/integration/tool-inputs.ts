import * as v from 'valibot';
import { AUDIO_RESPONSE_FORMATS } from '../service/limits.ts';
import { ToldError } from '../ui/told-error.ts';

// What a model has written, and what package.json has told it: a unit test compares the two. VS Code does not check it.

/** UTF-16 units of a text that a model gives along. */
const LONGEST_PROMPT = 8000;
const LONGEST_TEXT = 100_000;

/** Images of one call: each uses up quota, and a model may mistake itself. */
export const MOST_IMAGES = 10;

/** Places that are told at most. */
export const MOST_PLACES = 20;

const text = (most: number) =>
  v.pipe(
    v.string('must be text.'),
    v.check((given) => given.trim() !== '', 'must not be empty.'),
    v.maxLength(most, `must have at most ${most} characters.`),
  );

function count(most: number) {
  const message = `must be a whole number from 1 to ${most}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(most, message));
}

/** Many models write `null` for what they leave out. */
const maybe = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((given) => given ?? undefined),
  );

const path = text(1000);

export const generateImageInput = v.object({
  prompt: text(LONGEST_PROMPT),
  n: maybe(count(MOST_IMAGES)),
  size: maybe(
    v.pipe(
      v.string('must be text.'),
      v.regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, 'must be <width>x<height>, such as 512x512.'),
    ),
  ),
  folder: maybe(path),
});

export const transcribeAudioInput = v.object({
  path,
  language: maybe(
    v.pipe(
      v.string('must be text.'),
      v.regex(/^[a-z]{2}$/, 'must be a two-letter ISO 639-1 code, such as en.'),
    ),
  ),
  format: maybe(v.picklist(AUDIO_RESPONSE_FORMATS, `must be one of ${AUDIO_RESPONSE_FORMATS.join(', ')}.`)),
  translate: maybe(v.boolean('must be true or false.')),
});

export const checkPolicyInput = v.pipe(
  v.object({ text: maybe(text(LONGEST_TEXT)), path: maybe(path) }),
  v.check((given) => (given.text === undefined) !== (given.path === undefined), 'needs either text or path.'),
);

export const searchInput = v.object({
  query: text(LONGEST_PROMPT),
  limit: maybe(count(MOST_PLACES)),
});

/** What a model has asked for cannot be done. Its message is for the model, and for the person who reads along. */
export class ToolInputError extends ToldError {
  override readonly name = 'ToolInputError';
}

/** @throws {ToolInputError} */
export function toolInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) {
    return result.output;
  }
  const [issue] = result.issues;
  const field = issue.path?.map(({ key }) => String(key)).join('.');
  const isMissing = issue.received === 'undefined';
  throw new ToolInputError(`${field ?? 'The input'} ${isMissing && field ? 'is missing.' : issue.message}`);
}
