import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { KnownAudio } from './audio-facts.ts';
import { type RunOptions, runProgram } from './run-program.ts';

/** The program on this machine. */
export interface Ffmpeg {
  /** An absolute path. */
  readonly program: string;
  readonly version: string;
}

/**
 * - `failed`: it ended with an error, of which `said` has the last line
 * - `silent`: it said nothing for a minute, and was ended
 * - `noAudio`: there is no sound in the file
 * - `tooSmall`: no part can be made as small as wanted
 * - `changed`: the file was changed, renamed or deleted meanwhile
 */
export type FfmpegErrorKind = 'failed' | 'silent' | 'noAudio' | 'tooSmall' | 'changed';

export class FfmpegError extends Error {
  override readonly name = 'FfmpegError';
  readonly kind: FfmpegErrorKind;
  /** Its own words, for a log. */
  readonly said: string;

  constructor(kind: FfmpegErrorKind, said = '') {
    super(said === '' ? `ffmpeg: ${kind}.` : `ffmpeg: ${said}`);
    this.kind = kind;
    this.said = said;
  }
}

export interface FindOptions {
  /** Folders, as in the environment's `PATH`. */
  readonly path?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface MeasureOptions {
  readonly signal?: AbortSignal | undefined;
  /** The share that has been listened to, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** What is known of a recording before it is cut. */
export interface Measured {
  readonly path: string;
  readonly content: KnownAudio;
  readonly seconds: number;
  /** Of its sound alone. */
  readonly bytes: number;
  /** Where it is quiet, in seconds, one after the other. */
  readonly quiet: readonly Quiet[];
}

export interface Quiet {
  readonly start: number;
  readonly end: number;
}

/** Milliseconds without a word: the first says something at once, the other its progress all the time. */
const PATIENCE_TO_START = 10_000;
const PATIENCE = 60_000;

/** Quieter than this for so many seconds is between two sentences. */
const QUIET = 'silencedetect=noise=-35dB:duration=0.3';

/**
 * The program, where it is installed. Only folders with a full name count: what lies in the current folder, which may be
 * anybody's, is not run.
 */
export async function findFfmpeg({
  path = process.env.PATH,
  signal,
}: FindOptions = {}): Promise<Ffmpeg | undefined> {
  for (const folder of (path ?? '').split(delimiter)) {
    const program = join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg');
    const version = isAbsolute(folder) ? await versionOf(program, signal) : undefined;
    if (version !== undefined) {
      return { program, version };
    }
  }
  return undefined;
}

async function versionOf(program: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  let version: string | undefined;
  try {
    await access(program, constants.X_OK);
    const { status } = await runProgram(program, ['-version'], {
      patience: PATIENCE_TO_START,
      signal,
      onLine: (line) => {
        version ??= /^ffmpeg version (\S+)/.exec(line)?.[1];
      },
    });
    return status === 0 ? version : undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/**
 * Listens to a recording: how long its sound is, how many bytes, and where it is quiet.
 *
 * @throws {FfmpegError} or the signal's reason
 */
export async function measure(
  ffmpeg: Ffmpeg,
  { path, content }: Pick<Measured, 'path' | 'content'>,
  { signal, onProgress }: MeasureOptions = {},
): Promise<Measured> {
  const size = new Sizes();
  await runFfmpeg(ffmpeg, [...input(path), '-c', 'copy', '-f', 'null', '-'], { signal, onLine: size.take });
  const { seconds } = size;
  if (seconds === 0) {
    throw new FfmpegError('noAudio');
  }
  const quiet = new QuietPlaces();
  await runFfmpeg(ffmpeg, [...input(path), '-af', QUIET, '-f', 'null', '-'], {
    signal,
    onLine: (line) => {
      quiet.take(line);
      const time = timeIn(line);
      if (time !== undefined) {
        onProgress?.(Math.min(1, time / seconds));
      }
    },
  });
  const bytes = size.bytes || (await stat(path)).size;
  return { path, content, seconds, bytes, quiet: quiet.until(seconds) };
}

/** What parts are: as whole files, of the same codec. */
const FORMATS: Readonly<Record<KnownAudio, { readonly muxer: string; readonly extension: string }>> = {
  mp3: { muxer: 'mp3', extension: 'mp3' },
  mp4: { muxer: 'mp4', extension: 'm4a' },
  mpeg: { muxer: 'mpeg', extension: 'mpeg' },
  wav: { muxer: 'wav', extension: 'wav' },
  webm: { muxer: 'webm', extension: 'webm' },
};

/** The ending of a part's name. */
export function partExtension(content: KnownAudio): string {
  return FORMATS[content].extension;
}

/**
 * Writes what is between two times into a new file, without coding it anew.
 *
 * @param end the end of the recording where it is absent
 * @throws {FfmpegError} or the signal's reason
 */
export async function cutOut(
  ffmpeg: Ffmpeg,
  { path, content }: Measured,
  { start, end }: { readonly start: number; readonly end?: number | undefined },
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const length = end === undefined ? [] : ['-t', (end - start).toFixed(6)];
  await runFfmpeg(
    ffmpeg,
    [
      '-ss',
      start.toFixed(6),
      ...length,
      ...input(path),
      ...['-c', 'copy', '-map_metadata', '-1', '-map_chapters', '-1', '-f', FORMATS[content].muxer],
      ...['-y', fileUrl(to)],
    ],
    { signal },
  );
}

/** No name can be an option or another protocol, and nothing in a file makes it read from elsewhere. */
function input(path: string): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-i', fileUrl(path), '-map', '0:a:0'];
}

function fileUrl(path: string): string {
  return `file:${resolve(path)}`;
}

async function runFfmpeg(
  { program }: Ffmpeg,
  args: readonly string[],
  options: Omit<RunOptions, 'patience'>,
): Promise<void> {
  const { status, isSilent, errors } = await runProgram(
    program,
    ['-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:1', ...args],
    { ...options, patience: PATIENCE },
  );
  if (isSilent) {
    throw new FfmpegError('silent');
  }
  if (status !== 0) {
    const matchesNone = errors.some((line) => /matches no streams/.test(line));
    throw new FfmpegError(matchesNone ? 'noAudio' : 'failed', errors.at(-1)?.trim());
  }
}

/** What it tells of its progress, in seconds. */
function timeIn(line: string): number | undefined {
  const [, hours, minutes, seconds] = /^out_time=(\d+):(\d+):(\d+(?:\.\d+)?)/.exec(line) ?? [];
  return hours === undefined ? undefined : (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
}

class Sizes {
  seconds = 0;
  bytes = 0;

  readonly take = (line: string): void => {
    this.seconds = Math.max(this.seconds, timeIn(line) ?? 0);
    // Older ones say kB, and mean the same.
    const [, kilobytes] = /\baudio:\s*(\d+)\s*(?:kB|KiB)/.exec(line) ?? [];
    this.bytes = kilobytes === undefined ? this.bytes : Number(kilobytes) * 1024;
  };
}

class QuietPlaces {
  readonly #found: Quiet[] = [];
  #start: number | undefined;

  readonly take = (line: string): void => {
    const [, what, time = ''] = /\bsilence_(start|end): (-?\d+(?:\.\d+)?)/.exec(line) ?? [];
    if (what === 'start') {
      this.#start = Math.max(0, Number(time));
    } else if (what === 'end') {
      this.#end(Number(time));
    }
  };

  /** It does not tell the end of the last, where that is the end of all. */
  until(seconds: number): readonly Quiet[] {
    this.#end(seconds);
    return this.#found;
  }

  #end(end: number): void {
    if (this.#start !== undefined && end > this.#start) {
      this.#found.push({ start: this.#start, end });
    }
    this.#start = undefined;
  }
}
