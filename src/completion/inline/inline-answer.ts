/** What an answer is to be put into. */
export interface InlineSurroundings {
  /** With line feeds only. */
  readonly prefix: string;
  readonly suffix: string;
  /** Lines that are suggested at most. */
  readonly mostLines: number;
}

/** UTF-16 units that tell a text from others: letters and digits of what is repeated, or all of a line. */
const TELLING = 3;
/** UTF-16 units of what is said once more that are looked for. */
const MOST_REPEATED = 400;
/** What is not seen, or has text seen in another order than it is in: nobody could tell what they accept. */
const UNSEEN = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * The texts that can be put at the cursor, of what a model says; each once, in their order, with line feeds only. What
 * stands before or after the cursor already is left out, and with the text that follows, the answer ends.
 */
export function inlineCandidates(answers: readonly string[], surroundings: InlineSurroundings): string[] {
  const texts = answers.map((answer) => inlineCandidate(answer, surroundings));
  return [...new Set(texts.filter((text) => text.trim() !== ''))];
}

/** With the line ends of the document. */
export function withLineEnds(text: string, eol: '\n' | '\r\n'): string {
  return eol === '\n' ? text : text.replaceAll('\n', eol);
}

function inlineCandidate(answer: string, { prefix, suffix, mostLines }: InlineSurroundings): string {
  const plain = answer
    // What VS Code takes for the end of a line, or asks about when it is in a file.
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNSEEN, '')
    // A character may be cut at the end, where `max_tokens` ended the answer.
    .replace(/[\ud800-\udbff\ufffd]+$/, '')
    .toWellFormed();
  const fresh = withoutPrefix(withoutFence(plain, prefix), prefix);
  const [rest = ''] = suffix.split('\n', 1);
  const fitting = rest.trim() === '' ? untilSuffix(fresh, suffix) : withinLine(fresh, rest);
  return fitting.split('\n').slice(0, mostLines).join('\n').trimEnd();
}

/** Chat models wrap code in fences; where the document is in one itself, the fence that ends it is not ours. */
function withoutFence(text: string, prefix: string): string {
  const [, inside] = /^\s*```[\w+-]*\n([\s\S]*?)(?:\n```\s*$|$)/.exec(text) ?? [];
  return inside === undefined || /^ {0,3}```/m.test(prefix) ? text : inside;
}

/** Without the beginning that repeats what stands before the cursor, from the beginning of a line on. */
function withoutPrefix(text: string, prefix: string): string {
  const near = prefix.slice(-MOST_REPEATED);
  for (const { index } of near.matchAll(/^/gm)) {
    if (index === 0 && near.length < prefix.length) {
      continue;
    }
    const line = near.slice(index);
    for (const said of [line, line.trimStart()]) {
      // Brackets may well come twice.
      if (said.replace(/[^\p{L}\p{N}]/gu, '').length >= TELLING && text.startsWith(said)) {
        return text.slice(said.length);
      }
    }
  }
  return text;
}

/** Up to the line that follows the cursor, and without what the document goes on with. */
function untilSuffix(text: string, suffix: string): string {
  const [line, second] = suffix.split('\n').flatMap((each) => each.trim() || []);
  const lines = text.split('\n');
  const end = lines.findIndex((each, index) => {
    if (index === 0 || each.trim() !== line) {
      return false;
    }
    // A bracket says little by itself: it must close what is not of the answer, and the next line follow here too.
    const then = lines.slice(index + 1).find((later) => later.trim() !== '');
    const isTelling = line.length >= TELLING || then === undefined || then.trim() === second;
    return isTelling && isClosed(lines.slice(0, index).join('\n'), line);
  });
  return end < 0 ? withoutOverlap(text, suffix.trimStart()) : lines.slice(0, end).join('\n');
}

/** The first line, up to what stands behind the cursor in it. */
function withinLine(text: string, rest: string): string {
  const [line = ''] = text.split('\n', 1);
  const [first = ''] = rest.trimStart();
  if (/["'`]/.test(first) && line.includes(first)) {
    return line.slice(0, line.indexOf(first));
  }
  if (CLOSERS.test(first)) {
    let depth = 0;
    for (const [at, character] of [...line].entries()) {
      depth += /[([{]/.test(character) ? 1 : /[)\]}]/.test(character) ? -1 : 0;
      if (depth < 0) {
        return [...line].slice(0, at).join('');
      }
    }
    return line;
  }
  const at = line.lastIndexOf(rest.trim());
  return at >= 0 ? line.slice(0, at) : withoutOverlap(line, rest.trim());
}

/** Without an end that is the beginning of what follows. */
function withoutOverlap(text: string, following: string): string {
  const end = text.trimEnd();
  for (let length = Math.min(end.length, following.length, MOST_REPEATED); length > 0; length -= 1) {
    const said = following.slice(0, length);
    const kept = end.slice(0, end.length - length);
    if ((length >= TELLING || CLOSERS.test(said)) && end.endsWith(said) && isClosed(kept, said.trim())) {
      return kept;
    }
  }
  return text;
}

/** What only closes something. */
const CLOSERS = /^[)\]}>;,]+$/;

/** Whether a text leaves nothing open that `end` would close; what is more than brackets closes nothing. */
function isClosed(text: string, end: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return !CLOSERS.test(end) || count(/[([{]/g) <= count(/[)\]}]/g);
}
