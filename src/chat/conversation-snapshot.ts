import type { Message } from './conversation.ts';
import type { ChatEvent } from './events.ts';

/** The fewest events that make a message. A copy's reply that was being written is stopped: nobody writes it. */
export function eventsOf(message: Message, { isCopy }: { isCopy: boolean }): ChatEvent[] {
  if (message.role === 'user') {
    const { role: _, attachments, ...rest } = message;
    return [{ type: 'user', ...rest, attachments: [...attachments] }];
  }
  const { role: _, text, ended, ...reply } = message;
  const { id, at } = reply;
  const events: ChatEvent[] = [{ type: 'reply', ...reply }];
  if (text !== '') {
    events.push({ type: 'text', id, text });
  }
  if (ended) {
    events.push({ type: 'ended', id, ...ended });
  } else if (isCopy) {
    events.push({ type: 'ended', id, at, outcome: 'stopped' });
  }
  return events;
}
