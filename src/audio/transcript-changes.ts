import type { TranscriptSegmentShown } from './shared/transcript-protocol.ts';

/** So many segments from a place on make room for others. */
export interface SegmentsChange {
  readonly at: number;
  readonly removed: number;
  readonly segments: TranscriptSegmentShown[];
}

/** What turns one list of segments into the other: all between the first and the last that differ. */
export function changeBetween(
  from: readonly TranscriptSegmentShown[],
  to: readonly TranscriptSegmentShown[],
): SegmentsChange {
  const most = Math.min(from.length, to.length);
  let before = 0;
  while (before < most && isSame(from[before], to[before])) {
    before += 1;
  }
  let after = 0;
  while (after < most - before && isSame(from.at(-1 - after), to.at(-1 - after))) {
    after += 1;
  }
  return {
    at: before,
    removed: from.length - after - before,
    segments: to.slice(before, to.length - after),
  };
}

function isSame(one: TranscriptSegmentShown | undefined, other: TranscriptSegmentShown | undefined): boolean {
  return (
    one?.text === other?.text &&
    one?.start === other?.start &&
    one?.end === other?.end &&
    one?.isEditable === other?.isEditable
  );
}
