/** Lines, and UTF-16 units, of a segment. A line longer than the last is broken in two. */
const LINES = 40;
const ENOUGH = 4_000;
const MOST = 8_000;

export interface Segment {
  readonly element: HTMLElement;
  length: number;
  lines: number;
  isFull: boolean;
}

/**
 * Text that grows at its end, in segments that are laid out one by one: what is added touches only the last. Where
 * it is cut depends on the text alone, and not on how it came.
 */
export class TextFlow {
  readonly segments: Segment[] = [];
  readonly #element: HTMLElement;
  readonly #onChange: (segment: number) => void;
  /** What is shown and may still change. */
  #open = '';

  /** @param onChange is told of the first segment that has changed */
  constructor(element: HTMLElement, onChange: (segment: number) => void = () => {}) {
    this.#element = element;
    this.#onChange = onChange;
  }

  /** Shows this after what is done. */
  show(text: string): void {
    if (!text.startsWith(this.#open)) {
      let common = 0;
      while (common < text.length && text.charCodeAt(common) === this.#open.charCodeAt(common)) {
        common++;
      }
      this.#truncate(this.#open.length - common);
      this.#open = text.slice(0, common);
    }
    const added = text.slice(this.#open.length);
    this.#open = text;
    if (added !== '') {
      this.#add(added);
    }
  }

  /** So much of what is shown stays as it is. */
  finish(length: number): void {
    this.#open = this.#open.slice(length);
  }

  #add(text: string): void {
    let at = 0;
    let last = this.segments.at(-1);
    const changed = last && !last.isFull ? this.segments.length - 1 : this.segments.length;
    while (at < text.length) {
      if (last === undefined || last.isFull) {
        last = { element: document.createElement('span'), length: 0, lines: 0, isFull: false };
        last.element.className = 'md-segment';
        this.segments.push(last);
        this.#element.append(last.element);
      }
      const part = take(last, text, at);
      const { lastChild } = last.element;
      if (lastChild instanceof Text) {
        lastChild.appendData(part);
      } else if (part !== '') {
        last.element.append(part);
      }
      at += part.length;
    }
    this.#onChange(changed);
  }

  #truncate(length: number): void {
    let left = length;
    while (left > 0) {
      const last = this.segments.at(-1);
      if (last === undefined) {
        return;
      }
      if (last.length <= left) {
        left -= last.length;
        last.element.remove();
        this.segments.pop();
      } else {
        const text = last.element.textContent.slice(0, last.length - left);
        last.element.replaceChildren(text);
        last.length = text.length;
        last.lines = text.split('\n').length - 1;
        last.isFull = false;
        left = 0;
      }
    }
    this.#onChange(Math.max(this.segments.length - 1, 0));
  }
}

/** As much as a segment still takes. */
function take(segment: Segment, text: string, start: number): string {
  let at = start;
  while (at < text.length && !segment.isFull) {
    const room = MOST - segment.length;
    const line = text.slice(at, at + room);
    const lineEnd = line.indexOf('\n') + 1;
    let length = lineEnd || line.length;
    if (lineEnd > 0) {
      segment.lines++;
      segment.isFull = segment.lines >= LINES || segment.length + length >= ENOUGH;
    } else if (length === room) {
      segment.isFull = true;
      // Its other half may be still to come.
      length -= /[\ud800-\udbff]/.test(line.charAt(length - 1)) ? 1 : 0;
    }
    segment.length += length;
    at += length;
  }
  return text.slice(start, at);
}
