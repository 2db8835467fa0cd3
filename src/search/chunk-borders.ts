import type { Unit } from './chunk-units.ts';

/** How good it is to cut before each unit. */
export interface Borders {
  /** The more the better. Of equally good ones, their text decides, which stays the same wherever it moves. */
  readonly priority: Float64Array;
  /** Whether something new begins there, to which what is before says nothing. */
  isClean(index: number): boolean;
}

/** What is added for a rank; below it is the hash of the lines. */
const RANK = 2 ** 32;
const DEEPEST = 7;
/** From this rank on, something new begins. */
const CLEAN = 24;

const MARKDOWN = /^(?:markdown|mdx|quarto|rmd|prompt|instructions|chatmode|chatagent|skill)$/;
/** What ends something rather than beginning it. */
const CLOSER = /^(?:[)\]}>]|end\b|fi\b|done\b|esac\b|else\b|elif\b|catch\b|except\b|finally\b|<\/)/;

/** @param language VS Code's id */
export function bordersOf(units: readonly Unit[], language = ''): Borders {
  const ranks = MARKDOWN.test(language) ? markdownRanks(units) : codeRanks(units);
  const priority = new Float64Array(units.length);
  for (const index of units.keys()) {
    const hash = mixed(textAt(units, index), mixed(textAt(units, index - 1), 0x811c9dc5));
    priority[index] = (ranks[index] ?? 0) * RANK + hash;
  }
  return { priority, isClean: (index) => index === 0 || (ranks[index] ?? 0) >= CLEAN };
}

/** Best behind a blank line, and the better the less indented; not before what closes something. */
function codeRanks(units: readonly Unit[]): number[] {
  return units.map((unit, index) => {
    const text = unit.text.trimStart();
    if (unit.column > 0 || text === '') {
      return 0;
    }
    const depth = Math.min(DEEPEST, indentation(unit.text));
    const isAfterBlank = textAt(units, index - 1).trim() === '';
    return CLOSER.test(text) ? 1 : (isAfterBlank ? 17 : 2) + DEEPEST - depth;
  });
}

/** Best before a heading, and the better the higher it is; then behind a blank line; never inside a fence. */
function markdownRanks(units: readonly Unit[]): number[] {
  let fence: string | undefined;
  return units.map((unit, index) => {
    const [, mark = ''] = (unit.column === 0 && /^ {0,3}(`{3,}|~{3,})/.exec(unit.text)) || [];
    const wasInside = fence !== undefined;
    if (fence === undefined) {
      fence = mark === '' ? undefined : mark;
    } else if (mark.startsWith(fence) && unit.text.trim() === mark) {
      fence = undefined;
    }
    if (wasInside || unit.column > 0 || unit.text.trim() === '') {
      return 0;
    }
    const [, signs] = /^ {0,3}(#{1,6})(?:\s|$)/.exec(unit.text) ?? [];
    if (signs !== undefined) {
      return CLEAN + 7 - signs.length;
    }
    return textAt(units, index - 1).trim() === '' ? 10 - Math.min(DEEPEST, indentation(unit.text)) : 1;
  });
}

/** In steps of two, as a tab counts. */
function indentation(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (character !== ' ' && character !== '\t') {
      break;
    }
    columns += character === '\t' ? 2 : 1;
  }
  return Math.ceil(columns / 2);
}

function textAt(units: readonly Unit[], index: number): string {
  return units[index]?.text ?? '';
}

/** FNV-1a, and its bits mixed once more, since short lines differ in few of them. Unsigned, 32 bits. */
function mixed(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
