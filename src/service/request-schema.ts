import * as v from 'valibot';
import { type AUDIO_FORMATS, AUDIO_RESPONSE_FORMATS, CHOICES, LIMITS, type Range } from './limits.ts';

// The requests of §4, with the wire's own names. A schema is strict: a field that the interface does not
// name is refused here, so that a slip of the pen in a setting is found before it costs a request.
// The messages complete a sentence that begins with the field's name.

const text = v.string('must be text.');
const filledText = v.pipe(text, v.nonEmpty('must not be empty.'));
const flag = v.boolean('must be true or false.');

function numberIn({ min, max }: Range) {
  const message = `must be a number from ${min} to ${max}.`;
  return v.pipe(v.number(message), v.minValue(min, message), v.maxValue(max, message));
}

function integerIn({ min, max }: Range) {
  const message =
    max === Number.POSITIVE_INFINITY
      ? `must be a whole number, ${min} or more.`
      : `must be a whole number from ${min} to ${max}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
}

const tokens = v.array(integerIn(LIMITS.tokenId), 'must be token ids.');

const stop = v.union(
  [
    text,
    v.pipe(v.array(text), v.maxLength(LIMITS.stop.max, `must be at most ${LIMITS.stop.max} sequences.`)),
    integerIn(LIMITS.stopLength),
  ],
  `must be a text, a list of at most ${LIMITS.stop.max} texts, or a whole number (a maximum length).`,
);

const notTheBiases = 'must be an object of token ids and biases.';
const logitBias = v.pipe(
  // Lists pass for records.
  v.custom<Record<string, number>>((value) => !Array.isArray(value), notTheBiases),
  v.record(
    v.pipe(v.string(), v.regex(/^\d+$/, 'must have token ids as its keys.')),
    integerIn(LIMITS.logitBias),
    notTheBiases,
  ),
);

/** What completions and chat have in common. */
const sampling = {
  temperature: v.optional(numberIn(LIMITS.temperature)),
  top_p: v.optional(numberIn(LIMITS.topP)),
  n: v.optional(integerIn(CHOICES)),
  stream: v.optional(flag),
  stop: v.optional(stop),
  max_tokens: v.optional(integerIn(LIMITS.maxTokens)),
  presence_penalty: v.optional(numberIn(LIMITS.penalty)),
  frequency_penalty: v.optional(numberIn(LIMITS.penalty)),
  logit_bias: v.optional(logitBias),
};

/** §4.3 */
export const completionRequest = v.strictObject({
  model: filledText,
  prompt: v.optional(
    v.union(
      [text, v.array(text), tokens, v.array(tokens)],
      'must be a text, a list of texts, a list of token ids, or a list of such lists.',
    ),
  ),
  suffix: v.optional(text),
  ...sampling,
  logprobs: v.optional(v.nullable(integerIn(LIMITS.logprobs))),
  echo: v.optional(flag),
  best_of: v.optional(integerIn(LIMITS.bestOf)),
});

const message = v.strictObject({
  role: v.picklist(['system', 'user', 'assistant'], 'must be system, user or assistant.'),
  content: text,
});

/** §4.4 */
export const chatCompletionRequest = v.strictObject({
  model: filledText,
  messages: v.pipe(v.array(message, 'must be a list of messages.'), v.minLength(1, 'must not be empty.')),
  ...sampling,
});

/** §4.5 */
export const editRequest = v.strictObject({
  model: filledText,
  input: v.optional(text),
  instruction: filledText,
  n: v.optional(integerIn(CHOICES)),
  temperature: v.optional(numberIn(LIMITS.temperature)),
  top_p: v.optional(numberIn(LIMITS.topP)),
});

const size = v.pipe(text, v.regex(/^[1-9]\d*x[1-9]\d*$/, 'must be <width>x<height>, such as 512x512.'));

const imageOutput = {
  n: v.optional(integerIn(CHOICES)),
  size: v.optional(size),
  response_format: v.optional(v.picklist(['url', 'b64_json'], 'must be url or b64_json.')),
};

/** §4.6 */
export const imageGenerationRequest = v.strictObject({ prompt: filledText, ...imageOutput });

/** A file to send: on disk (streamed from there) or in memory. */
const file = v.union(
  [
    v.strictObject({ path: filledText, name: v.optional(filledText) }),
    v.strictObject({ data: v.custom<Uint8Array>((value) => value instanceof Uint8Array), name: filledText }),
  ],
  'must be a file: { path } or { data, name }.',
);

/** §4.7 */
export const imageEditRequest = v.strictObject({
  image: file,
  mask: v.optional(file),
  prompt: filledText,
  ...imageOutput,
});

/** §4.8 */
export const imageVariationRequest = v.strictObject({ image: file, ...imageOutput });

/** §4.9; several inputs in one request are what services take beyond the interface document. */
export const embeddingRequest = v.strictObject({
  model: filledText,
  input: v.union(
    [filledText, v.pipe(v.array(filledText), v.minLength(1, 'must not be empty.'))],
    'must be a text that is not empty, or a list of such texts.',
  ),
});

/** §4.10 */
export const moderationRequest = v.strictObject({
  input: v.union(
    [text, v.pipe(v.array(text), v.minLength(1, 'must not be empty.'))],
    'must be a text, or a list of texts that is not empty.',
  ),
  model: v.optional(filledText),
});

const audio = {
  file,
  model: filledText,
  prompt: v.optional(text),
  response_format: v.optional(
    v.picklist(AUDIO_RESPONSE_FORMATS, `must be one of ${AUDIO_RESPONSE_FORMATS.join(', ')}.`),
  ),
  temperature: v.optional(numberIn(LIMITS.audioTemperature)),
};

/** §4.11 */
export const transcriptionRequest = v.strictObject({
  ...audio,
  language: v.optional(
    v.pipe(text, v.regex(/^[a-z]{2}$/, 'must be a two-letter ISO 639-1 code, such as en.')),
  ),
});

/** §4.12 */
export const translationRequest = v.strictObject(audio);

export type CompletionRequest = v.InferInput<typeof completionRequest>;
export type Message = v.InferInput<typeof message>;
export type ChatCompletionRequest = v.InferInput<typeof chatCompletionRequest>;
export type EditRequest = v.InferInput<typeof editRequest>;
export type ImageGenerationRequest = v.InferInput<typeof imageGenerationRequest>;
export type ImageEditRequest = v.InferInput<typeof imageEditRequest>;
export type ImageVariationRequest = v.InferInput<typeof imageVariationRequest>;
export type EmbeddingRequest = v.InferInput<typeof embeddingRequest>;
export type ModerationRequest = v.InferInput<typeof moderationRequest>;
export type TranscriptionRequest = v.InferInput<typeof transcriptionRequest>;
export type TranslationRequest = v.InferInput<typeof translationRequest>;
export type UploadFile = v.InferInput<typeof file>;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];
