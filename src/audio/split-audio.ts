import { l10n } from 'vscode';
import { AudioProblem } from './audio-problem.ts';
import { type FfmpegError, findFfmpeg, measure } from './ffmpeg.ts';
import { expectedParts, writeFfmpegParts } from './ffmpeg-split.ts';
import type { OpenAudio } from './open-audio.ts';
import type { PartFile } from './parts.ts';
import type { TranscriptJob } from './transcript-job.ts';
import { readWavHeader, type WavError } from './wav-header.ts';
import { quietCuts, writeParts } from './wav-split.ts';

/** Parts of audio, as files that are there one at a time. */
export interface SplitAudio {
  /** About how many there are, where only cutting them tells. */
  readonly count: number;
  readonly files: AsyncIterable<PartFile>;
}

/**
 * The parts of audio, without those that are answered already: of a WAV by ourselves, of all else through ffmpeg.
 *
 * @throws {AudioProblem}
 * @throws {WavError} also while the files are gone through, as is the next
 * @throws {FfmpegError}
 */
export async function splitAudio(
  { file: { uri }, answered }: TranscriptJob,
  { source, content }: OpenAudio,
  mostBytes: number,
  signal: AbortSignal,
): Promise<SplitAudio> {
  const header = content === 'wav' ? await readWavHeader(source) : undefined;
  // What is compressed in a WAV cannot be cut anywhere.
  if (header && header.format !== 'other') {
    const parts = await quietCuts(source, header, { mostBytes, signal });
    const left = parts.slice(answered.length);
    return { count: parts.length, files: writeParts(source, header, left, signal) };
  }
  const ffmpeg = await findFfmpeg({ signal });
  if (!ffmpeg || uri.scheme !== 'file') {
    throw new AudioProblem(l10n.t('it cannot be cut into parts without ffmpeg.'));
  }
  const measured = await measure(ffmpeg, { path: uri.fsPath, content }, { signal });
  const last = answered.at(-1);
  const from = { index: answered.length, startSeconds: last ? last.startSeconds + last.seconds : 0 };
  return {
    count: expectedParts(measured, mostBytes),
    files: writeFfmpegParts(ffmpeg, measured, { mostBytes, signal, from }),
  };
}

/** Why audio cannot be cut. */
export function problemOf(error: WavError | FfmpegError): AudioProblem {
  return new AudioProblem(wordsFor(error), { cause: error });
}

function wordsFor({ kind }: WavError | FfmpegError): string {
  switch (kind) {
    case 'failed':
    case 'silent':
      return l10n.t('ffmpeg could not cut it into parts.');
    case 'noAudio':
      return l10n.t('there is no sound in it.');
    case 'notSamples':
      return l10n.t('its sound is compressed, so that it cannot be cut into parts.');
    case 'changed':
      return l10n.t('it changed while it was read. Try again when it is complete.');
    case 'tooSmall':
      return l10n.t('it cannot be cut into parts so small.');
    default:
      return l10n.t('its header is damaged, so that it cannot be cut into parts.');
  }
}
