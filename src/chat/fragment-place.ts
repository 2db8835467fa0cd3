/** Lines of a text, counted from 0, the last one included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface FragmentPlace extends LineRange {
  /** The fragment, moved in as far as what it stands for. */
  readonly code: string;
}

/**
 * Where code belongs that is only a part of a text: models often answer with the one function that changes. It is
 * found only where there is no doubt: its first and its last line are in the text once each, in this order.
 *
 * @param text lines end in `\n`
 */
export function placeOfFragment(text: string, code: string): FragmentPlace | undefined {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const written = code.split('\n').filter((line) => line.trim() !== '');
  const [top = ''] = written;
  const bottom = written.at(-1) ?? '';
  const first = onlyLine(lines, top);
  if (written.length < 2 || first === undefined) {
    return undefined;
  }
  // A closing bracket is anywhere; below the first line, it is the one that is as far in.
  const shift = indentationOf(lines[first] ?? '').length - indentationOf(top).length;
  const last =
    onlyLine(lines, bottom) ??
    lines.findIndex(
      (line, index) =>
        index > first &&
        line.trim() === bottom.trim() &&
        indentationOf(line).length - indentationOf(bottom).length === shift,
    );
  if (last <= first) {
    return undefined;
  }
  const own = indentationOf(top);
  const wanted = indentationOf(lines[first] ?? '');
  const more = wanted.endsWith(own) ? wanted.slice(0, wanted.length - own.length) : '';
  return { first, last, code: more === '' ? code : code.replace(/^(?=.*\S)/gm, more) };
}

/** The index of a line that is there once, however far it is moved in. */
function onlyLine(lines: readonly string[], wanted: string): number | undefined {
  const trimmed = wanted.trim();
  const found = lines.flatMap((line, index) => (line.trim() === trimmed ? index : []));
  return found.length === 1 ? found[0] : undefined;
}

function indentationOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}
