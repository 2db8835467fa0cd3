/**
 * Text from a service or a model, made fit for a notification or a label: one line, of bounded length, and
 * without what VS Code would turn into a link that runs a command or opens an address.
 */
export function plainText(text: string, length = 300): string {
  const line = text
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .replaceAll('](', '] (')
    .trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** The same for a label, in which `$(name)` would become an icon. */
export function plainLabel(text: string, length?: number): string {
  return plainText(text, length).replaceAll('$(', '\\$(');
}
