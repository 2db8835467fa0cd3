import * as v from 'valibot';
import { ServiceError } from './errors.ts';
import { LANGUAGE_CODES } from './language-codes.ts';

/** Inclusive. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

const unbounded = Number.POSITIVE_INFINITY;

/** How many candidates; a service's own bound is lower and only advised about. */
export const CHOICES: Range = { min: 1, max: unbounded };

/** The bounds of §4 and §8 that a request may never leave. */
export const LIMITS = {
  temperature: { min: 0, max: 2 },
  audioTemperature: { min: 0, max: 1 },
  topP: { min: 0, max: 1 },
  penalty: { min: -2, max: 2 },
  logitBias: { min: -100, max: 100 },
  logprobs: { min: 0, max: 5 },
  maxTokens: { min: 0, max: unbounded },
  tokenId: { min: 0, max: unbounded },
  stop: { min: 0, max: 4 },
  stopLength: { min: 1, max: unbounded },
  /** 0 leaves it to the service. */
  bestOf: { min: 0, max: unbounded },
} as const satisfies Record<string, Range>;

/** Audio formats of §8, as file name endings. */
export const AUDIO_FORMATS = ['mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'wav', 'webm'] as const;
export const AUDIO_RESPONSE_FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const;

/** Bytes that a mask must stay under (§8). */
export const MASK_BYTES = 4 * 1024 * 1024;

/** Bytes of an audio file that services are known to take at most. A person may pass this by. */
export const USUAL_AUDIO_BYTES = 25 * 1024 * 1024;

/** Something a service may well refuse though the interface allows it. */
export interface Advice {
  readonly param: string;
  readonly message: string;
}

type Fields = Record<string, unknown>;

/**
 * Checks a request against §4 and §8 and returns it without its absent (`undefined`) fields.
 *
 * @throws {ServiceError} `invalidRequest`, with `param` naming the field.
 */
export function checkRequest<S extends v.GenericSchema>(
  schema: S,
  request: v.InferInput<S>,
): v.InferOutput<S> {
  const result = v.safeParse(schema, request, { abortEarly: true });
  if (!result.success) {
    throw invalidField(result.issues[0]);
  }
  checkTogether(result.output as Fields);
  return result.output;
}

function invalidField(issue: v.BaseIssue<unknown>): ServiceError {
  const path = (issue.path ?? []).map((item) => String(item.key));
  const [param = 'request', ...inside] = path;
  if (issue.type === 'strict_object') {
    const reason = issue.expected === 'never' ? 'is not a parameter of this operation.' : 'is missing.';
    return refused(param, `${path.join('.')} ${reason}`);
  }
  const where = inside.length > 0 ? ` (at ${inside.join('.')})` : '';
  return refused(param, `${param} ${issue.message.replace(/\.$/, '')}${where}.`);
}

function refused(param: string, message: string): ServiceError {
  return new ServiceError('invalidRequest', message, { param });
}

/** Rules of §4 between fields. */
function checkTogether(request: Fields): void {
  if (request.temperature !== undefined && request.top_p !== undefined) {
    throw refused('top_p', 'temperature and top_p are both set: use one of them.');
  }
  if (request.best_of !== undefined && request.stream === true) {
    throw refused(
      'best_of',
      'best_of cannot be used with stream: set stream to false, or leave best_of out.',
    );
  }
  const { best_of, n } = request;
  if (typeof best_of === 'number' && typeof n === 'number' && best_of > 0 && best_of < n) {
    throw refused('best_of', `best_of must not be less than n (${n}).`);
  }
}

/** The method's name, not a field, says whether an answer streams. */
export function refuseStream(request: { readonly stream?: boolean | undefined }): void {
  if (request.stream) {
    throw refused('stream', 'stream must not be true here: this call returns one answer.');
  }
}

/** Most candidates that services are known to give for one request. */
const USUAL_CHOICES = { completion: 128, chat: 128, edit: 20, image: 10 } as const;

/** What services are known to refuse beyond the interface. A person may pass these by. */
export function adviceOn(operation: keyof typeof USUAL_CHOICES | 'audio', request: Fields): Advice[] {
  const advice: Advice[] = [];
  const above = (param: string, max: number): void => {
    const value = request[param];
    if (typeof value === 'number' && value > max) {
      advice.push({ param, message: `Most services take at most ${max} for ${param}.` });
    }
  };
  if (operation === 'audio') {
    // Some services take more languages than ISO 639-1 has; for others it is a slip, such as jp for ja.
    const { language } = request;
    if (typeof language === 'string' && !LANGUAGE_CODES.includes(language)) {
      const message = `Most services take only codes of ISO 639-1 for language, such as en; ${language} is none.`;
      advice.push({ param: 'language', message });
    }
    return advice;
  }
  above('n', USUAL_CHOICES[operation]);
  above('best_of', 20);
  if (operation === 'image' && typeof request.prompt === 'string' && request.prompt.length > 1000) {
    advice.push({ param: 'prompt', message: 'Most services take at most 1,000 characters for an image.' });
  }
  return advice;
}

/**
 * A model's id as a segment of the path (§4.2).
 *
 * @throws {ServiceError} `invalidRequest` on `model`, when it cannot be one.
 */
export function modelSegment(id: string): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) {
    throw refused('model', 'model must be the id of a model.');
  }
  return encodeURIComponent(id.toWellFormed());
}

/**
 * The ending of an audio file's name, when it is one of §8.
 *
 * @throws {ServiceError} `invalidRequest` on `file` for any other.
 */
export function checkAudioName(name: string): void {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!AUDIO_FORMATS.some((format) => format === ending)) {
    throw new ServiceError(
      'invalidRequest',
      `file must be one of ${AUDIO_FORMATS.join(', ')}; “${name}” is not.`,
      { param: 'file' },
    );
  }
}
