import { posix } from 'node:path';

/** Where a file or document is: a `Uri` of VS Code is one. */
export interface Place {
  readonly scheme: string;
  readonly authority: string;
  /** With slashes, also on Windows, and without any escapes. */
  readonly path: string;
}

/** How an image is named in a document. */
export interface ImagePath {
  readonly path: string;
  /**
   * - `relative`: from the document's folder
   * - `absolute`: from a root, of the file system or, in a document that is on none yet, of the workspace folder
   * - `name`: no path leads from the one to the other, so that the name finds nothing unless the file is moved
   */
  readonly kind: 'relative' | 'absolute' | 'name';
}

/** What is inserted of an image. */
export interface InsertedImage {
  /** As it is, without any escapes. */
  readonly path: string;
  /** From `altFrom`. */
  readonly alt: string;
  /** Pixels; 0 where they are not known. */
  readonly width: number;
  readonly height: number;
}

/**
 * The path by which a document names an image.
 *
 * @param roots paths of the workspace folders that the two are in
 */
export function imagePath(
  document: Place,
  image: Place,
  roots: { readonly document?: string | undefined; readonly image?: string | undefined } = {},
): ImagePath {
  const name = posix.basename(image.path);
  if (document.scheme === 'untitled' && roots.image !== undefined) {
    // It has no folder before it is saved, most likely somewhere in the workspace.
    return { kind: 'absolute', path: `/${posix.relative(roots.image, image.path)}` };
  }
  if (document.scheme !== image.scheme || document.authority !== image.authority) {
    return { kind: 'name', path: name };
  }
  if (roots.document !== roots.image || driveOf(document.path) !== driveOf(image.path)) {
    return { kind: 'absolute', path: image.path };
  }
  return { kind: 'relative', path: posix.relative(posix.dirname(document.path), image.path) };
}

/** Of Windows, where no relative path leads from one to another. */
function driveOf(path: string): string | undefined {
  return /^\/([a-z]):/i.exec(path)?.[1]?.toLowerCase();
}

/** A text, such as a prompt, as the alternative for an image: one line, without what would turn its direction. */
export function altFrom(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim();
}

const MARKDOWN = new Set(['markdown', 'mdx', 'quarto', 'rmd']);

/** HTML itself, and what is written around HTML. */
const HTML = new Set([
  'html',
  'xhtml',
  'vue',
  'vue-html',
  'svelte',
  'astro',
  'php',
  'blade',
  'handlebars',
  'erb',
  'ejs',
  'twig',
  'liquid',
  'django-html',
  'jinja-html',
  'razor',
  'aspnetcorerazor',
]);

const JSX = new Set(['javascriptreact', 'typescriptreact']);

/** What shows an image in a document of this language; where nothing does, its path. */
export function imageText(languageId: string, image: InsertedImage): string {
  const address = encodedPath(image.path);
  if (MARKDOWN.has(languageId)) {
    return `![${markdownText(image.alt)}](${address})`;
  }
  if (HTML.has(languageId)) {
    return htmlImage(`"${htmlText(address)}"`, `"${htmlText(image.alt)}"`, image, (size) => `"${size}"`, '>');
  }
  if (JSX.has(languageId)) {
    return htmlImage(jsxText(address), jsxText(image.alt), image, (size) => `{${size}}`, ' />');
  }
  // A name with a line break could put lines of its own into code.
  return /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(image.path) ? address : image.path;
}

/**
 * A path as an address: what Markdown, HTML or an address gives a meaning to is escaped. Letters of any script stay, so
 * that the path can be read; a colon does not, since what stands before it could be taken for a scheme.
 */
function encodedPath(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\p{L}\p{N}\p{M}\-._~/@+,=]/gu, (character) =>
      [...Buffer.from(character)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join(''),
    );
}

/**
 * Besides CommonMark's own: `$` begins maths, `|` ends a table's cell, and a brace begins code in MDX. An address that
 * becomes a link by itself would take the escapes that follow as part of it.
 */
function markdownText(text: string): string {
  return text.replace(/[\\`*_[\]<~$|{}]|&(?=[#\p{L}])|:(?=\/\/)/gu, String.raw`\$&`);
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  // What templates take for code, also inside an attribute.
  ['{', '&#123;'],
  ['}', '&#125;'],
  ['@', '&#64;'],
]);

function htmlText(text: string): string {
  return text.replace(/[&<>"'{}@]/g, (character) => ENTITIES.get(character) ?? character);
}

/** In quotes where they can hold it: between them JSX knows no escapes but entities. */
function jsxText(text: string): string {
  return /["&<>{}\\]/.test(text) ? `{${JSON.stringify(text)}}` : `"${text}"`;
}

function htmlImage(
  src: string,
  alt: string,
  { width, height }: InsertedImage,
  sizeText: (size: number) => string,
  end: string,
): string {
  const size = width > 0 && height > 0 ? ` width=${sizeText(width)} height=${sizeText(height)}` : '';
  return `<img src=${src} alt=${alt}${size}${end}`;
}
