import { l10n } from 'vscode';
import type { Client } from '../service/client.ts';
import { cancelled } from '../service/errors.ts';
import type { UploadFile } from '../service/request-schema.ts';
import {
  type Answer,
  type Converted,
  convertAnswer,
  type Mismatch,
  type ResponseFormat,
} from './answer-format.ts';
import { AudioProblem } from './audio-problem.ts';
import { formatOf } from './audio-request.ts';
import { FfmpegError } from './ffmpeg.ts';
import { joinParts, promptFrom } from './join-parts.ts';
import { type OpenAudio, openAudio, sentName } from './open-audio.ts';
import type { AudioChoice } from './options-picker.ts';
import type { ReceivedTranscript } from './save-transcript.ts';
import { problemOf, splitAudio } from './split-audio.ts';
import type { JobStage } from './transcribe-progress.ts';
import type { TranscriptJob } from './transcript-job.ts';
import { WavError } from './wav-header.ts';

export interface ReceiveOptions {
  readonly signal: AbortSignal;
  readonly onStage: (stage: JobStage) => void;
}

/** Letters of a person's own prompt that every part is sent: what services take leaves room for what came before. */
const OWN_PROMPT = 300;

/**
 * Sends audio, whole or in parts, and makes the file that was asked for of what comes.
 *
 * @throws {AudioProblem} when the audio cannot be sent, or nothing can be made of the answer
 * @throws {ServiceError}
 */
export async function receiveTranscript(
  client: Client,
  job: TranscriptJob,
  options: ReceiveOptions,
): Promise<ReceivedTranscript> {
  const audio = await openAudio(job.file);
  try {
    if (job.mostBytes === undefined) {
      const onSent = (sent: number): void => options.onStage({ sent });
      const answer = await ask(client, job.choice, audio.upload, job.choice.parameters.prompt, {
        ...options,
        onSent,
      });
      return transcriptOf([{ startSeconds: 0, seconds: 0, answer }], formatOf(job.choice.parameters));
    }
    await askInParts(client, job, audio, job.mostBytes, options);
    return transcriptOf(job.answered, formatOf(job.choice.parameters));
  } catch (error) {
    if (options.signal.aborted) {
      throw cancelled(options.signal);
    }
    throw error instanceof WavError || error instanceof FfmpegError ? problemOf(error) : error;
  } finally {
    await audio.close();
  }
}

/** Adds to what is answered, so that another try goes on where this one failed. */
async function askInParts(
  client: Client,
  job: TranscriptJob,
  audio: OpenAudio,
  mostBytes: number,
  { signal, onStage }: ReceiveOptions,
): Promise<void> {
  const { choice, answered, file } = job;
  const split = await splitAudio(job, audio, mostBytes, signal);
  for await (const { part, path } of split.files) {
    const number = part.index + 1;
    const count = Math.max(split.count, number);
    const before = (file.size * part.index) / count;
    const onSent = (sent: number): void => onStage({ sent: before + sent, part: { number, count } });
    onSent(0);
    const prompt = promptFor(choice, answered.at(-1)?.answer);
    const answer = await ask(client, choice, { path, name: sentName(path) }, prompt, { signal, onSent });
    answered.push({ startSeconds: part.startSeconds, seconds: part.seconds, answer });
  }
}

/** The end of what came before, so that a sentence that was cut goes on, with the person's own prompt before it. */
function promptFor({ parameters }: AudioChoice, before: Answer | undefined): string | undefined {
  const own = parameters.prompt?.slice(0, OWN_PROMPT).toWellFormed();
  if (!before) {
    return parameters.prompt;
  }
  const previous = promptFrom(plainTextOf(before));
  return [own, previous].filter(Boolean).join(' ') || undefined;
}

interface AskOptions {
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

function ask(
  client: Client,
  { operation, parameters: { prompt: _, ...parameters } }: AudioChoice,
  file: UploadFile,
  prompt: string | undefined,
  { signal, onSent }: AskOptions,
): Promise<Answer> {
  const body = { ...parameters, file, ...(prompt !== undefined && { prompt }) };
  return operation === 'translation'
    ? client.translateAudio(body, { signal, onUpload: onSent })
    : client.transcribeAudio(body, { signal, onUpload: onSent });
}

/** The file that was asked for; where that cannot be made, the text alone, rather than nothing. */
function transcriptOf(parts: TranscriptJob['answered'], format: ResponseFormat): ReceivedTranscript {
  const converted = parts.map(({ answer, ...times }) => ({ ...times, ...convertAnswer(answer, format) }));
  if (converted.every(isConverted)) {
    const [only] = converted;
    const text = converted.length === 1 && only ? only.text : joinParts(converted, format);
    return { text, ...remarkOn(parts, converted, format) };
  }
  const texts = parts.map(({ answer, ...times }) => ({ ...times, text: plainTextOf(answer) }));
  return {
    text: joinParts(texts, 'text'),
    extension: 'txt',
    remark: l10n.t('The service told no times, so that only the text could be saved.'),
  };
}

function isConverted<T extends Converted | Mismatch>(made: T): made is T & Converted {
  return !('mismatch' in made);
}

function remarkOn(
  parts: TranscriptJob['answered'],
  converted: readonly Converted[],
  format: ResponseFormat,
): { remark?: string } {
  if (parts.every(({ answer }) => plainTextOf(answer).trim() === '')) {
    return { remark: l10n.t('No speech was found in it.') };
  }
  return converted.some((made) => made.converted)
    ? { remark: l10n.t('The service answered in another form than {0}, which was converted.', format) }
    : {};
}

/** @throws {AudioProblem} when there is no text in it */
function plainTextOf(answer: Answer): string {
  const made = convertAnswer(answer, 'text');
  if (isConverted(made)) {
    return made.text;
  }
  throw new AudioProblem(
    made.mismatch === 'html'
      ? l10n.t('the service answered with a web page instead of a transcript.')
      : l10n.t('there is no transcript in the service’s answer.'),
  );
}
