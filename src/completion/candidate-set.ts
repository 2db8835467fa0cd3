import { Candidate } from './candidate.ts';
import type { CandidateChange } from './shared/candidates-protocol.ts';

/** A part of an answer (§2, §6). */
export interface CandidateChoice {
  readonly text: string;
  readonly index: number;
  readonly logprobs?: unknown;
  readonly finish_reason?: string | null | undefined;
}

/** All that came for some places, however often it was asked for; it knows nothing of VS Code. */
export class CandidateSet {
  /** What is asked for each place. */
  readonly #prompts: readonly string[];
  readonly #all = new Map<number, Candidate>();
  /** Of the answer that is coming, by `index`. */
  #coming = new Map<number, Candidate>();
  #n = 1;
  #isEcho = false;
  #before: readonly number[] = [];
  #nextId = 0;
  #gone: number[] = [];

  constructor(prompts: readonly string[]) {
    this.#prompts = prompts;
  }

  /** How many have begun to come of the answer that is coming. */
  get comingCount(): number {
    return this.#coming.size;
  }

  /** The tokens that the service has told of, of the answer that is coming. */
  get comingTokens(): number {
    return [...this.#coming.values()].reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  }

  get(id: number): Candidate | undefined {
    return this.#all.get(id);
  }

  /** An answer is to come with `n` candidates for each place. */
  begin(n: number, isEcho: boolean): void {
    this.#coming = new Map();
    this.#n = n;
    this.#isEcho = isEcho;
    this.#before = this.#prompts.map((_, place) =>
      Math.max(0, ...[...this.#all.values()].map((each) => (each.place === place ? each.number : 0))),
    );
  }

  /** Choice `i` belongs to place `floor(i / n)`; one that was not asked for belongs nowhere. */
  take({ index, text, logprobs, finish_reason }: CandidateChoice): void {
    const place = Math.floor(index / this.#n);
    const prompt = this.#prompts[place];
    if (prompt === undefined || !Number.isInteger(index)) {
      return;
    }
    let candidate = this.#coming.get(index);
    if (candidate === undefined) {
      const number = (this.#before[place] ?? 0) + (index % this.#n) + 1;
      candidate = new Candidate(this.#nextId, place, number, this.#isEcho ? prompt : '');
      this.#nextId += 1;
      this.#coming.set(index, candidate);
      this.#all.set(candidate.id, candidate);
    }
    candidate.push(text, logprobs, finish_reason);
  }

  /**
   * The answer has ended. What says the same as another of its place is counted with that one.
   *
   * @param isWhole whether the service came to its end
   */
  end(isWhole: boolean): void {
    const coming = inOrder(this.#coming.values());
    const whole = [...this.#all.values()].filter(
      (candidate) => candidate.state === 'whole' && !coming.includes(candidate),
    );
    for (const candidate of coming) {
      candidate.end(isWhole);
      const same = whole.find(
        ({ place, text }) =>
          place === candidate.place && text === candidate.text && candidate.state === 'whole',
      );
      if (same) {
        same.countIn(candidate.times);
        this.#all.delete(candidate.id);
        this.#gone.push(candidate.id);
      } else if (candidate.state === 'whole') {
        whole.push(candidate);
      }
    }
    this.#coming = new Map();
  }

  /** What has changed since it was last asked for. */
  changes(): { candidates: CandidateChange[]; gone: number[] } {
    const candidates = inOrder(this.#all.values()).flatMap((candidate) => candidate.change() ?? []);
    return { candidates, gone: this.#gone.splice(0) };
  }

  /** The next changes are everything. */
  forgetShown(): void {
    for (const candidate of this.#all.values()) {
      candidate.forgetShown();
    }
    this.#gone = [];
  }
}

function inOrder(candidates: Iterable<Candidate>): Candidate[] {
  return [...candidates].sort((a, b) => a.place - b.place || a.number - b.number);
}
