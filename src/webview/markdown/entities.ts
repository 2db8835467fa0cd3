// In place of the package of this name, half of which is a table that every browser has: see `alias` in `esbuild.mjs`.

/** What is in it is text, whatever it looks like. */
const field = document.createElement('textarea');
const known = new Map<string, string>();

/** One character that is written by its name in HTML, such as `&auml;`; what is none stays as it is. */
export function decodeHTMLStrict(reference: string): string {
  if (!/^&[a-z][a-z0-9]{1,31};$/i.test(reference)) {
    return reference;
  }
  const decoded = known.get(reference) ?? decode(reference);
  known.set(reference, decoded);
  return decoded;
}

export { decodeHTMLStrict as decodeHTML };

/** Browsers also take names that are followed by letters, as in `&ampere;`, of which the end is left then. */
function decode(reference: string): string {
  field.innerHTML = reference;
  const { value } = field;
  return value.endsWith(';') && reference !== '&semi;' ? reference : value;
}
