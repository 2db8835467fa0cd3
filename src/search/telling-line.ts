/** What a piece of text is shown by. */
export interface TellingText {
  /** Of its lines, counted from 0, the first that says something. */
  readonly line: number;
  /** What that says, without the marks of comments and headings. */
  readonly label: string;
  /** What follows it, in one line; may be empty. */
  readonly rest: string;
}

/** UTF-16 units that are shown at most. */
const MOST_LABEL = 160;
const MOST_REST = 240;

/** What comments, headings and quotations begin and end with. */
const OPENING =
  /^\s*(?:\/\/[/!]*|\/\*+!?|\*+\/?(?=\s|$)|<!--|#+(?=\s|$)|--(?=\s|$)|;+(?=\s)|>+(?=\s)|"""|''')\s*/;
const CLOSING = /\s*(?:\*+\/|-->|"""|''')\s*$/;
/** What brings other files in, as languages write it; a sentence may begin with the same words. */
const IMPORT = new RegExp(
  [
    `^import\\b.*['";]`,
    '^import\\s+[\\w.*]+(?:\\s+as\\s+\\w+)?$',
    '^from\\s+\\S+\\s+import\\b',
    '^(?:pub\\s+)?use\\s+[\\w:\\\\{},\\s*]+;$',
    '^using\\s+[\\w.=\\s]+;$',
    '^package\\s+[\\w.]+;?$',
    `^(?:include|require)(?:_\\w+)?[\\s(]+['"]`,
    `^(?:const|let|var)\\s[^=]+=\\s*require\\(`,
    `^(?:export\\b.*|\\}\\s*)\\bfrom\\s+['"]`,
    '^#(?:include|import|pragma|!)',
  ].join('|'),
);
/** What is said of a file as a whole, for lawyers and machines. */
const FORMALITY = /^(?:copyright\b|spdx-|@ts-|eslint-|'use strict'|"use strict"|<\?xml|<!doctype)/i;

/** The first line that says something, for which it needs letters. What only brings other files in is passed over, if it can be. */
export function tellingText(text: string): TellingText {
  const lines = text.split('\n').map((line) => ({ raw: line.trim(), bare: withoutMarks(line) }));
  const says = lines.map(({ bare }) => /[\p{L}\p{N}]/u.test(bare));
  const isNew = lines.map(({ raw, bare }, index) => says[index] === true && !isPreamble(raw, bare));
  const first = isNew.indexOf(true);
  const line = Math.max(0, first < 0 ? says.indexOf(true) : first);
  const rest: string[] = [];
  let length = 0;
  for (let next = line + 1; next < lines.length && length < MOST_REST; next += 1) {
    if (says[next]) {
      const bare = lines[next]?.bare ?? '';
      rest.push(bare.slice(0, MOST_REST));
      length += bare.length + 1;
    }
  }
  const own = lines[line];
  return {
    line,
    label: (own?.bare || own?.raw || '').slice(0, MOST_LABEL).toWellFormed(),
    rest: rest.join(' ').slice(0, MOST_REST).toWellFormed(),
  };
}

function isPreamble(raw: string, bare: string): boolean {
  return IMPORT.test(raw) || FORMALITY.test(bare);
}

function withoutMarks(line: string): string {
  return line.slice(0, 10_000).replace(OPENING, '').replace(CLOSING, '').trim();
}
