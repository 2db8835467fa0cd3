import type { CandidateChange, Mark } from './shared/candidates-protocol.ts';
import { confidenceIn, type PlacedToken, TokenPlaces } from './token-odds.ts';

/** A token less likely than this is shown as one that the model was not sure of. */
const UNSURE = 0.7;

/** One answer for one place, as it comes: its text, and how sure the model was of it. */
export class Candidate {
  readonly id: number;
  readonly place: number;
  readonly number: number;
  /** How many came that say the same. */
  times = 1;
  /** What `echo` may have put before it. */
  readonly #prompt: string;
  readonly #tokens = new TokenPlaces();
  /** All that came, the prompt included where it is repeated. */
  #received = '';
  /** Where the answer begins in it; `undefined` while that cannot be told. */
  #start: number | undefined;
  #finish = '';
  #state: CandidateChange['state'] = 'growing';
  /** Of its own tokens, which were looked at, and which of them are marked. */
  #lookedAt = 0;
  #own: PlacedToken[] = [];
  #marks: Mark[] = [];
  #isChanged = true;
  /** How much the page has. */
  #shownText = 0;
  #shownMarks = 0;

  /** @param prompt empty where it is not to be repeated */
  constructor(id: number, place: number, number: number, prompt: string) {
    this.id = id;
    this.place = place;
    this.number = number;
    this.#prompt = prompt;
    this.#start = prompt === '' ? 0 : undefined;
  }

  get text(): string {
    return this.#start === undefined ? '' : this.#received.slice(this.#start);
  }

  get state(): CandidateChange['state'] {
    return this.#state;
  }

  /** How many tokens of it are known; 0 where the service tells of none. */
  get tokenCount(): number {
    return this.#own.length;
  }

  push(text: string, logprobs: unknown, finishReason: string | null | undefined): void {
    this.#received += text;
    this.#finish = finishReason ?? this.#finish;
    this.#tokens.push(text, logprobs);
    this.#findStart(false);
    this.#look();
    this.#isChanged = true;
    if (finishReason) {
      this.end(true);
    }
  }

  /** @param isWhole whether the answer came to its end */
  end(isWhole: boolean): void {
    if (this.#state === 'growing') {
      this.#state = isWhole ? 'whole' : 'broken';
      this.#tokens.end();
      this.#findStart(true);
      this.#look();
      this.#isChanged = true;
    }
  }

  /** As many more came that say the same. */
  countIn(others: number): void {
    this.times += others;
    this.#isChanged = true;
  }

  /** The page has nothing of it. */
  forgetShown(): void {
    this.#shownText = 0;
    this.#shownMarks = 0;
    this.#isChanged = true;
  }

  /** What the page is to be told; `undefined` when it knows all. */
  change(): CandidateChange | undefined {
    if (!this.#isChanged) {
      return undefined;
    }
    const { text } = this;
    const keepText = this.#shownText;
    const keepMarks = Math.min(this.#shownMarks, this.#marks.length);
    this.#isChanged = false;
    this.#shownText = text.length;
    this.#shownMarks = this.#marks.length;
    return {
      id: this.id,
      place: this.place,
      number: this.number,
      keepText,
      keepMarks,
      text: text.slice(keepText),
      marks: this.#marks.slice(keepMarks),
      confidence: confidenceIn(this.#own) ?? null,
      state: this.#state,
      finish: this.#finish.slice(0, 100),
      times: this.times,
      isEchoed: (this.#start ?? 0) > 0,
    };
  }

  /** A service that knows nothing of `echo` begins with the answer. */
  #findStart(isOver: boolean): void {
    if (this.#start !== undefined) {
      return;
    }
    if (this.#received.startsWith(this.#prompt)) {
      this.#start = this.#prompt.length;
    } else if (!this.#prompt.startsWith(this.#received)) {
      this.#start = 0;
    } else if (isOver) {
      // Not even the prompt came to its end.
      this.#start = this.#received.length;
    }
  }

  #look(): void {
    const start = this.#start;
    if (this.#tokens.isLost) {
      this.#own = [];
      this.#marks = [];
      return;
    }
    if (start === undefined) {
      return;
    }
    const { found } = this.#tokens;
    for (const token of found.slice(this.#lookedAt)) {
      if (token.end > start) {
        this.#own.push(token);
        const { probability, alternatives } = token;
        if (probability !== undefined && probability < UNSURE) {
          this.#marks.push({
            start: Math.max(token.start - start, 0),
            end: token.end - start,
            probability,
            alternatives: [...alternatives],
          });
        }
      }
    }
    this.#lookedAt = found.length;
  }
}
