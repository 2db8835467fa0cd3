import { type ByteSource, bufferOf } from './byte-source.ts';

/**
 * Why a file is no WAV that can be worked with:
 *
 * - `notWav`: it does not begin as one
 * - `truncated`: it ends before its samples begin
 * - `noFormat`: its samples come before what they are, or it has more parts than any WAV has
 * - `badFormat`: what it says of its samples cannot be
 * - `notSamples`: its samples are compressed, so that it cannot be cut anywhere
 * - `tooSmall`: a part of that size has no room for a single frame
 * - `changed`: it was changed, renamed or deleted while it was read
 */
export type WavErrorKind =
  | 'notWav'
  | 'truncated'
  | 'noFormat'
  | 'badFormat'
  | 'notSamples'
  | 'tooSmall'
  | 'changed';

export class WavError extends Error {
  override readonly name = 'WavError';
  readonly kind: WavErrorKind;

  constructor(kind: WavErrorKind) {
    super(`This WAV cannot be used: ${kind}.`);
    this.kind = kind;
  }
}

/** What a WAV says of itself, as far as it is true. */
export interface WavHeader {
  /** What its samples are; `other` is compressed, or companded. */
  readonly format: 'pcm' | 'float' | 'other';
  readonly channels: number;
  /** Frames a second. */
  readonly sampleRate: number;
  /** Of the samples that count; they may stand in more. */
  readonly bitsPerSample: number;
  /** Bytes of a frame, which has a sample of each channel. */
  readonly blockAlign: number;
  /** Where the samples begin, and how many bytes of whole frames there are in truth. */
  readonly dataOffset: number;
  readonly dataLength: number;
  readonly frames: number;
  readonly seconds: number;
  /** The part of the file that says all this, corrected, for the headers of its parts. */
  readonly formatChunk: Uint8Array;
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** What follows the tag in the GUID of a format that also has a tag. */
const TAGGED = '000000001000800000aa00389b71';

/** Far more parts before the samples than any recorder writes. */
const MOST_CHUNKS = 1000;
const LONGEST_FORMAT = 4096;
const UNKNOWN_LENGTH = 0xffff_ffff;

/** @throws {WavError} */
export async function readWavHeader(source: ByteSource): Promise<WavHeader> {
  const head = bufferOf(await source.read(0, 12));
  const form = head.toString('latin1', 0, 4);
  if (
    !['RIFF', 'RF64', 'BW64'].includes(form) ||
    (head.length >= 12 && head.toString('latin1', 8) !== 'WAVE')
  ) {
    throw new WavError('notWav');
  }
  let format: Buffer | undefined;
  let longLength: number | undefined;
  let at = 12;
  for (let chunks = 0; chunks < MOST_CHUNKS; chunks += 1) {
    const { id, length } = await chunkAt(source, at);
    const start = at + 8;
    if (id === 'data') {
      if (!format) {
        throw new WavError('noFormat');
      }
      return described(format, start, await dataLength(source, start, length, longLength));
    }
    if (start + length > source.size) {
      throw new WavError('truncated');
    }
    if (id === 'fmt ' && !format) {
      format = Buffer.from(await source.read(start, Math.min(length, LONGEST_FORMAT)));
    } else if (id === 'ds64' && form !== 'RIFF') {
      longLength = longDataLength(bufferOf(await source.read(start, Math.min(length, 24))));
    }
    at = start + length + (length % 2);
  }
  throw new WavError('noFormat');
}

async function chunkAt(source: ByteSource, at: number): Promise<{ id: string; length: number }> {
  const head = bufferOf(await source.read(at, 8));
  if (head.length < 8) {
    throw new WavError('truncated');
  }
  return { id: head.toString('latin1', 0, 4), length: head.readUInt32LE(4) };
}

/** Of a file longer than 4 GiB. */
function longDataLength(ds64: Buffer): number | undefined {
  return ds64.length >= 16 ? Number(ds64.readBigUInt64LE(8)) : undefined;
}

/** Recorders that write to a pipe, or were cut off, leave a length that is not true. */
async function dataLength(
  source: ByteSource,
  start: number,
  said: number,
  long: number | undefined,
): Promise<number> {
  const rest = source.size - start;
  const length = said === UNKNOWN_LENGTH ? (long ?? 0) : said;
  if (length > 0) {
    return Math.min(length, rest);
  }
  return (await areChunks(source, start)) ? 0 : rest;
}

/** Whether all that follows is other parts of the file: then there are indeed no samples. */
async function areChunks(source: ByteSource, start: number): Promise<boolean> {
  let at = start;
  for (let chunks = 0; chunks < MOST_CHUNKS && at + 8 <= source.size; chunks += 1) {
    const { id, length } = await chunkAt(source, at);
    if (!/^[\x20-\x7e]{4}$/.test(id)) {
      return false;
    }
    at += 8 + length + (length % 2);
  }
  // The last may lack the byte that makes its length even.
  return at === source.size || at === source.size + 1;
}

function described(format: Buffer, dataOffset: number, rawLength: number): WavHeader {
  if (format.length < 16) {
    throw new WavError('truncated');
  }
  const kind = formatOf(format);
  const channels = format.readUInt16LE(2);
  const sampleRate = format.readUInt32LE(4);
  const bitsPerSample = format.readUInt16LE(14);
  if (channels === 0 || sampleRate === 0) {
    throw new WavError('badFormat');
  }
  const said = format.readUInt16LE(12);
  const blockAlign = kind === 'other' ? said : frameSize(kind, channels, bitsPerSample, said);
  if (blockAlign === 0 || blockAlign > 0xffff) {
    throw new WavError('badFormat');
  }
  const byteRate = kind === 'other' ? format.readUInt32LE(8) : sampleRate * blockAlign;
  const formatChunk = Buffer.from(format);
  formatChunk.writeUInt16LE(blockAlign, 12);
  formatChunk.writeUInt32LE(byteRate % 2 ** 32, 8);
  const frames = Math.floor(rawLength / blockAlign);
  return {
    format: kind,
    channels,
    sampleRate,
    bitsPerSample,
    blockAlign,
    dataOffset,
    dataLength: frames * blockAlign,
    frames,
    seconds: byteRate > 0 ? (frames * blockAlign) / byteRate : 0,
    formatChunk,
  };
}

function formatOf(format: Buffer): WavHeader['format'] {
  let tag = format.readUInt16LE(0);
  if (tag === EXTENSIBLE && format.length >= 40) {
    tag = format.toString('hex', 26, 40) === TAGGED ? format.readUInt16LE(24) : EXTENSIBLE;
  }
  return tag === PCM ? 'pcm' : tag === FLOAT ? 'float' : 'other';
}

/** What the file says where that can be; samples may stand in more bytes than they need. 0 where nothing can be. */
function frameSize(format: 'pcm' | 'float', channels: number, bits: number, said: number): number {
  const needed = Math.ceil(bits / 8);
  const bytes = said > 0 && said % channels === 0 && said / channels >= needed ? said / channels : needed;
  const possible = format === 'pcm' ? [1, 2, 3, 4] : [4, 8];
  return possible.includes(bytes) ? bytes * channels : 0;
}
