/** What the indentation of an answer is judged by. */
export interface IndentedPlace {
  readonly input: string;
  /** What stands before the input. */
  readonly before: string;
  readonly language: string;
}

/** Puts right the indentation of an answer, which models strip or repeat, where its lines show that. */
export function restoreIndentation(answer: string, { input, before, language }: IndentedPlace): string {
  const indentation = indentationOf(input);
  const inLine = before.slice(before.lastIndexOf('\n') + 1);
  if (/^\S/.test(input)) {
    // The part begins behind its line's indentation, which the answer has once more.
    const isDoubled = /^[ \t]+$/.test(inLine) && indentationOf(answer) === inLine;
    return isDoubled ? answer.slice(inLine.length) : answer;
  }
  if (indentation === '' || inLine !== '' || !/^\S/.test(answer)) {
    return answer;
  }
  if (isShifted(input, answer, indentation)) {
    return answer.replace(/^(?=.*\S)/gm, indentation);
  }
  const isStripped =
    isLine(input, answer) || showsStripped(answer, indentation, language) || isOtherLine(input, answer);
  return isStripped ? indentation + answer : answer;
}

/** Of the first line; `''` where that is blank, which shows nothing. */
function indentationOf(text: string): string {
  return /^([ \t]+)\S/.exec(text)?.[1] ?? '';
}

/** Whether the answer begins with the input's own first line, and only that has moved. */
function isLine(input: string, answer: string): boolean {
  const [first = '', ...rest] = input.split('\n');
  const [answered, ...others] = answer.split('\n');
  const indentation = indentationOf(input);
  return (
    first.trim() === answered?.trim() &&
    filled(others).length > 0 &&
    filled(rest).length > 0 &&
    filled(others).every((line) => line.startsWith(indentation))
  );
}

/**
 * Whether the lines behind the first, all as deep as the input's first or deeper, cannot stand under a first line that
 * is not indented: they end what it begins, or it begins nothing.
 */
function showsStripped(answer: string, indentation: string, language: string): boolean {
  const [first = '', ...others] = answer.trimEnd().split('\n');
  const rest = filled(others);
  if (rest.length === 0 || !rest.every((line) => line.startsWith(indentation))) {
    return false;
  }
  const last = rest.at(-1)?.slice(indentation.length) ?? '';
  const endsBlock = /[{([]$/.test(first.trimEnd()) && /^[\])}]/.test(last);
  const isStatement = /[;}]$/.test(first) || (language === 'python' && /[\p{L}\p{N}_)\]}'"]$/u.test(first));
  return endsBlock || isStatement;
}

/** Whether one whole line was changed into another, which has lost nothing but its indentation to the model. */
function isOtherLine(input: string, answer: string): boolean {
  const isLine = (text: string): boolean => !text.trimEnd().includes('\n');
  return isLine(input) && isLine(answer) && input.trim() !== answer.trim();
}

/**
 * Whether the model took the common indentation off all lines: with it, most of them are the input's. Where all of
 * them are, that was what it was asked for.
 */
function isShifted(input: string, answer: string, indentation: string): boolean {
  const before = filled(input.split('\n'));
  const now = filled(answer.split('\n'));
  if (before.length < 2 || now.length < 2 || !before.every((line) => line.startsWith(indentation))) {
    return false;
  }
  const known = new Set(before);
  const same = now.filter((line) => known.has(indentation + line)).length;
  return same > now.length / 2 && same < now.length && !now.some((line) => known.has(line));
}

function filled(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== '');
}
