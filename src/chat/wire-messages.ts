import type { Message as WireMessage } from '../service/request-schema.ts';
import type { Message, UserMessage } from './conversation.ts';
import type { Attachment } from './events.ts';

/** What Continue asks. It is for the model, and not shown. */
export const CONTINUE =
  'Your reply was cut off. Go on exactly where it stopped, in the middle of the word if need be. ' +
  'Repeat nothing, and add no remark: what you write now is put right behind it.';

/**
 * The messages of a request (§4.4): the system prompt first, where there is one, then the conversation. Replies of
 * which nothing came are left out. What would then stand beside another message of the same role is put into one with
 * it, since many models only take turns.
 */
export function wireMessages(system: string, path: readonly Message[]): WireMessage[] {
  const messages: WireMessage[] =
    system.trim() === '' ? [] : [{ role: 'system', content: wellFormed(system) }];
  for (const message of path) {
    const content = contentOf(message);
    const last = messages.at(-1);
    if (content.trim() === '') {
      continue;
    }
    if (last?.role === message.role) {
      last.content += `\n\n${content}`;
    } else {
      messages.push({ role: message.role, content });
    }
  }
  return messages;
}

/**
 * The messages that let a model go on with the reply at the path's end. Where nothing of it came yet, they simply ask
 * for it once more.
 */
export function continueMessages(system: string, path: readonly Message[]): WireMessage[] {
  const messages = wireMessages(system, path);
  return messages.at(-1)?.role === 'assistant'
    ? [...messages, { role: 'user', content: CONTINUE }]
    : messages;
}

/** A message's text as it is sent: what was attached to it comes first, each with its name. */
export function contentOf(message: Message): string {
  if (message.role === 'assistant') {
    return wellFormed(message.text);
  }
  return draftContent(message);
}

/** The same of a message that is not one yet. */
export function draftContent({ text, attachments }: Pick<UserMessage, 'text' | 'attachments'>): string {
  const parts = [...attachments.map(attachmentBlock), text];
  return wellFormed(parts.filter((part) => part.trim() !== '').join('\n\n'));
}

/** An attachment as Markdown: a line with its name and lines, and its text in a fence that it cannot end. */
export function attachmentBlock(attachment: Attachment): string {
  const { text } = attachment;
  const fence = fenceFor(text);
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${headOf(attachment)}\n${fence}${languageOf(attachment)}\n${text}${end}${fence}`;
}

/** The shortest fence that a text can stand in: longer than any run of backticks that it has. */
export function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) {
    longest = Math.max(longest, run.length);
  }
  return '`'.repeat(longest + 1);
}

function headOf({ name, lines }: Attachment): string {
  const plain = name.replace(/[\p{Cc}\p{Zl}\p{Zp}`]+/gu, ' ').trim();
  if (!lines) {
    return `\`${plain}\`:`;
  }
  const [first, last] = lines;
  return first === last ? `\`${plain}\`, line ${first}:` : `\`${plain}\`, lines ${first}–${last}:`;
}

/** What stands behind a fence: VS Code's name of the language, else the file's ending. */
function languageOf({ language, name }: Attachment): string {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase();
  const known = language === 'plaintext' ? undefined : language;
  return (known ?? ending ?? '').replace(/[^\w+#.-]/g, '');
}

/** Line breaks are one character. Half a surrogate pair cannot be sent, and many services refuse to read it. */
function wellFormed(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').toWellFormed();
}
