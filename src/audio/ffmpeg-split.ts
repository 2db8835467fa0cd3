import { rm, stat } from 'node:fs/promises';
import { cutOut, type Ffmpeg, FfmpegError, type Measured, partExtension, type Quiet } from './ffmpeg.ts';
import { fileState, isSameState } from './file-state.ts';
import { latestEnd, type Part, type PartFile, SEARCHED, temporaryFiles } from './parts.ts';

export interface SplitOptions {
  /** Bytes that no part's file may exceed. */
  readonly mostBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** The first part to write, where those before it are not needed any more. */
  readonly from?: Pick<Part, 'index' | 'startSeconds'>;
}

/** What is kept free for the container of a part, and for sound of which a second has more bytes than another. */
const ROOM = 0.95;

/** How often a part that came out too large is cut shorter. */
const MOST_TRIES = 8;

/** Seconds that a part is long at least. */
const SHORTEST = 1;

/** About how many parts there will be. */
export function expectedParts(measured: Measured, mostBytes: number): number {
  return Math.max(1, Math.ceil(measured.seconds / (mostSeconds(measured, mostBytes) * (1 - SEARCHED / 2))));
}

/**
 * The parts of a recording as temporary files, one at a time: a file is there until the next is asked for, or the loop
 * ends. Each is a copy of the sound alone, and begins where it is quiet, as far as there is such a place.
 *
 * @throws {FfmpegError} or the signal's reason
 */
export function writeFfmpegParts(
  ffmpeg: Ffmpeg,
  measured: Measured,
  { mostBytes, signal, from = { index: 0, startSeconds: 0 } }: SplitOptions,
): AsyncGenerator<PartFile, void> {
  const { seconds } = measured;
  let done = from.startSeconds;
  const before = fileState(measured.path);
  const checkUnchanged = async (): Promise<void> => {
    if (!isSameState(await before, await fileState(measured.path))) {
      throw new FfmpegError('changed');
    }
  };
  async function* planned(): AsyncGenerator<Part, void> {
    for (let { index } = from; index === 0 || done < seconds; index += 1) {
      yield { index, startSeconds: done, seconds: seconds - done, bytes: 0 };
    }
  }
  return temporaryFiles(planned(), partExtension(measured.content), async (part, path) => {
    const start = part.startSeconds;
    let longest = mostSeconds(measured, mostBytes);
    for (let tries = 0; tries < MOST_TRIES && longest >= SHORTEST; tries += 1) {
      const rest = seconds - start;
      const isLast = rest <= longest;
      const end = isLast ? seconds : quietPlace(measured.quiet, start, latestEnd(rest, longest));
      // The last goes to the end of the file, wherever that is.
      try {
        await cutOut(ffmpeg, measured, { start, end: isLast ? undefined : end }, path, signal);
      } finally {
        // Then it is that, whatever it came to.
        await checkUnchanged();
      }
      const bytes = (await stat(path)).size;
      if (bytes <= mostBytes) {
        done = end;
        return { ...part, seconds: end - start, bytes };
      }
      await rm(path);
      longest = Math.min((end - start) * (mostBytes / bytes), end - start) * ROOM;
    }
    throw new FfmpegError('tooSmall');
  });
}

function mostSeconds({ seconds, bytes }: Measured, mostBytes: number): number {
  return (seconds * mostBytes * ROOM) / Math.max(1, bytes);
}

/** The middle of the longest quiet in what is searched; where there is none, as late as can be. */
function quietPlace(places: readonly Quiet[], start: number, longest: number): number {
  const last = start + longest;
  const first = last - longest * SEARCHED;
  let best = { start: last, end: last };
  for (const place of places) {
    const within = { start: Math.max(place.start, first), end: Math.min(place.end, last) };
    if (within.end - within.start > 0 && within.end - within.start >= best.end - best.start) {
      best = within;
    }
  }
  return (best.start + best.end) / 2;
}
