import type { ChatEvent } from './events.ts';
import { encodeEvent } from './log-format.ts';

/** UTF-16 units of replies' text that are gathered at most. */
const MOST_GATHERED = 64 * 1024;

export interface OutgoingLine {
  readonly number: number;
  readonly event: ChatEvent;
  readonly bytes: Buffer;
}

/**
 * What this window has to say in a conversation's file, on its way there: gathered, ready, written, and forgotten once
 * it is known which lines of others come before it. A line is made once and never changed, so that one that was cut
 * off can be told from one that is lost.
 */
export class OutgoingLines {
  readonly #author: string;
  #lastNumber = 0;
  readonly #gathered = new Map<string, string>();
  #gatheredLength = 0;
  readonly #ready: OutgoingLine[] = [];
  readonly #written: OutgoingLine[] = [];

  /** @param author a name that no other lines have */
  constructor(author: string) {
    this.#author = author;
  }

  /** Whether there is something to write now. */
  get isReady(): boolean {
    return this.#ready.length > 0;
  }

  /** Whether so much is gathered that it should be written. */
  get isFull(): boolean {
    return this.#gatheredLength > MOST_GATHERED;
  }

  /** Text of a reply is gathered. Anything else is ready, and all that came before it. */
  add(event: ChatEvent): void {
    if (event.type === 'text') {
      this.#gathered.set(event.id, (this.#gathered.get(event.id) ?? '') + event.text);
      this.#gatheredLength += event.text.length;
      return;
    }
    this.seal();
    this.#push(event);
  }

  /** Makes lines of what is gathered. */
  seal(): void {
    for (const [id, text] of this.#gathered) {
      this.#push({ type: 'text', id, text });
    }
    this.#gathered.clear();
    this.#gatheredLength = 0;
  }

  /** The lines to write first: so many bytes of them, or a single one. */
  next(bytes: number): readonly OutgoingLine[] {
    let sum = 0;
    const end = this.#ready.findIndex((line, index) => {
      sum += line.bytes.length;
      return index > 0 && sum > bytes;
    });
    return end < 0 ? this.#ready.slice() : this.#ready.slice(0, end);
  }

  /** The first so many are in the file. */
  wrote(count: number): void {
    this.#written.push(...this.#ready.splice(0, count));
  }

  /** All lines up to this one were read in the file. */
  saw(number: number): void {
    // Also among those still to be written: a write that seemed to fail may have reached the disk.
    for (const lines of [this.#written, this.#ready]) {
      while (lines[0] && lines[0].number <= number) {
        lines.shift();
      }
    }
  }

  /** Nobody else has written before what is written. */
  sawAllWritten(): void {
    this.#written.length = 0;
  }

  /** What the file says only behind all that was read of it. */
  unseen(): ChatEvent[] {
    return [
      ...this.#written.map(({ event }) => event),
      ...this.#ready.map(({ event }) => event),
      ...Array.from(this.#gathered, ([id, text]): ChatEvent => ({ type: 'text', id, text })),
    ];
  }

  /** Whether it matters which comes first, an event of another window or what is unseen. */
  matterTo(event: ChatEvent): boolean {
    const subjects = subjectsOf(event);
    const isOfThese = (line: OutgoingLine) =>
      subjectsOf(line.event).some((subject) => subjects.includes(subject));
    return (
      this.#written.some(isOfThese) ||
      this.#ready.some(isOfThese) ||
      subjects.some((subject) => this.#gathered.has(subject))
    );
  }

  #push(event: ChatEvent): void {
    const bytes = encodeEvent(event, this.#author, this.#lastNumber + 1);
    this.#lastNumber++;
    this.#ready.push({ number: this.#lastNumber, event, bytes });
  }
}

/** What an event is about: the conversation as a whole, which is `''`, or a reply's text, or both. */
function subjectsOf(event: ChatEvent): readonly string[] {
  switch (event.type) {
    case 'text':
    case 'ended':
    case 'resumed':
      return [event.id];
    case 'reply':
      return ['', event.id];
    default:
      return [''];
  }
}
