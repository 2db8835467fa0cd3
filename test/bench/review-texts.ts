/** Texts made by rule: the same each time. */

export interface ProposedText {
  /** The document's text. */
  readonly text: string;
  /** What the service makes of it. */
  readonly proposed: string;
  /** How many lines of the document are not in what is proposed. */
  readonly changedLines: number;
}

/** The name of the long document in the workspace of the benchmarks, and of the short one. */
export const LONG_FILE = 'long.txt';
export const SHORT_FILE = 'short.txt';

export const LONG_LINES = 20_000;
export const LONG_HUNKS = 200;

export function longText(): ProposedText {
  return proposedText(LONG_LINES, LONG_HUNKS);
}

export function shortText(): ProposedText {
  return proposedText(40, 3);
}

/** As many hunks, far apart from the top on: by turns another word, a line more, a line less, and three lines anew. */
function proposedText(lineCount: number, hunks: number): ProposedText {
  const lines = Array.from({ length: lineCount }, (_, index) => line(index, 'turned once'));
  const proposed: string[] = [];
  const every = Math.floor(lineCount / hunks);
  let changedLines = 0;
  for (let index = 0; index < lineCount; ) {
    const hunk = Math.floor(index / every);
    const change = index % every === 4 && hunk < hunks ? CHANGES[hunk % CHANGES.length] : undefined;
    if (change) {
      proposed.push(...change.lines(index));
      index += change.taken;
      changedLines += change.changed;
    } else {
      proposed.push(lines[index] ?? '');
      index++;
    }
  }
  return { text: `${lines.join('\n')}\n`, proposed: `${proposed.join('\n')}\n`, changedLines };
}

interface Change {
  /** How many lines the new ones stand for, and how many of those are gone. */
  readonly taken: number;
  readonly changed: number;
  lines(index: number): string[];
}

const CHANGES: readonly Change[] = [
  { taken: 1, changed: 1, lines: (index) => [line(index, 'flashed twice')] },
  {
    taken: 1,
    changed: 0,
    lines: (index) => [line(index, 'turned once'), `and was oiled after turn ${index}`],
  },
  { taken: 1, changed: 1, lines: () => [] },
  {
    taken: 3,
    changed: 3,
    lines: (index) => [0, 1, 2].map((by) => `At ${index + by} o’clock nobody has seen a light.`),
  },
];

function line(index: number, what: string): string {
  return `${index % 3 === 0 ? '  ' : ''}turn ${index}: the lamp ${what}`;
}
