import type { ChatEvent } from '../../../src/chat/events.ts';

type EventOf<Type extends ChatEvent['type']> = Extract<ChatEvent, { type: Type }>;

/** Events as they happen in a conversation, of which only what matters to a test is named. */
export function user(id: string, parent: string | null, text = `text of ${id}`): EventOf<'user'> {
  return { type: 'user', id, parent, at: 1000, text, attachments: [] };
}

export function reply(
  id: string,
  parent: string | null,
  { request = `request of ${id}`, choice = 0, at = 2000 } = {},
): EventOf<'reply'> {
  const writer = { window: 'window', pid: 1 };
  return { type: 'reply', id, parent, at, model: 'model', request, choice, writer };
}

export function text(id: string, words: string): EventOf<'text'> {
  return { type: 'text', id, text: words };
}

export function ended(id: string, at = 3000): EventOf<'ended'> {
  return { type: 'ended', id, at, outcome: 'finished' };
}

export function resumed(id: string, anew: boolean): EventOf<'resumed'> {
  return { type: 'resumed', id, at: 4000, model: 'another', writer: { window: 'other', pid: 2 }, anew };
}

export function selected(id: string): EventOf<'selected'> {
  return { type: 'selected', id };
}
