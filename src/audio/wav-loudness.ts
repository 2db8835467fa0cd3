import { WavError, type WavHeader } from './wav-header.ts';

/** One sample, from -1 to 1; what is no number, or out of all bounds, counts as loud. */
type ReadSample = (view: DataView, at: number) => number;

const PCM: Readonly<Record<number, ReadSample>> = {
  // The only one without a sign.
  1: (view, at) => (view.getUint8(at) - 128) / 128,
  2: (view, at) => view.getInt16(at, true) / 32_768,
  3: (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608,
  4: (view, at) => view.getInt32(at, true) / 2_147_483_648,
};

const FLOAT: Readonly<Record<number, ReadSample>> = {
  4: (view, at) => bounded(view.getFloat32(at, true)),
  8: (view, at) => bounded(view.getFloat64(at, true)),
};

function bounded(sample: number): number {
  return sample > -4 && sample < 4 ? sample : 4;
}

/**
 * The power of the sound in blocks of frames: the variance of the samples of all channels, so that a constant offset does
 * not count. It takes the samples in pieces of any size, of whole frames.
 */
export class LoudnessMeter {
  /** One for each block so far. */
  readonly powers: number[] = [];
  readonly #blockFrames: number;
  readonly #channels: number;
  readonly #sampleBytes: number;
  readonly #read: ReadSample;
  #frames = 0;
  #sum = 0;
  #squares = 0;

  /** @throws {WavError} `notSamples` */
  constructor(header: WavHeader, blockFrames: number) {
    this.#blockFrames = blockFrames;
    this.#channels = header.channels;
    this.#sampleBytes = header.blockAlign / header.channels;
    const readers = { pcm: PCM, float: FLOAT, other: {} }[header.format] as Readonly<
      Record<number, ReadSample>
    >;
    const read = readers[this.#sampleBytes];
    if (!read) {
      throw new WavError('notSamples');
    }
    this.#read = read;
  }

  add(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const frameBytes = this.#channels * this.#sampleBytes;
    const whole = view.byteLength - (view.byteLength % frameBytes);
    for (let at = 0; at < whole; ) {
      const frames = Math.min(this.#blockFrames - this.#frames, (whole - at) / frameBytes);
      const end = at + frames * frameBytes;
      this.#count(view, at, end);
      at = end;
      this.#frames += frames;
      if (this.#frames === this.#blockFrames) {
        this.#finish();
      }
    }
  }

  #count(view: DataView, start: number, end: number): void {
    const read = this.#read;
    const step = this.#sampleBytes;
    let sum = 0;
    let squares = 0;
    for (let at = start; at < end; at += step) {
      const sample = read(view, at);
      sum += sample;
      squares += sample * sample;
    }
    this.#sum += sum;
    this.#squares += squares;
  }

  #finish(): void {
    const samples = this.#frames * this.#channels;
    const mean = this.#sum / samples;
    this.powers.push(Math.max(0, this.#squares / samples - mean * mean));
    this.#frames = 0;
    this.#sum = 0;
    this.#squares = 0;
  }
}

/**
 * Where to cut, as a number of blocks from the start: the middle of the longest quiet, and of equally long ones the last,
 * so that there are few parts. Quiet is what is at most twice as loud as the quietest window: the gaps within words are
 * as quiet as those between sentences, but shorter.
 *
 * @param span blocks of a window
 */
export function quietestPlace(powers: readonly number[], span: number): number {
  const width = Math.min(span, powers.length);
  const windows: number[] = [];
  let sum = 0;
  for (const [index, power] of powers.entries()) {
    sum += power;
    if (index >= width) {
      sum -= powers[index - width] ?? 0;
    }
    if (index >= width - 1) {
      // What is subtracted leaves a trace.
      windows.push(sum < 1e-12 ? 0 : sum);
    }
  }
  // Twice the amplitude is four times the power. No loop over arguments: there may be a great many.
  const quiet = 4 * windows.reduce((least, window) => Math.min(least, window), Number.POSITIVE_INFINITY);
  let best = { start: 0, length: 0 };
  let start = 0;
  for (const [index, window] of windows.entries()) {
    if (window > quiet) {
      start = index + 1;
    } else if (index + 1 - start >= best.length) {
      best = { start, length: index + 1 - start };
    }
  }
  return best.start + (best.length - 1 + width) / 2;
}
