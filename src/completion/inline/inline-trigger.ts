import { isSecretFile } from '../../files/secret-files.ts';

/** Why nothing is suggested. */
export type Quiet =
  /** Switched off here. */
  | 'off'
  | 'secret'
  /** The document is too long. */
  | 'tooLong'
  /** The cursor is within a word, or before more of the line. */
  | 'withinLine';

export interface InlineMoment {
  /** Whether suggestions are switched on for the document. */
  readonly isOn: boolean;
  /** With slashes. */
  readonly path: string;
  /** VS Code's id. */
  readonly language: string;
  /** UTF-16 units of the document. */
  readonly length: number;
  /** The line before and after the cursor. */
  readonly before: string;
  readonly after: string;
  /** Whether the person has asked for it by a key or a command. */
  readonly isAsked: boolean;
}

/** UTF-16 units of a document in which suggestions are made. */
export const LONGEST_DOCUMENT = 1_000_000;

const WORD = /[\p{L}\p{M}\p{N}_$]/u;
/** What may stand behind the cursor: what closes or ends something. */
const ENDING = /^[\s)\]}>"'`;,:]*$/;

/** Why no suggestion is ever to be made in a document as it is; `undefined` where some may be. */
export function quietIn(document: Omit<InlineMoment, 'before' | 'after' | 'isAsked'>): Quiet | undefined {
  const { isOn, path, language, length } = document;
  if (!isOn) {
    return 'off';
  }
  if (isSecretFile(path, language)) {
    return 'secret';
  }
  return length > LONGEST_DOCUMENT ? 'tooLong' : undefined;
}

/** Why no suggestion is to be made at this moment; `undefined` where one is. */
export function quietAt(moment: InlineMoment): Quiet | undefined {
  const quiet = quietIn(moment);
  const { before, after, isAsked } = moment;
  if (quiet || isAsked) {
    return quiet;
  }
  const isInWord = WORD.test(before.slice(-1)) && WORD.test(after.slice(0, 1));
  return isInWord || !ENDING.test(after) ? 'withinLine' : undefined;
}

/** Milliseconds. */
const LEAST_DELAY = 60;
const MOST_DELAY = 350;
const FIRST_DELAY = 150;
/** A longer time between two keys is a pause, and says nothing of how fast somebody types. */
const PAUSE = 800;
/** By how much the time between two keys is exceeded when typing has stopped. */
const STOPPED = 1.3;
/** How much the last key counts among all before it. */
const WEIGHT = 0.15;

/** How long to wait after a key before a request: a little longer than this person takes from one key to the next. */
export class InlineDelay {
  #last: number | undefined;
  #between: number | undefined;

  /** @param now milliseconds, by any clock that does not go back */
  typed(now: number): void {
    const since = this.#last === undefined ? Number.POSITIVE_INFINITY : now - this.#last;
    this.#last = now;
    if (since >= 0 && since < PAUSE) {
      this.#between = this.#between === undefined ? since : this.#between + WEIGHT * (since - this.#between);
    }
  }

  /**
   * Milliseconds left to wait after the last key.
   *
   * @param delay milliseconds from the last key on, where it is not for this person's keys to say
   */
  rest(now: number, delay = this.delay): number {
    return Math.min(delay, Math.max(0, (this.#last ?? now) + delay - now));
  }

  /** Milliseconds. */
  get delay(): number {
    const delay = this.#between === undefined ? FIRST_DELAY : this.#between * STOPPED;
    return Math.round(Math.min(MOST_DELAY, Math.max(LEAST_DELAY, delay)));
  }
}
