import type { UserMessage } from './conversation.ts';
import type { Draft } from './store.ts';

export const NO_DRAFT: Draft = { text: '', attachments: [] };

/** Whether nothing is lost without it. */
export function isEmptyDraft({ text, attachments, editing }: Draft): boolean {
  return text === '' && attachments.length === 0 && editing === undefined;
}

/** An earlier message, in the place of what stood there, which is set aside. */
export function withEdited(draft: Draft, { id, text, attachments }: UserMessage): Draft {
  const { text: stood, attachments: stoodWith } = draft;
  const aside = draft.editing === undefined ? { text: stood, attachments: stoodWith } : draft.aside;
  return {
    text,
    attachments,
    editing: id,
    ...(aside && !isEmptyDraft(aside) && { aside }),
  };
}

/** What stood there before an earlier message did. */
export function withoutEdited({ aside }: Draft): Draft {
  return aside ?? NO_DRAFT;
}

/** What is left once a message was sent: what was typed or attached meanwhile, and what was set aside for it. */
export function afterSending(draft: Draft, sent: Draft): Draft {
  if (draft.editing !== sent.editing) {
    return draft;
  }
  const text = draft.text === sent.text ? '' : draft.text;
  const wasSent = new Set(sent.attachments.map(({ id }) => id));
  const attachments = draft.attachments.filter(({ id }) => !wasSent.has(id));
  const { text: before, attachments: beside } = withoutEdited(draft);
  return {
    text: before === '' || text === '' ? before + text : `${before}\n${text}`,
    attachments: [...beside, ...attachments],
  };
}

/**
 * With a message in it that was not sent after all. The view takes what is sent out of the text that it tells, and
 * tells only what was typed behind it.
 */
export function withUnsent(draft: Draft, unsent: Draft): Draft {
  if (draft.editing !== unsent.editing) {
    return draft;
  }
  const isThere = new Set(draft.attachments.map(({ id }) => id));
  return {
    ...draft,
    text: draft.text === unsent.text ? draft.text : unsent.text + draft.text,
    attachments: [...draft.attachments, ...unsent.attachments.filter(({ id }) => !isThere.has(id))],
  };
}
