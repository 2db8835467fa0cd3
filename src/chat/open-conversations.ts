import type { Memento } from 'vscode';
import type { ChatServices } from './chat-services.ts';
import type { Change } from './conversation-change.ts';
import { isEmptyDraft, NO_DRAFT } from './draft.ts';
import { OpenConversation } from './open-conversation.ts';
import type { Draft } from './store.ts';

/** Those of which there is only a draft, so that no list has them; the latest last. */
const UNSENT = 'inkwell.chat.unsent';

export interface OpenConversationsOptions {
  readonly services: ChatServices;
  /** Of the workspace. */
  readonly state: Memento;
  readonly onDidChange: (open: OpenConversation, change: Change) => void;
}

/** The conversations that are open in this window: each of them once. */
export class OpenConversations {
  readonly #services: ChatServices;
  readonly #state: Memento;
  readonly #onDidChange: OpenConversationsOptions['onDidChange'];
  readonly #open = new Map<string, OpenConversation>();
  readonly #opening = new Map<string, Promise<OpenConversation>>();

  constructor({ services, state, onDidChange }: OpenConversationsOptions) {
    this.#services = services;
    this.#state = state;
    this.#onDidChange = onDidChange;
  }

  get(id: string): OpenConversation | undefined {
    return this.#open.get(id);
  }

  /**
   * Opens a conversation, once for all who ask for it.
   *
   * @throws {StoreError} `missing`, or why it cannot be read
   */
  open(id: string): Promise<OpenConversation> {
    const open = this.#open.get(id);
    if (open) {
      return Promise.resolve(open);
    }
    const opening = this.#opening.get(id) ?? this.#read(id).finally(() => this.#opening.delete(id));
    this.#opening.set(id, opening);
    return opening;
  }

  /** A new one. */
  create(): OpenConversation {
    return this.#keep(new OpenConversation(this.#services, this.#services.store.create()));
  }

  /** One of which there is only a draft, if there is. */
  async openDraft(id: string): Promise<OpenConversation | undefined> {
    const draft = await this.#draftOf(id);
    return (
      draft &&
      (this.#open.get(id) ??
        this.#keep(new OpenConversation(this.#services, this.#services.store.create(id), draft)))
    );
  }

  /** The one that was left last with a draft and without messages. It counts as left no more. */
  async openUnsent(): Promise<OpenConversation | undefined> {
    const ids = [...this.#unsent];
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      void this.#state.update(UNSENT, ids);
      const name = id;
      // It has a file if something was chosen for it.
      const open = await this.open(id).catch(() => this.openDraft(name));
      if (open?.conversation.isEmpty && !isEmptyDraft(open.draft)) {
        return open;
      }
      if (open) {
        this.close(open);
      }
    }
    return undefined;
  }

  /** Closes one that is shown no more, unless a reply is written: then, whoever hears of its end closes it. */
  close(open: OpenConversation): void {
    if (open.isReplying) {
      return;
    }
    if (open.conversation.isEmpty && !isEmptyDraft(open.draft)) {
      void this.#state.update(UNSENT, [...this.#unsent.filter((id) => id !== open.id), open.id]);
    }
    if (this.#open.get(open.id) === open) {
      this.#open.delete(open.id);
    }
    open.dispose();
  }

  /** The last letters from the composer of a conversation that is open no more. */
  async typedElsewhere(id: string, text: string): Promise<void> {
    const draft = { ...((await this.#draftOf(id)) ?? NO_DRAFT), text };
    await this.#services.store.writeDraft(id, isEmptyDraft(draft) ? undefined : draft);
  }

  dispose(): void {
    for (const open of this.#open.values()) {
      open.dispose();
    }
    this.#open.clear();
  }

  get #unsent(): readonly string[] {
    return this.#state.get<string[]>(UNSENT, []);
  }

  async #read(id: string): Promise<OpenConversation> {
    const stored = await this.#services.store.open(id);
    return this.#keep(new OpenConversation(this.#services, stored, await this.#draftOf(id)));
  }

  /** One that cannot be read keeps nobody from the conversation. */
  async #draftOf(id: string): Promise<Draft | undefined> {
    try {
      return await this.#services.store.readDraft(id);
    } catch (error) {
      this.#services.log.warn(`A draft could not be read: ${String(error)}`);
      return undefined;
    }
  }

  #keep(open: OpenConversation): OpenConversation {
    this.#open.set(open.id, open);
    open.onDidChange((change) => this.#onDidChange(open, change));
    return open;
  }
}
