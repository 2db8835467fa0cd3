import { Uri } from 'vscode';
import { LandingError } from '../landing/landing-error.ts';
import { cancelled } from '../service/errors.ts';
import { plainText } from '../ui/plain-text.ts';
import { ToldError } from '../ui/told-error.ts';
import type { ResponseFormat } from './answer-format.ts';
import { audioFile, nameOf } from './audio-file.ts';
import { AudioProblem } from './audio-problem.ts';
import { type AudioOperation, checkParameters, formatOf, transcriptEnding } from './audio-request.ts';
import type { AudioServices } from './audio-services.ts';
import { readAudioParameters } from './audio-settings.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { keepTranscript } from './keep-transcript.ts';
import { PART_BYTES, splittable, USUAL_MOST } from './large-audio.ts';
import { openAudio } from './open-audio.ts';
import { receiveTranscript } from './receive-transcript.ts';
import { readTranscript } from './transcript.ts';
import type { TranscriptJob } from './transcript-job.ts';
import { stemOf } from './transcript-places.ts';

/** A transcript that somebody else than the person asks for, such as an agent. What is not said, the settings say. */
export interface AudioOrder {
  readonly uri: Uri;
  readonly operation: AudioOperation;
  readonly language?: string | undefined;
  readonly format?: ResponseFormat | undefined;
}

/** An order with nothing left open, to be agreed to before it is carried out. */
export interface PlannedTranscript {
  readonly model: string;
  /** Bytes of the recording. */
  readonly size: number;
  /** Whether it goes in parts, since it is larger than most services take. */
  readonly inParts: boolean;
  make(signal: AbortSignal): Promise<MadeTranscript>;
}

export interface MadeTranscript {
  /** What was said, without times. */
  readonly text: string;
  /** `undefined` where it could not be saved; then `remark` says why. */
  readonly saved: Uri | undefined;
  readonly remark: string | undefined;
}

/**
 * What an order comes to. Neither sends nor writes anything, nor asks.
 *
 * @throws {ToldError} on what is no audio that could be sent
 * @throws {ServiceError} `invalidRequest` on what cannot be sent
 */
export async function planTranscript(
  services: AudioServices,
  { uri, operation, language, format }: AudioOrder,
): Promise<PlannedTranscript> {
  const parameters = checkParameters(operation, {
    ...readAudioParameters(operation, uri),
    ...(language !== undefined && { language }),
    ...(format !== undefined && { response_format: format }),
  });
  const file = await told(uri, async () => {
    const found = await audioFile(uri);
    // What is no audio is found before anybody is asked about it.
    await (await openAudio(found)).close();
    return found;
  });
  const inParts = file.size > USUAL_MOST && (await splittable([file], findFfmpeg)).has(file);
  const job: TranscriptJob = {
    file,
    choice: { operation, parameters },
    place: {
      folder: Uri.joinPath(uri, '..'),
      stem: stemOf(file),
      extension: transcriptEnding(operation, formatOf(parameters)),
      replaces: false,
    },
    mostBytes: inParts ? PART_BYTES : undefined,
    answered: [],
    received: undefined,
  };
  return {
    model: parameters.model,
    size: file.size,
    inParts,
    make: async (signal) => {
      const connected = await services.connection.require();
      if (!connected) {
        throw cancelled();
      }
      const received = await told(uri, () =>
        receiveTranscript(connected.client, job, { signal, onStage: () => {} }),
      );
      const isTranscript = formatOf(parameters) === 'verbose_json' && received.extension === undefined;
      const text = isTranscript ? readTranscript(received.text).transcript.text : received.text;
      try {
        const { uri: saved, remark } = await keepTranscript(services, job, received, signal);
        return { text, saved, remark };
      } catch (error) {
        // It was paid for, and who has asked for it has its text at least.
        if (error instanceof LandingError) {
          return { text, saved: undefined, remark: error.message };
        }
        throw error;
      }
    },
  };
}

/** An audio's problem is half a sentence, which begins with its name. */
async function told<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AudioProblem) {
      throw new ToldError(`${plainText(nameOf(uri), 120)}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
