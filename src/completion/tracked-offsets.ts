import type { Change } from './streamed-ranges.ts';

interface Tracked {
  start: number;
  end: number;
}

/**
 * Places of a document that text is to go to some time, wherever they move while the document is edited. What was put there
 * is known as long as nobody changes it. Offsets are in UTF-16 units.
 */
export class TrackedOffsets {
  readonly #places: readonly Tracked[];

  constructor(offsets: readonly number[]) {
    this.#places = offsets.map((offset) => ({ start: offset, end: offset }));
  }

  /** Where text is to go, in place of ours that stands there. */
  at(index: number): { readonly start: number; readonly end: number } | undefined {
    return this.#places[index];
  }

  /** Whether our text stands there, as we put it. */
  isFilled(index: number): boolean {
    const place = this.#places[index];
    return place !== undefined && place.end > place.start;
  }

  /** Our own text of this length, in place of what `at` said. */
  filled(index: number, length: number): void {
    const place = this.#places[index];
    if (place) {
      const { start, end } = place;
      for (const other of this.#places) {
        if (other !== place) {
          move(other, start, end - start, length);
        }
      }
      place.end = start + length;
    }
  }

  /** Somebody else's changes, made at one moment. */
  changed(changes: readonly Change[]): void {
    // From the end of the document to its beginning, no change moves the place of one still to come.
    for (const { offset, removed, text } of [...changes].sort((a, b) => b.offset - a.offset)) {
      for (const place of this.#places) {
        move(place, offset, removed, text.length);
      }
    }
  }
}

function move(place: Tracked, offset: number, removed: number, added: number): void {
  const last = offset + removed;
  const { start, end } = place;
  if (last <= start) {
    // Also of what is typed right there: text goes behind it, as the cursor does.
    place.start += added - removed;
    place.end += added - removed;
  } else if (offset < end) {
    place.end = last >= end ? offset + added : end + added - removed;
    place.start = place.end;
  }
}
