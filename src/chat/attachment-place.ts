/** Lines and UTF-16 units in them, counted from 0. */
export interface Place {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/**
 * Where a text that was attached stands in its document now: nearest to the lines where it stood, which count from 1.
 * `undefined` where it does not occur any more.
 *
 * @param document with LF alone, as the text
 */
export function findPlace(
  document: string,
  text: string,
  lines: readonly [number, number],
): Place | undefined {
  if (text === '') {
    return undefined;
  }
  const stood = startOfLine(document, lines[0] - 1);
  const after = document.indexOf(text, stood);
  const before = document.lastIndexOf(text, stood);
  if (after < 0 && before < 0) {
    return undefined;
  }
  const isAfter = before < 0 || (after >= 0 && after - stood <= stood - before);
  const start = isAfter ? after : before;
  const [startLine, startCharacter] = placeOf(document, start);
  const [endLine, endCharacter] = placeOf(document, start + text.length);
  return { startLine, startCharacter, endLine, endCharacter };
}

/** UTF-16 units before a line; all of them for one beyond the end. */
function startOfLine(document: string, line: number): number {
  let start = 0;
  for (let passed = 0; passed < line; passed += 1) {
    const end = document.indexOf('\n', start);
    if (end < 0) {
      return document.length;
    }
    start = end + 1;
  }
  return start;
}

function placeOf(document: string, offset: number): [line: number, character: number] {
  let line = 0;
  let start = 0;
  for (let end = document.indexOf('\n'); end >= 0 && end < offset; end = document.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return [line, offset - start];
}
