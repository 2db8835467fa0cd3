import type { UserMessage } from './conversation.ts';
import { afterSending, isEmptyDraft, withEdited, withoutEdited, withUnsent } from './draft.ts';
import type { Attachment } from './events.ts';
import type { Draft } from './store.ts';

export interface ComposerDraftListener {
  /** What is to be kept now; `undefined` for nothing. */
  keep(draft: Draft | undefined): void;
  changed(kind: 'draft' | 'attachments' | 'typed'): void;
}

/** What stands in the composer of a conversation, kept with each change. */
export class ComposerDraft {
  readonly #listener: ComposerDraftListener;
  #draft: Draft;

  constructor(draft: Draft, listener: ComposerDraftListener) {
    this.#draft = draft;
    this.#listener = listener;
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** What it holds now, as it says itself. */
  typed(text: string): void {
    if (text !== this.#draft.text) {
      this.#set({ ...this.#draft, text }, 'typed');
    }
  }

  /** Has it hold something; what it holds already is told again. */
  set(draft: Draft): void {
    this.#set(draft, 'draft');
  }

  attach(...attachments: readonly Attachment[]): void {
    this.#set({ ...this.#draft, attachments: [...this.#draft.attachments, ...attachments] }, 'attachments');
  }

  detach(id: string): void {
    const attachments = this.#draft.attachments.filter((attachment) => attachment.id !== id);
    this.#set({ ...this.#draft, attachments }, 'attachments');
  }

  /** Puts an earlier message into it. That stays where it is, and is sent again on a branch of its own. */
  edit(message: UserMessage): void {
    this.set(withEdited(this.#draft, message));
  }

  /** What stood in it is still the message that is shown. */
  cancelEdit(): void {
    this.set(withoutEdited(this.#draft));
  }

  /** This was sent. */
  sent(draft: Draft): void {
    this.set(afterSending(this.#draft, draft));
  }

  /** This was not sent after all. */
  unsent(draft: Draft): void {
    this.set(withUnsent(this.#draft, draft));
  }

  #set(draft: Draft, kind: 'draft' | 'attachments' | 'typed'): void {
    this.#draft = draft;
    this.#listener.keep(isEmptyDraft(draft) ? undefined : draft);
    this.#listener.changed(kind);
  }
}
