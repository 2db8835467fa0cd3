import type { Conversation, Message, Reply } from './conversation.ts';
import { isoTime } from './export-json.ts';
import { attachmentBlock } from './wire-messages.ts';

/** The words of an exported conversation, in the person's language. `{0}` stands for what differs. */
export interface ExportWords {
  readonly untitled: string;
  readonly you: string;
  /** A date. */
  readonly created: string;
  readonly model: string;
  readonly systemPrompt: string;
  readonly stopped: string;
  /** What went wrong. */
  readonly failed: string;
  readonly unfinished: string;
  readonly empty: string;
}

/** The branch that is shown, as Markdown: each message under a heading, what was attached to it in fences. */
export function exportAsMarkdown(conversation: Conversation, words: ExportWords): string {
  const path = conversation.path();
  const models = new Set(path.flatMap((message) => (message.role === 'assistant' ? [message.model] : [])));
  const facts = [
    fill(words.created, isoTime(conversation.created).slice(0, 16).replace('T', ' ').concat(' UTC')),
    ...(models.size > 0 ? [fill(words.model, [...models].map(inline).join(', '))] : []),
  ];
  const { system } = conversation;
  const parts = [
    `# ${inline(conversation.title) || words.untitled}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...(system?.trim() ? [`## ${words.systemPrompt}`, closed(system)] : []),
    ...path.flatMap((message) => messageParts(message, words)),
  ];
  return `${parts.join('\n\n')}\n`.toWellFormed();
}

function messageParts(message: Message, words: ExportWords): string[] {
  if (message.role === 'user') {
    const { attachments, text } = message;
    return [`## ${words.you}`, ...attachments.map(attachmentBlock), ...(text.trim() ? [closed(text)] : [])];
  }
  const note = noteOn(message, words);
  const text = message.text.trim() ? [closed(message.text)] : note === undefined ? [quote(words.empty)] : [];
  return [`## ${inline(message.model)}`, ...text, ...(note === undefined ? [] : [quote(note)])];
}

function noteOn({ ended }: Reply, words: ExportWords): string | undefined {
  switch (ended?.outcome) {
    case 'finished':
      return undefined;
    case 'stopped':
      return words.stopped;
    case 'failed':
      return fill(words.failed, ended.failure?.message ?? '').trim();
    default:
      return words.unfinished;
  }
}

function quote(note: string): string {
  return `> *${inline(note)}*`;
}

/** Text on a line of its own, of which nothing is taken for Markdown or HTML. */
function inline(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#~|&]/g, '\\$&');
}

function fill(words: string, value: string): string {
  return words.replace('{0}', () => value);
}

/** What goes on to its end, or else to the end of the document, and what ends it. */
const OPEN_ENDED: readonly (readonly [start: RegExp, end: RegExp, closing: string])[] = [
  [/^ {0,3}<!--/, /-->/, '-->'],
  [/^ {0,3}<\?/, /\?>/, '?>'],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/, ']]>'],
  [/^ {0,3}<![a-z]/i, />/, '>'],
  [/^ {0,3}<(?:pre|script|style|textarea)(?:[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i, '</pre>'],
];

/** A message's Markdown, with what it leaves open closed, so that it does not swallow the messages behind it. */
function closed(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  let open: { end: RegExp; closing: string } | undefined;
  for (const line of lines) {
    if (open) {
      open = open.end.test(line) ? undefined : open;
      continue;
    }
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const isCodeSpan = fence?.startsWith('`') && line.trimStart().slice(fence.length).includes('`');
    if (fence && !isCodeSpan) {
      open = { end: new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*$`), closing: fence };
      continue;
    }
    const block = OPEN_ENDED.find(([start]) => start.test(line));
    if (block && !block[1].test(line)) {
      open = { end: block[1], closing: block[2] };
    }
  }
  const own = lines.join('\n').trimEnd();
  return open ? `${own}\n${open.closing}` : own;
}
