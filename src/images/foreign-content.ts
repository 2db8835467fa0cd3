import { viewOf } from './byte-view.ts';

/** What is no image, or none that is worked with here. */
export type ForeignContent =
  | 'empty'
  | 'svg'
  | 'html'
  | 'xml'
  | 'json'
  | 'text'
  | 'bmp'
  | 'tiff'
  | 'avif'
  | 'heic'
  | 'pdf'
  | 'zip'
  | 'unknown';

/** Bytes that are looked at. */
const HEAD = 4096;

/** How files begin that are mistaken for such images. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, content: ForeignContent])[] = [
  // The length of the file, of which we know no more here, and four bytes that are kept free.
  [/^BM.{4}\p{Cc}{4}/su, 'bmp'],
  [/^(?:II\*\p{Cc}|MM\p{Cc}\*)/u, 'tiff'],
  [/^.{4}ftyp(?:avif|avis)/s, 'avif'],
  [/^.{4}ftyp(?:heic|heix|hevc|heim|heis|mif1|msf1)/s, 'heic'],
  [/^%PDF-/, 'pdf'],
  [/^PK\p{Cc}\p{Cc}/u, 'zip'],
];

/** What there may be before a document begins, apart from blanks. */
const BEFORE_MARKUP = /^(?:\s+|<\?xml[^>]*>|<!--.*?-->|<!DOCTYPE svg[^>[]*(?:\[[^\]]*\]\s*)?>)+/is;

/** Tells what bytes are that are none of the images that we know, for words about them. */
export function foreignContent(bytes: Uint8Array): ForeignContent {
  const head = viewOf(bytes).subarray(0, HEAD);
  if (head.length === 0) {
    return 'empty';
  }
  const raw = head.toString('latin1');
  return BEGINNINGS.find(([beginning]) => beginning.test(raw))?.[1] ?? kindOfText(head);
}

function kindOfText(head: Buffer): ForeignContent {
  if (head.includes(0)) {
    return 'unknown';
  }
  const text = head
    .toString()
    .replace(/^\ufeff/, '')
    .trimStart();
  const markup = text.replace(BEFORE_MARKUP, '');
  if (/^<svg[\s>]/i.test(markup)) {
    return 'svg';
  }
  if (/^<(?:!doctype html|html|head|body|script|title|meta|h1|p|div)\b/i.test(markup)) {
    return 'html';
  }
  if (/^<\?xml/i.test(text)) {
    return 'xml';
  }
  if (/^[[{]/.test(text)) {
    return 'json';
  }
  // A character at the end may be cut.
  return head.toString().slice(0, -1).includes('\ufffd') || /[^\P{Cc}\t\n\f\r]/u.test(text)
    ? 'unknown'
    : 'text';
}
