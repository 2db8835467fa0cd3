/** A change to a document, in offsets before the change; as VS Code reports it. */
export interface Change {
  readonly offset: number;
  readonly removed: number;
  readonly text: string;
}

/** Where streamed text stands; `end` is where more of it goes. */
export interface StreamedRange {
  start: number;
  end: number;
}

/**
 * The places of a document that text streams into, kept right while the document is edited elsewhere.
 * Offsets are in UTF-16 units. It knows nothing of VS Code.
 */
export class StreamedRanges {
  readonly ranges: readonly StreamedRange[];

  constructor(offsets: readonly number[]) {
    this.ranges = offsets.map((offset) => ({ start: offset, end: offset }));
  }

  /** Our own insertions, all at the ends that the ranges had before: one text for each range. */
  inserted(texts: readonly string[]): void {
    const places = this.ranges
      .map((range, index) => ({ range, length: texts[index]?.length ?? 0 }))
      .sort((a, b) => a.range.end - b.range.end);
    let before = 0;
    for (const { range, length } of places) {
      range.start += before;
      range.end += before + length;
      before += length;
    }
  }

  /** Our own replacement of all that was streamed at one place, by a text of this length. */
  replaced(index: number, length: number): void {
    const replaced = this.ranges[index];
    if (!replaced) {
      return;
    }
    const { end } = replaced;
    const delta = replaced.start + length - end;
    for (const range of this.ranges) {
      if (range !== replaced && range.start >= end) {
        range.start += delta;
        range.end += delta;
      }
    }
    replaced.end += delta;
  }

  /**
   * Somebody else's changes, made at one moment. `false` when one of them reaches into a streamed range, or
   * types at the very place where the next text would go: then that place is theirs.
   */
  changed(changes: readonly Change[]): boolean {
    // From the end of the document to its beginning, no change moves the place of one still to come.
    const ordered = [...changes].sort((a, b) => b.offset - a.offset);
    return ordered.every((change) => this.ranges.every((range) => shift(range, change)));
  }

  /** Whether a place is inside streamed text, its borders not counted. */
  contains(offset: number): boolean {
    return this.ranges.some(({ start, end }) => offset > start && offset < end);
  }
}

function shift(range: StreamedRange, { offset, removed, text }: Change): boolean {
  const isBefore = removed > 0 ? offset + removed <= range.start : offset < range.start;
  const isAtStart = removed === 0 && offset === range.start && range.start < range.end;
  if (isBefore || isAtStart) {
    const delta = text.length - removed;
    range.start += delta;
    range.end += delta;
    return true;
  }
  return removed > 0 ? offset >= range.end && !(offset === range.end && text !== '') : offset > range.end;
}
