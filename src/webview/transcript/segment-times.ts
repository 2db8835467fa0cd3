import type { TranscriptSegmentShown } from '../../audio/shared/transcript-protocol.ts';

/** Seconds. A player that was told to go to a time may say that it is a moment before. */
const MOMENT = 0.02;

/** Which segment is heard at a time. Files may have them in any order, overlapping, or without times. */
export class SegmentTimes {
  /** Indexes of the segments that have times, by their start. */
  readonly #order: readonly number[];
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];
  /** The latest end so far: where it is past, nothing before can be heard either. */
  readonly #latest: readonly number[];

  constructor(segments: readonly TranscriptSegmentShown[]) {
    const timed = segments.flatMap(({ start, end }, index) =>
      start === undefined ? [] : [{ index, start, end: Math.max(start, end ?? start) }],
    );
    timed.sort((one, other) => one.start - other.start || one.index - other.index);
    this.#order = timed.map(({ index }) => index);
    this.#starts = timed.map(({ start }) => start);
    this.#ends = timed.map(({ end }) => end);
    const latest: number[] = [];
    for (const { end } of timed) {
      latest.push(Math.max(end, latest.at(-1) ?? 0));
    }
    this.#latest = latest;
  }

  /** Seconds; 0 without segments. */
  get end(): number {
    return this.#latest.at(-1) ?? 0;
  }

  /** Of several, the one that has begun last. */
  at(seconds: number): number | undefined {
    const time = seconds + MOMENT;
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (let place = low - 1; place >= 0 && (this.#latest[place] ?? 0) > time; place -= 1) {
      if ((this.#ends[place] ?? 0) > time) {
        return this.#order[place];
      }
    }
    return undefined;
  }
}
