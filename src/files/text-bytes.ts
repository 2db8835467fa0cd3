/** Bytes at a file's beginning by which text is told from what is none. */
export const HEAD = 8192;

/**
 * Whether a file's beginning is that of text. `undecided` is what is not UTF-8 and may be text in another encoding,
 * which VS Code has to say.
 *
 * @param isWhole whether there is no more than this; otherwise a character at the end may be cut
 */
export function looksLikeText(head: Uint8Array, isWhole: boolean): 'text' | 'binary' | 'undecided' {
  // UTF-16 has a NUL in each Latin letter.
  if (hasWideMark(head)) {
    return 'undecided';
  }
  if (head.includes(0)) {
    return 'binary';
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isWhole });
    return 'text';
  } catch {
    return 'undecided';
  }
}

/** Whether bytes begin with the byte order mark of UTF-16. */
function hasWideMark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
