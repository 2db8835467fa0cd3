import type { Conversation } from './conversation.ts';
import { excerptAround } from './conversation-excerpt.ts';

/** Where a conversation says something: what is shown first. `undefined` where it does not. */
export function findIn(conversation: Conversation, pattern: RegExp): string | undefined {
  for (const { text } of conversation.path()) {
    const excerpt = excerptAround(text.normalize(), pattern);
    if (excerpt !== undefined) {
      return excerpt;
    }
  }
  const shown = new Set(conversation.path().map(({ id }) => id));
  for (const { id, text } of conversation.messages()) {
    const excerpt = shown.has(id) ? undefined : excerptAround(text.normalize(), pattern);
    if (excerpt !== undefined) {
      return excerpt;
    }
  }
  return undefined;
}
