/** Stands for a line break where there is but one line. */
export const LINE_BREAK = '↵';

/** A text as it can be changed in a field of one line. */
export function toOneLine(text: string): string {
  return text.replace(/\r\n?|\n/g, ` ${LINE_BREAK} `);
}

/** The text that a field of one line means. */
export function fromOneLine(typed: string): string {
  return typed.replace(/ ?↵ ?/g, '\n');
}
