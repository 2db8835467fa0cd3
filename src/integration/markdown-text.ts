/**
 * Text as Markdown that shows it as it is: no mark-up, no link, no icon, no HTML. One line, of bounded length; unlike
 * VS Code's `appendText`, it can still be broken at its blanks.
 */
export function markdownText(text: string, length = 300): string {
  const line = text
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .toWellFormed();
  const short = line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
  // Any ASCII punctuation may be escaped; with it go autolinks, too.
  return short.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
