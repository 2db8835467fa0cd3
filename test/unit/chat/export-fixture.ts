import { Conversation } from '../../../src/chat/conversation.ts';
import type { ChatEvent } from '../../../src/chat/events.ts';

/** 2026-11-21, 12:00 UTC. */
export const NOON = Date.UTC(2026, 10, 21, 12);

const writer = { window: 'w', pid: 1 };

export function asked(id: string, parent: string | null, text: string): ChatEvent {
  return { type: 'user', id, parent, at: NOON, text, attachments: [] };
}

export function replied(id: string, parent: string, text: string, choice = 0): ChatEvent[] {
  return [
    { type: 'reply', id, parent, at: NOON, model: 'chat-1', request: parent, choice, writer },
    { type: 'text', id, text },
  ];
}

export function conversationOf(...events: ChatEvent[]): Conversation {
  const conversation = new Conversation('6f9619ff-8b86-4d01-b42d-00cf4fc964ff', NOON);
  for (const event of events) {
    conversation.apply(event);
  }
  return conversation;
}
