import { ServiceError } from '../service/errors.ts';
import type { Message } from '../service/request-schema.ts';
import { toldCall, toldResult } from './told-tools.ts';

/**
 * A message as VS Code gives it. Its parts are known by what they have: their classes differ between versions, and more
 * of them come with each.
 */
export interface ProviderMessage {
  readonly role: number;
  readonly content: readonly unknown[];
  readonly name?: string | undefined;
}

/** VS Code's own roles. The API that is final has no system messages, but VS Code's chat and its parts send some. */
const ROLES: Readonly<Record<number, Message['role']>> = { 1: 'user', 2: 'assistant', 3: 'system' };

/** Files of which the text is what matters, by their media types. */
const TEXT_TYPE = /^text\/|^application\/(?:[\w.+-]*\+)?(?:json|xml|yaml)\b/i;

type Part = Readonly<Record<string, unknown>>;

/**
 * The messages of a request (§4.4). The interface has text only: calls of tools and their results are told in words, and
 * so is a message's name. Messages of one role that stand side by side are put into one, since many models only take
 * turns.
 *
 * @throws {ServiceError} `invalidRequest` on what is no text, such as an image, and where there is nothing to send
 */
export function wireMessages(given: readonly ProviderMessage[]): Message[] {
  const toolNames = toolNamesIn(given);
  const messages: Message[] = [];
  for (const message of given) {
    const role = ROLES[message.role] ?? 'user';
    const content = textOf(message, toolNames, refuse);
    const last = messages.at(-1);
    if (content.trim() === '') {
      continue;
    }
    if (last?.role === role) {
      last.content += `\n\n${content}`;
    } else {
      messages.push({ role, content });
    }
  }
  if (messages.length === 0) {
    throw new ServiceError('invalidRequest', 'There is no text in the messages.', { param: 'messages' });
  }
  return messages;
}

/** The text of a message that is only to be counted: what could not be sent counts for nothing. */
export function countedText(message: ProviderMessage): string {
  return textOf(message, toolNamesIn([message]), () => '');
}

function textOf(
  { name, content }: ProviderMessage,
  toolNames: ReadonlyMap<string, string>,
  onOther: (part: Part) => string,
): string {
  // Pieces of text are one text that was cut anywhere; what is told in words is a paragraph of its own.
  let text = '';
  let isWords = false;
  for (const part of content) {
    const piece = pieceOf(part, toolNames, onOther);
    if (piece.text !== '') {
      text += text !== '' && (piece.isWords || isWords) ? `\n\n${piece.text}` : piece.text;
      isWords = piece.isWords;
    }
  }
  const said = name?.trim() && text.trim() !== '' ? `${name.trim()}: ${text}` : text;
  // Half a pair of surrogates is no text that could be sent.
  return said.toWellFormed();
}

interface Piece {
  readonly text: string;
  /** Whether it stands for something that is no text of the message. */
  readonly isWords: boolean;
}

function pieceOf(
  given: unknown,
  toolNames: ReadonlyMap<string, string>,
  onOther: (part: Part) => string,
): Piece {
  const words = (text: string): Piece => ({ text, isWords: true });
  if (typeof given === 'string') {
    return { text: given, isWords: false };
  }
  if (!isPart(given)) {
    return words('');
  }
  if ('callId' in given && 'input' in given) {
    return words(toldCall(String(given.name), given.input));
  }
  if ('callId' in given && Array.isArray(given.content)) {
    const result = given.content.map((part: unknown) => pieceOf(part, toolNames, onOther).text).join('\n');
    return words(toldResult(toolNames.get(String(given.callId)) ?? '', result));
  }
  if (given.data instanceof Uint8Array && typeof given.mimeType === 'string') {
    return dataPiece(given, given.data, given.mimeType, onOther);
  }
  // What another model was thinking belongs to that model.
  if ('value' in given && !('metadata' in given)) {
    return {
      text: typeof given.value === 'string' ? given.value : renderedText(given.value),
      isWords: false,
    };
  }
  return words('');
}

function dataPiece(part: Part, data: Uint8Array, mimeType: string, onOther: (part: Part) => string): Piece {
  // Without a slash it is no media type but a mark that VS Code's chat has left for its own models.
  if (!mimeType.includes('/')) {
    return { text: '', isWords: true };
  }
  return {
    text: TEXT_TYPE.test(mimeType) ? new TextDecoder().decode(data) : onOther(part),
    isWords: true,
  };
}

function refuse({ mimeType }: Part): never {
  const type = String(mimeType);
  const what = type.startsWith('image/') ? 'images' : `data of the type ${type.slice(0, 60)}`;
  throw new ServiceError('invalidRequest', `The service’s models take text only, no ${what}.`, {
    param: 'messages',
  });
}

/** The texts in a prompt that @vscode/prompt-tsx has rendered: pieces in pieces, in the order of their appearance. */
function renderedText(value: unknown): string {
  const texts: string[] = [];
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) {
      waiting.push(...next.toReversed());
    } else if (isPart(next)) {
      if (typeof next.text === 'string') {
        texts.push(next.lineBreakBefore ? `\n${next.text}` : next.text);
      }
      waiting.push(next.children, next.node);
    }
  }
  return texts.join('').trim();
}

function toolNamesIn(messages: readonly ProviderMessage[]): Map<string, string> {
  const parts = messages.flatMap(({ content }) => content.filter(isPart));
  return new Map(
    parts
      .filter((part) => 'callId' in part && typeof part.name === 'string')
      .map(({ callId, name }) => [String(callId), String(name)]),
  );
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null;
}
