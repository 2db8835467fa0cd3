/** Answers as models write them, made by rule: the same size is always the same text. */
export type AnswerKind = 'mixed' | 'code' | 'list';

/** How an answer ends, so that it can be told that all of it has come. */
export const LAST_WORDS = 'That is all there is to say.';

const KIB = 1024;

/** Markdown of about so many KiB. */
export function answer(kind: AnswerKind, size: number): string {
  const end = `\n\n${LAST_WORDS}\n`;
  let text = OPENINGS[kind];
  for (let part = 1; text.length + end.length < size * KIB; part++) {
    text += PARTS[kind](part);
  }
  return `${text}${kind === 'code' ? '```' : ''}${end}`;
}

/** A text in so many pieces of about the same length, cut anywhere. */
export function inChunks(text: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    text.slice(Math.floor((index * text.length) / count), Math.floor(((index + 1) * text.length) / count)),
  ).filter((chunk) => chunk !== '');
}

/** One of many short answers, of about 1 KiB. */
export function reply(number: number): string {
  return number % 3 === 0
    ? `It reads it **once**, in \`readTurn${number}\`:\n\n${codeBlock(number)}\n\n- first the time\n- then the turn\n`
    : PARTS.mixed(number);
}

const OPENINGS: Record<AnswerKind, string> = {
  mixed: 'Here is how it works, step by step.\n\n',
  code: 'The whole file:\n\n```ts\n',
  list: '',
};

const PARTS: Record<AnswerKind, (part: number) => string> = {
  mixed: (part) => `## Step ${part}: read the log

The keeper's log has **one line** for each turn of the lamp, see [the manual](https://example.com/manual#${part}); a line
that is cut off is *left out*, as \`readLog\` tells. It takes about ${part} seconds, and is done \`once\` a night.

${codeBlock(part)}

- The first column is the time, in seconds since ${part} o'clock.
- The second is the turn:
  - \`fixed\` for a steady light,
  - \`flash\` for a flash, of which there are ${part}.
- The third may be missing.

| Column | Type | Unit | What it tells |
|---|---|:-:|---|
| \`time\` | number | s | when turn ${part} began |
| \`turn\` | text | – | **fixed** or *flash* |
| \`angle\` | number | ° | where the lamp stood |
| \`oil\` | number | l | how much was left after turn ${part} |

1. Open the file.
2. Read line ${part}, and split it at its tabs.
3. Check that there are three columns.

> A log of another lighthouse has other columns: then \`readLog\` throws.

`,
  code: (part) => `${codeLines(part)}\n`,
  list: (part) =>
    part % 4 === 0
      ? `  - below it, \`entry-${part}\` with a [link](https://example.com/${part}) and *more* words\n`
      : `- **Entry ${part}** of the list, which says in one line what turn ${part} of the lamp was like\n`,
};

function codeBlock(part: number): string {
  return `\`\`\`ts\n${codeLines(part)}\`\`\``;
}

function codeLines(part: number): string {
  return `/** Turn ${part}, as the log tells it. */
export function readTurn${part}(line: string, start = ${part}): Turn {
  const [time, turn, angle = '0'] = line.split('\\t');
  if (time === undefined || !KINDS.includes(turn)) {
    throw new Error(\`Line ${part} is none: \${line}\`); // as the manual says
  }
  return { time: Number(time) - start, turn, angle: Number.parseFloat(angle) };
}
`;
}
