/** What the line that opens a code block says of it. */
export interface CodeInfo {
  /** As it was written; empty where there is none. A model wrote it: only to be shown and looked up. */
  readonly language: string;
  /** A name or path for people to read; nothing is opened or written by it without asking. */
  readonly fileName: string | undefined;
}

const MAX_LANGUAGE = 40;
const MAX_FILE_NAME = 200;

const NAMED = /(?:^|\s)(?:title|file|filename|path|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/i;

/** Reads `ts`, `ts loader.ts`, `ts title="loader.ts"`, `ts:loader.ts`, `{.ts}` and `src/loader.ts`. */
export function readCodeInfo(info: string): CodeInfo {
  const text = visible(info).trim();
  const [first = ''] = text.split(/\s/, 1);
  const rest = text.slice(first.length).trim();
  const [beforeColon = '', afterColon] = first.startsWith('{') ? [first] : splitOnce(first, ':');
  const named = NAMED.exec(rest);
  const [word = ''] = rest.split(/\s/, 1);
  const fileName =
    named?.[1] ?? named?.[2] ?? named?.[3] ?? afterColon ?? (looksLikeFile(word) ? word : undefined);
  const language = beforeColon.replace(/^\{?\.?|[,}].*$/g, '');
  if (!fileName && looksLikeFile(language)) {
    const extension = /\.(\w+)$/.exec(language)?.[1] ?? '';
    return { language: bounded(extension, MAX_LANGUAGE), fileName: bounded(language, MAX_FILE_NAME) };
  }
  return {
    language: bounded(language, MAX_LANGUAGE),
    fileName: fileName ? bounded(fileName, MAX_FILE_NAME) : undefined,
  };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function looksLikeFile(word: string): boolean {
  return /^[^\s{}=:"'`<>|*?]*[^\s{}=:"'`<>|*?./\\]\.[a-z]\w*$/i.test(word);
}

/** Without what cannot be seen, or would change the order of what can. */
function visible(text: string): string {
  return text.replace(/[\p{Cf}\p{Cs}]/gu, '').replace(/\p{Cc}/gu, ' ');
}

function bounded(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
