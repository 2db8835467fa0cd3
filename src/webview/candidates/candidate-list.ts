import type { CandidateChange, Mark } from '../../completion/shared/candidates-protocol.ts';

/** A candidate as it is shown. */
export interface ShownCandidate extends Omit<CandidateChange, 'keepText' | 'keepMarks' | 'marks'> {
  readonly marks: readonly Mark[];
}

/** The candidates with what has come of them, in the order of their places. */
export function withChanges(
  shown: readonly ShownCandidate[],
  changes: readonly CandidateChange[],
  gone: readonly number[],
): ShownCandidate[] {
  const all = new Map(shown.map((candidate) => [candidate.id, candidate]));
  for (const { keepText, keepMarks, ...change } of changes) {
    const before = all.get(change.id);
    all.set(change.id, {
      ...change,
      text: (before?.text ?? '').slice(0, keepText) + change.text,
      marks: [...(before?.marks ?? []).slice(0, keepMarks), ...change.marks],
    });
  }
  for (const id of gone) {
    all.delete(id);
  }
  return [...all.values()].sort((a, b) => a.place - b.place || a.number - b.number);
}

/** A piece of a candidate's text; with the number of its mark where it is one. */
export interface Piece {
  readonly text: string;
  readonly mark?: number;
}

/** A text as pieces. A token's spaces are no part of what is marked, unless there is nothing else in it. */
export function piecesOf({ text, marks }: Pick<ShownCandidate, 'text' | 'marks'>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [mark, { start, end }] of marks.entries()) {
    const token = text.slice(start, end);
    const spaces = token.trim() === '' ? 0 : token.length - token.trimStart().length;
    const from = Math.max(start + spaces, at);
    if (from > at) {
      pieces.push({ text: text.slice(at, from) });
    }
    pieces.push({ text: text.slice(from, end), mark });
    at = Math.max(end, at);
  }
  if (at < text.length) {
    pieces.push({ text: text.slice(at) });
  }
  return pieces;
}

/** A token with its spaces and breaks to be seen. */
export function visible(token: string): string {
  return token
    .replace(/\r\n|\r|\n/g, '↵')
    .replaceAll('\t', '→')
    .replaceAll(' ', '·');
}
