/** What a prompt template can speak of. */
export interface TemplateContext {
  /** What is selected; `''` where nothing is. */
  readonly selection: string;
  /** The whole document, which stands in for a selection that is wanting. */
  readonly document: string;
  /** Language identifier of VS Code. */
  readonly language: string;
  /** Path below the workspace folder, or the file's name. */
  readonly file: string;
}

export interface FilledTemplate {
  readonly text: string;
  /** Whether the document stood in for a selection and was too long, so that only its beginning is there. */
  readonly wasCut: boolean;
}

/** UTF-16 units of a document that stands in for a selection: as much as the longest models take. */
const LONGEST_DOCUMENT = 400_000;

const PLACEHOLDER = /\$\{(selection|language|file)\}/g;
/** What opens or closes a fence around a placeholder. */
const FENCE = /^([ \t]*)(`{3,}|~{3,})/gm;

/**
 * Fills in a prompt template: `${selection}`, `${language}` and `${file}`. Any other `${…}` stays as it is, and so does
 * what looks like one in the text that is filled in. Where nothing is selected, the whole document is meant. The
 * template's own fences grow where that text has fences of its own, so that it cannot end them.
 */
export function fillTemplate(template: string, context: TemplateContext): FilledTemplate {
  const isWhole = context.selection.trim() === '';
  const wasCut = isWhole && usesSelection(template) && context.document.length > LONGEST_DOCUMENT;
  const selection = withoutLastBreak(
    !isWhole ? context.selection : wasCut ? beginningOf(context.document) : context.document,
  );
  const { language, file } = context;
  const values: Readonly<Record<string, string>> = { selection, language, file };
  const text = withLongerFences(template, selection).replace(
    PLACEHOLDER,
    (placeholder, name: string) => values[name] ?? placeholder,
  );
  return { text: text.trim(), wasCut };
}

/** Whether a template speaks of the selection, so that there has to be something to speak of. */
export function usesSelection(template: string): boolean {
  return /\$\{selection\}/.test(template);
}

function withLongerFences(template: string, text: string): string {
  // All by the same, so that fences of the template that stand in each other still do.
  const growth = { '`': longestRun(text, /`{3,}/g) - 2, '~': longestRun(text, /~{3,}/g) - 2 };
  return template.replace(FENCE, (_, indentation: string, fence: string) => {
    const mark = fence.startsWith('~') ? '~' : '`';
    return indentation + mark.repeat(fence.length + growth[mark]);
  });
}

/** At least 2. */
function longestRun(text: string, pattern: RegExp): number {
  let longest = 2;
  for (const [run] of text.matchAll(pattern)) {
    longest = Math.max(longest, run.length);
  }
  return longest;
}

/** Up to the end of a line, where there is one. */
function beginningOf(document: string): string {
  const start = document.slice(0, LONGEST_DOCUMENT);
  const lastBreak = start.lastIndexOf('\n');
  const cut = lastBreak > 0 ? start.slice(0, lastBreak) : start;
  return `${cut.toWellFormed().replace(/\ufffd$/, '')}\n…`;
}

/** A selection of whole lines ends in a break, which a template has of its own. */
function withoutLastBreak(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}
