import type { Moderated, ModerateOptions } from './moderator.ts';
import { linesOf, type Passage, passagesOf } from './passages.ts';
import { type CategoryVerdict, flaggedIn, together, type Verdict } from './verdict.ts';

/** A part of a text that is flagged: a line, or where no line is by itself, what they are together. */
export interface Finding extends Passage {
  /** What it is flagged for, the likeliest first; empty where the service did not say. */
  readonly categories: readonly CategoryVerdict[];
}

/** A passage that was looked at, and its lines where it is flagged. */
interface Looked extends Passage {
  readonly verdict: Verdict;
  lines: readonly (Passage & { readonly verdict?: Verdict })[];
}

export type Ask = (texts: readonly string[], options: ModerateOptions) => Promise<Moderated>;

/**
 * A text that is checked: first by passages, and then what is flagged of it once more by lines, so that what is clean
 * costs one pass. What has come stays when it ends early.
 */
export class TextCheck {
  readonly text: string;
  readonly #passages: readonly Passage[];
  readonly #looked: Looked[] = [];
  #model: string | undefined;
  #isComplete = false;

  /** @param within parts of the text; all of it when absent */
  constructor(text: string, within?: readonly Passage[]) {
    this.text = text;
    this.#passages = (within ?? [{ start: 0, end: text.length }]).flatMap((part) => passagesOf(text, part));
  }

  /** How many passages there are, and how many were looked at. */
  get passages(): number {
    return this.#passages.length;
  }

  get looked(): number {
    return this.#looked.length;
  }

  /** Whether all was looked at, lines included. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** As the service names it. */
  get model(): string | undefined {
    return this.#model;
  }

  /** Of all that was looked at. */
  get verdict(): Verdict {
    return together(
      this.#looked.flatMap(({ verdict, lines }) => [verdict, ...lines.flatMap((line) => line.verdict ?? [])]),
    );
  }

  /** In the order of the text. */
  get findings(): readonly Finding[] {
    return this.#looked.flatMap(findingsIn).sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** Once only. */
  async run(ask: Ask, signal: AbortSignal, onLooked: (count: number) => void = () => {}): Promise<void> {
    const texts = (passages: readonly Passage[]): string[] =>
      passages.map(({ start, end }) => this.text.slice(start, end));
    if (this.#passages.length > 0) {
      await ask(texts(this.#passages), {
        signal,
        onVerdicts: (_, verdicts, model) => {
          this.#model = model;
          for (const verdict of verdicts) {
            const passage = this.#passages[this.#looked.length];
            if (passage) {
              this.#looked.push({ ...passage, verdict, lines: [] });
            }
          }
          onLooked(this.#looked.length);
        },
      });
    }
    const asked: { readonly of: Looked; readonly line: number; readonly passage: Passage }[] = [];
    for (const looked of this.#looked.filter(({ verdict }) => verdict.isFlagged)) {
      const lines = linesOf(this.text, looked);
      if (lines.length > 1) {
        looked.lines = lines;
        asked.push(...lines.map((passage, line) => ({ of: looked, line, passage })));
      }
    }
    if (asked.length > 0) {
      await ask(texts(asked.map(({ passage }) => passage)), {
        signal,
        onVerdicts: (from, verdicts) => {
          for (const [index, verdict] of verdicts.entries()) {
            const line = asked[from + index];
            if (line) {
              line.of.lines = line.of.lines.with(line.line, { ...line.passage, verdict });
            }
          }
        },
      });
    }
    this.#isComplete = true;
  }
}

function findingsIn({ start, end, verdict, lines }: Looked): Finding[] {
  if (!verdict.isFlagged) {
    return [];
  }
  const flagged = lines.flatMap((line): Finding[] =>
    line.verdict?.isFlagged
      ? [{ start: line.start, end: line.end, categories: flaggedIn(line.verdict) }]
      : [],
  );
  // What no line is flagged for by itself, they are together.
  const told = new Set(flagged.flatMap(({ categories }) => categories.map(({ name }) => name)));
  const rest = flaggedIn(verdict).filter(({ name }) => !told.has(name));
  return flagged.length === 0 || rest.length > 0 ? [{ start, end, categories: rest }, ...flagged] : flagged;
}
