import { checkRequest } from '../service/limits.ts';
import {
  type TranscriptionRequest,
  type TranslationRequest,
  transcriptionRequest,
  translationRequest,
} from '../service/request-schema.ts';
import { FILE_EXTENSION, type ResponseFormat } from './answer-format.ts';

/** Speech as text in its own language (§4.11), or as English text (§4.12). */
export type AudioOperation = 'transcription' | 'translation';

/** What a person sets beforehand, or chooses for once; the file comes from what they work on. */
export interface AudioParameters {
  readonly model: string;
  /** Absent where the service decides, whose default is `json`: `formatOf` tells. */
  readonly response_format?: ResponseFormat | undefined;
  /** ISO 639-1; of transcriptions only. */
  readonly language?: string | undefined;
  /** In the language of the speech; of a translation in English. */
  readonly prompt?: string | undefined;
  /** 0 to 1. */
  readonly temperature?: number | undefined;
}

/** The one value that the interface names. */
export const USUAL_MODEL = 'speech-1';

/** What a person can do most with: it is heard by a click, and every other form is made of it. */
export const USUAL_FORMAT: ResponseFormat = 'verbose_json';

/** What comes where no format is named (§2). */
const DEFAULT_FORMAT: ResponseFormat = 'json';

/**
 * The parameters that a setting holds, with the usual format where it says nothing; `null` leaves one out.
 *
 * @throws {ServiceError} `invalidRequest` on what cannot be sent, before anything is asked or read
 */
export function audioParameters(operation: AudioOperation, model: unknown, set: unknown): AudioParameters {
  const own = typeof set === 'object' && set !== null && !Array.isArray(set) ? set : {};
  const given = Object.entries({ response_format: USUAL_FORMAT, ...own }).filter(
    ([name, value]) => value !== null && name !== 'file' && name !== 'model',
  );
  const chosen = typeof model === 'string' && model.trim() !== '' ? model.trim() : USUAL_MODEL;
  return checkParameters(operation, { ...Object.fromEntries(given), model: chosen });
}

const CHECKS = {
  transcription: (request: TranscriptionRequest) => checkRequest(transcriptionRequest, request),
  translation: (request: TranslationRequest) => checkRequest(translationRequest, request),
};

/** @throws {ServiceError} `invalidRequest` on what cannot be sent */
export function checkParameters(
  operation: AudioOperation,
  { model, ...others }: Readonly<{ model: string } & Record<string, unknown>>,
): AudioParameters {
  // Which file it will be does not matter here; what is of the wrong type is found by the check.
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const request = { ...Object.fromEntries(given), model, file: { path: 'any.wav' } };
  const { file: _, ...checked } = CHECKS[operation](request);
  return checked;
}

/** What the answer is, whether it was asked for by name or not. */
export function formatOf({ response_format = DEFAULT_FORMAT }: AudioParameters): ResponseFormat {
  return response_format;
}

/** The same parameters for the other operation: only a transcription knows what language is spoken. */
export function parametersFor(operation: AudioOperation, parameters: AudioParameters): AudioParameters {
  const { language: _, ...others } = parameters;
  return operation === 'translation' ? others : parameters;
}

/** How the name of a transcript ends. A translation says so, as files of subtitles do: `talk.en.srt`. */
export function transcriptEnding(operation: AudioOperation, format: ResponseFormat): string {
  return `${operation === 'translation' ? 'en.' : ''}${FILE_EXTENSION[format]}`;
}
