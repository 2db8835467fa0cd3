import { fenceDepth, fenceWithin, hasFence, soleFence } from './fences.ts';
import { restoreIndentation } from './indentation.ts';
import type { Markers } from './markers.ts';

/** What an answer is judged by. All line ends are `\n`. */
export interface AnswerContext {
  /** The text that was to change. */
  readonly input: string;
  /** What stands before it in the document. */
  readonly before: string;
  /** VS Code's id. */
  readonly language: string;
  /** Those of the prompt; absent where the service was asked by `/v1/edits`, which wraps nothing in words. */
  readonly markers?: Markers | undefined;
}

/**
 * The new text that an answer means. What models put around it is taken away where there can be no doubt that it is
 * not of the text: markers of the prompt, a fence around everything, a line that leads in. Its end is that of the
 * input: as many line breaks as there were.
 */
export function cleanAnswer(answer: string, context: AnswerContext): string {
  const { input, markers } = context;
  let text = withPlainBreaks(answer);
  if (markers) {
    text = withoutMarkers(withoutThoughts(text, input), markers);
    text = withoutLeadIn(text, context);
  }
  text = withoutFence(text, context);
  if (markers) {
    // Inside a fence as well as around one.
    text = restoreIndentation(withoutMarkers(text, markers), context);
  }
  return withEndOf(input, text).toWellFormed();
}

/** VS Code's documents have one kind of line end, and write their own. */
function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** What some models think aloud before they answer. */
function withoutThoughts(text: string, input: string): string {
  const [, tag] = /^\s*<(think|thinking)>/i.exec(text) ?? [];
  const end = tag === undefined ? -1 : text.toLowerCase().indexOf(`</${tag.toLowerCase()}>`);
  return tag === undefined || end < 0 || /<think/i.test(input)
    ? text
    : text.slice(end + tag.length + '</>'.length).replace(/^[ \t]*\n+/, '');
}

/**
 * Markers occur in no document: what is between them, or on their inner side, is the answer. Where a sentence speaks
 * of them, they stand within a line.
 */
function withoutMarkers(text: string, { before, edit, after }: Markers): string {
  const hasOwn = startOf(edit.open, text) >= 0 || endOf(edit.close, text) >= 0;
  // Else the surroundings may have been told once more.
  const [open, close] = hasOwn ? [edit.open, edit.close] : [before.close, after.open];
  const start = startOf(open, text);
  const inner = start < 0 ? text : text.slice(start + open.length).replace(/^[ \t]*\n/, '');
  const end = hasOwn ? endOf(close, inner) : startOf(close, inner);
  return end < 0 ? inner : inner.slice(0, end).replace(/\n[ \t]*$/, '');
}

/** Where a marker begins a line; -1 where it does not. */
function startOf(marker: string, text: string): number {
  const found = new RegExp(`^[ \\t]*${marker}`, 'm').exec(text);
  return found ? found.index + found[0].length - marker.length : -1;
}

/** Where a marker that ends a line begins, the last of them; -1 where there is none. */
function endOf(marker: string, text: string): number {
  for (let at = text.lastIndexOf(marker); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(marker, at - 1)) {
    if (/^[ \t]*(?:\n|$)/.test(text.slice(at + marker.length, at + marker.length + 200))) {
      return at;
    }
  }
  return -1;
}

/** Where a document itself may well consist of fences and of sentences before them. */
const MARKDOWN =
  /markdown|^(?:mdx|mdc|markdoc|quarto|rmd|djot|prompt|instructions|chatmode|chatagent|skill|git-commit|scminput)$/;
/** Where it may be any text. */
const PROSE = /^(?:plaintext|text|restructuredtext|asciidoc|latex|tex|typst|org)$/;
/** What is said behind a fence around Markdown. */
const MARKDOWN_INFO = /^\{?\.?(?:markdown|md|mdx)\b/i;

function withoutFence(text: string, { input, language }: AnswerContext): string {
  const fenced = soleFence(text);
  if (!fenced || fenceDepth(text) <= fenceDepth(input)) {
    return text;
  }
  // In Markdown, only a fence that is said to hold Markdown is certain not to be what was asked for.
  return MARKDOWN.test(language) && !MARKDOWN_INFO.test(fenced.info) ? text : fenced.content;
}

/** Leads in, such as “Here is the edited code:”. Nothing that code is written with. */
const LEAD_IN = /^\p{Lu}[\p{L}\p{M}\p{N} ,.!'’"“”`()_-]* [\p{L}\p{M}\p{N}'’"“”`()_-]+:$/u;
/** What is said afterwards, in one sentence or two. */
const CLOSING_WORDS = /^\p{Lu}[^\n{};=]* [^\n{};=]*[.!?]$/u;
const LONGEST_SENTENCE = 200;

function withoutLeadIn(text: string, { input, language }: AnswerContext): string {
  if (MARKDOWN.test(language) || PROSE.test(language) || hasFence(input)) {
    return text;
  }
  const found = fenceWithin(text);
  const lead = found?.lead.trim() ?? '';
  const tail = found?.tail.trim() ?? '';
  const isCertain =
    found &&
    (lead !== '' || tail !== '') &&
    (lead === '' || isSentence(lead, LEAD_IN)) &&
    (tail === '' || isSentence(tail, CLOSING_WORDS)) &&
    !input.includes(lead || tail);
  return isCertain ? found.content : text;
}

function isSentence(text: string, pattern: RegExp): boolean {
  return text.length <= LONGEST_SENTENCE && pattern.test(text);
}

/** With as many line breaks at its end as the input has; what is written anew keeps its own. */
function withEndOf(input: string, text: string): string {
  return input === '' ? text : text.slice(0, endOfLines(text)) + input.slice(endOfLines(input));
}

/** Where the line breaks at a text's end begin. A pattern would search from each of a million. */
function endOfLines(text: string): number {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 10) {
    end -= 1;
  }
  return end;
}
