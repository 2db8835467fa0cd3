import type { Conversation, Reply } from './conversation.ts';
import type { ChatEvent } from './events.ts';

/** What has changed, for whoever shows it. */
export type Change =
  /** A reply has grown, from a length of `at`. */
  | { readonly kind: 'grown'; readonly id: string; readonly at: number; readonly text: string }
  /** These messages are new, or something about them has changed. */
  | { readonly kind: 'messages'; readonly ids: readonly string[] }
  /** Title, choices, whether a reply is written, whether all is saved. */
  | { readonly kind: 'status' }
  /** The composer is to hold something else. */
  | { readonly kind: 'draft' }
  /** The composer's text is as it was, whatever that is by now. */
  | { readonly kind: 'attachments' }
  /** The person has typed in the composer. */
  | { readonly kind: 'typed' }
  /** A reply has ended; told once. */
  | { readonly kind: 'ended'; readonly reply: Reply };

/** How long the texts are to which these events add. */
export function lengthsBefore(
  events: readonly ChatEvent[],
  conversation: Conversation,
): ReadonlyMap<ChatEvent, number> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'text' ? [[event, conversation.message(event.id)?.text.length ?? 0] as const] : [],
    ),
  );
}

/**
 * What events have changed.
 *
 * @param lengths of replies before text came, where it is known; a reply to which more came without is one that changed
 */
export function changesOf(
  events: readonly ChatEvent[],
  lengths: ReadonlyMap<ChatEvent, number> = new Map(),
): Change[] {
  const changes: Change[] = [];
  const ids: string[] = [];
  let hasStatus = false;
  for (const event of events) {
    const at = lengths.get(event);
    if (event.type === 'text' && at !== undefined) {
      changes.push({ kind: 'grown', id: event.id, at, text: event.text });
      // The first words end the waiting.
      if (at === 0) {
        ids.push(event.id);
      }
    } else if (event.type === 'titled' || event.type === 'configured') {
      hasStatus = true;
    } else {
      ids.push(event.id);
    }
  }
  if (ids.length > 0) {
    changes.push({ kind: 'messages', ids });
  }
  if (hasStatus) {
    changes.push({ kind: 'status' });
  }
  return changes;
}
