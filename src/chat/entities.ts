// In place of the package of this name, whose table is as large as all of the parser: see `alias` in `esbuild.mjs`.

/** Where the host reads Markdown, a name stands for a character only in what a block of code is called. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&apos;', "'"],
  ['&gt;', '>'],
  ['&lt;', '<'],
  ['&num;', '#'],
  ['&plus;', '+'],
  ['&quot;', '"'],
  ['&sol;', '/'],
]);

/** One character that is written by its name in HTML; what is none of those in use stays as it is. */
export function decodeHTMLStrict(reference: string): string {
  return NAMED.get(reference) ?? reference;
}

export { decodeHTMLStrict as decodeHTML };
