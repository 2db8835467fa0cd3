import { open } from 'node:fs/promises';
import type { ByteSource } from './byte-source.ts';
import { latestEnd, type Part, type PartFile, SEARCHED, temporaryFiles } from './parts.ts';
import { WavError, type WavHeader } from './wav-header.ts';
import { LoudnessMeter, quietestPlace } from './wav-loudness.ts';

/** A piece of a WAV, from its first frame up to, not including, the last. */
export interface WavPart extends Part {
  readonly startFrame: number;
  readonly endFrame: number;
}

export interface CutOptions {
  /** Bytes that no part's file may exceed. */
  readonly mostBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes that are read at a time, or a frame more. */
const READ_SIZE = 512 * 1024;

/** Seconds that are searched for a quiet place at most. */
const MOST_SEARCHED = 30;

/** Seconds of sound of which the loudness is taken, and blocks in the window that is judged by. */
const BLOCK = 0.01;
const SPAN = 5;

const RIFF_HEAD = 12;
const CHUNK_HEAD = 8;
const FACT = 12;

/**
 * Where to cut a WAV, so that each part is a file of at most so many bytes and begins where it is quiet. Only the ends of
 * the parts are read.
 *
 * @throws {WavError} `notSamples`, `tooSmall`, or `changed`; or the signal's reason
 */
export async function quietCuts(
  source: ByteSource,
  header: WavHeader,
  { mostBytes, signal }: CutOptions,
): Promise<readonly WavPart[]> {
  signal?.throwIfAborted();
  if (header.format === 'other') {
    throw new WavError('notSamples');
  }
  const mostFrames = Math.floor((mostBytes - headLength(header) - 1) / header.blockAlign);
  if (mostFrames < 1) {
    throw new WavError('tooSmall');
  }
  const parts: WavPart[] = [];
  let startFrame = 0;
  do {
    const rest = header.frames - startFrame;
    const endFrame =
      rest <= mostFrames
        ? header.frames
        : await quietFrame(source, header, startFrame, Math.ceil(latestEnd(rest, mostFrames)), signal);
    parts.push(partOf(header, parts.length, startFrame, endFrame));
    startFrame = endFrame;
  } while (startFrame < header.frames);
  return parts;
}

/** The best place to cut a part that begins there and has so many frames at most. */
async function quietFrame(
  source: ByteSource,
  header: WavHeader,
  startFrame: number,
  mostFrames: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { sampleRate, blockAlign, dataOffset } = header;
  const blockFrames = Math.max(1, Math.round(sampleRate * BLOCK));
  const blocks = Math.floor(Math.min(mostFrames * SEARCHED, sampleRate * MOST_SEARCHED) / blockFrames);
  const last = startFrame + mostFrames;
  if (blocks === 0) {
    return last;
  }
  const first = last - blocks * blockFrames;
  const meter = new LoudnessMeter(header, blockFrames);
  for await (const bytes of samples(source, header, dataOffset + first * blockAlign, blocks * blockFrames)) {
    signal?.throwIfAborted();
    meter.add(bytes);
  }
  return first + Math.round(quietestPlace(meter.powers, SPAN) * blockFrames);
}

function partOf(header: WavHeader, index: number, startFrame: number, endFrame: number): WavPart {
  const { sampleRate, blockAlign } = header;
  const data = (endFrame - startFrame) * blockAlign;
  return {
    index,
    startFrame,
    endFrame,
    startSeconds: startFrame / sampleRate,
    seconds: (endFrame - startFrame) / sampleRate,
    bytes: headLength(header) + data + (data % 2),
  };
}

/** A part as a WAV of its own. What is yielded is not written to again. */
export async function* partBytes(
  source: ByteSource,
  header: WavHeader,
  { startFrame, endFrame }: WavPart,
): AsyncGenerator<Uint8Array, void> {
  const frames = endFrame - startFrame;
  yield headOf(header, frames);
  yield* samples(source, header, header.dataOffset + startFrame * header.blockAlign, frames);
  if ((frames * header.blockAlign) % 2 === 1) {
    yield new Uint8Array(1);
  }
}

/**
 * The parts as temporary files, one at a time: a file is there until the next is asked for, or the loop ends.
 *
 * @throws {WavError} `changed`, an error of the file system, or the signal's reason
 */
export function writeParts(
  source: ByteSource,
  header: WavHeader,
  parts: readonly WavPart[],
  signal?: AbortSignal,
): AsyncGenerator<PartFile<WavPart>, void> {
  return temporaryFiles(parts, 'wav', async (part, path) => {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const bytes of partBytes(source, header, part)) {
        signal?.throwIfAborted();
        await file.writeFile(bytes);
      }
    } finally {
      await file.close();
    }
    // Half of it may be of another recording.
    if (source.isUnchanged && !(await source.isUnchanged())) {
      throw new WavError('changed');
    }
    return part;
  });
}

/** Whole frames, in pieces. */
async function* samples(
  source: ByteSource,
  { blockAlign }: WavHeader,
  start: number,
  frames: number,
): AsyncGenerator<Uint8Array, void> {
  const atOnce = Math.max(blockAlign, READ_SIZE - (READ_SIZE % blockAlign));
  const end = start + frames * blockAlign;
  for (let at = start; at < end; at += atOnce) {
    const wanted = Math.min(atOnce, end - at);
    const bytes = await source.read(at, wanted);
    if (bytes.length < wanted) {
      throw new WavError('changed');
    }
    yield bytes;
  }
}

/** Of what stands before the samples. */
function headLength(header: WavHeader): number {
  const { length } = header.formatChunk;
  return RIFF_HEAD + CHUNK_HEAD + length + (length % 2) + (header.format === 'pcm' ? 0 : FACT) + CHUNK_HEAD;
}

function headOf(header: WavHeader, frames: number): Buffer {
  const { formatChunk, blockAlign, format } = header;
  const data = frames * blockAlign;
  const head = Buffer.alloc(headLength(header));
  let at = 0;
  const chunk = (id: string, length: number): void => {
    head.write(id, at, 'latin1');
    // A part longer than such a file can say says the most that it can.
    head.writeUInt32LE(Math.min(length, 0xffff_ffff), at + 4);
    at += CHUNK_HEAD;
  };
  chunk('RIFF', head.length - CHUNK_HEAD + data + (data % 2));
  at += head.write('WAVE', at, 'latin1');
  chunk('fmt ', formatChunk.length);
  head.set(formatChunk, at);
  at += formatChunk.length + (formatChunk.length % 2);
  if (format !== 'pcm') {
    // How many frames there are, as is asked of all that is not PCM.
    chunk('fact', 4);
    at = head.writeUInt32LE(Math.min(frames, 0xffff_ffff), at);
  }
  chunk('data', data);
  return head;
}
