import { type Disposable, l10n, type QuickInputButton, type QuickPick, ThemeIcon, window } from 'vscode';
import { type ConversationItem, conversationItems, DELETE, EXPORT, RENAME } from './conversation-items.ts';
import type { ConversationSummary } from './conversation-summary.ts';
import { type NamedConversation, offerUndo, shownTitle } from './delete-conversation.ts';
import { askForTitle } from './rename-conversation.ts';
import type { ConversationStore } from './store.ts';

/** What is done with the conversations of the list. */
export interface ConversationActions {
  /** The one in the chat view. */
  current(): string | undefined;
  open(id: string): unknown;
  create(): unknown;
  /** `''` for the title that its first message makes. */
  rename(id: string, title: string): unknown;
  export(id: string): unknown;
  delete(id: string): Promise<void>;
  restore(id: string): Promise<void>;
}

/** Milliseconds of quiet before messages are searched: titles are at once. */
const QUIET = 200;
/** Milliseconds between two looks at the list while results come. */
const SHOW_INTERVAL = 100;

type Choice =
  | { readonly kind: 'open' | 'export'; readonly summary: ConversationSummary }
  | { readonly kind: 'rename'; readonly summary: ConversationSummary; readonly typed: string }
  | { readonly kind: 'create' };

/** Show Conversations…: opens one, or renames, exports or deletes some of them. */
export async function showConversations(
  store: ConversationStore,
  actions: ConversationActions,
): Promise<void> {
  const deleted: NamedConversation[] = [];
  try {
    await chooseUntilDone(store, actions, deleted);
  } finally {
    // Not awaited: the notification stays, and the person goes on.
    void offerUndo(deleted, (id) => actions.restore(id));
  }
}

async function chooseUntilDone(
  store: ConversationStore,
  actions: ConversationActions,
  deleted: NamedConversation[],
): Promise<void> {
  let typed = '';
  let active: string | undefined = actions.current();
  for (;;) {
    const picker = new ConversationPicker(store, actions, deleted, typed, active);
    const choice = await picker.choose().finally(() => picker.dispose());
    // Escape may follow at once, and what is deleted has its Undo all the same.
    await picker.deleting;
    switch (choice?.kind) {
      case 'rename': {
        const { id, title } = choice.summary;
        const renamed = await askForTitle(title);
        if (renamed !== undefined && renamed !== title) {
          await actions.rename(id, renamed);
        }
        // Back to where the person was.
        typed = choice.typed;
        active = id;
        break;
      }
      case 'open':
        await actions.open(choice.summary.id);
        return;
      case 'export':
        await actions.export(choice.summary.id);
        return;
      case 'create':
        await actions.create();
        return;
      case undefined:
        return;
    }
  }
}

/** The list while it is shown once. */
class ConversationPicker implements Disposable {
  readonly #store: ConversationStore;
  readonly #actions: ConversationActions;
  /** The latest last. */
  readonly #deleted: NamedConversation[];
  readonly #picker: QuickPick<ConversationItem>;
  readonly #closed = new AbortController();
  readonly #listeners: { dispose(): void }[];
  #summaries: readonly ConversationSummary[] = [];
  #excerpts = new Map<string, string>();
  #deleting: Promise<void> = Promise.resolve();
  #search: AbortController | undefined;
  #isSearched = false;
  #searchSoon: NodeJS.Timeout | undefined;
  #showSoon: NodeJS.Timeout | undefined;
  #active: string | undefined;
  #settle: ((choice: Choice | undefined) => void) | undefined;
  #fail: ((error: unknown) => void) | undefined;

  constructor(
    store: ConversationStore,
    actions: ConversationActions,
    deleted: NamedConversation[],
    typed: string,
    active: string | undefined,
  ) {
    this.#store = store;
    this.#actions = actions;
    this.#deleted = deleted;
    this.#active = active;
    this.#picker = window.createQuickPick<ConversationItem>();
    this.#picker.title = l10n.t('Conversations');
    this.#picker.placeholder = l10n.t('Search in titles and messages');
    this.#picker.keepScrollPosition = true;
    this.#picker.value = typed;
    this.#listeners = [
      this.#picker,
      this.#picker.onDidChangeValue(() => this.#typed()),
      this.#picker.onDidChangeActive(([item]) => {
        this.#active = item?.summary?.id ?? this.#active;
      }),
      this.#picker.onDidAccept(() => this.#accept(this.#picker.selectedItems[0])),
      this.#picker.onDidTriggerItemButton(({ item, button }) => this.#pressed(item, button)),
      this.#picker.onDidTriggerButton(() => void this.#undo()),
      this.#picker.onDidHide(() => this.#settle?.(undefined)),
      store.onDidChange(() => void this.#list()),
    ];
  }

  /** @throws what listing or deleting failed with */
  choose(): Promise<Choice | undefined> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
      this.#picker.busy = true;
      this.#show();
      this.#picker.show();
      void this.#list().then(() => this.#typed());
    });
  }

  /** Resolves when all that was to be deleted is. */
  get deleting(): Promise<void> {
    return this.#deleting;
  }

  dispose(): void {
    this.#closed.abort();
    this.#search?.abort();
    clearTimeout(this.#searchSoon);
    clearTimeout(this.#showSoon);
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #accept(item: ConversationItem | undefined): void {
    if (item?.summary) {
      this.#settle?.({ kind: 'open', summary: item.summary });
    } else if (item?.isNew) {
      this.#settle?.({ kind: 'create' });
    }
  }

  #pressed({ summary }: ConversationItem, button: QuickInputButton): void {
    if (!summary) {
      return;
    }
    if (button === RENAME) {
      this.#settle?.({ kind: 'rename', summary, typed: this.#picker.value });
    } else if (button === EXPORT) {
      this.#settle?.({ kind: 'export', summary });
    } else if (button === DELETE) {
      this.#deleting = Promise.all([this.#deleting, this.#delete(summary)]).then(() => {});
    }
  }

  async #list(): Promise<void> {
    try {
      this.#summaries = await this.#store.list(this.#closed.signal);
      this.#picker.busy = this.#search !== undefined;
      this.#show();
    } catch (error) {
      this.#failed(error);
    }
  }

  async #delete({ id, title }: ConversationSummary): Promise<void> {
    const at = this.#summaries.findIndex((summary) => summary.id === id);
    this.#active = (this.#summaries[at + 1] ?? this.#summaries[at - 1])?.id;
    this.#summaries = this.#summaries.filter((summary) => summary.id !== id);
    this.#show();
    try {
      await this.#actions.delete(id);
      this.#deleted.push({ id, title });
      await this.#list();
    } catch (error) {
      this.#failed(error);
    }
  }

  async #undo(): Promise<void> {
    const last = this.#deleted.pop();
    try {
      if (last) {
        await this.#actions.restore(last.id);
        this.#active = last.id;
        await this.#list();
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  #typed(): void {
    this.#search?.abort();
    this.#search = undefined;
    clearTimeout(this.#searchSoon);
    this.#excerpts = new Map();
    this.#isSearched = false;
    this.#active = this.#picker.value === '' ? this.#active : undefined;
    this.#picker.busy = this.#picker.value.trim() !== '';
    this.#show();
    if (this.#picker.busy) {
      this.#searchSoon = setTimeout(() => void this.#searchMessages(this.#picker.value), QUIET);
    }
  }

  async #searchMessages(query: string): Promise<void> {
    const search = new AbortController();
    this.#search = search;
    try {
      for await (const { id, excerpt } of this.#store.search(query, search.signal)) {
        if (search.signal.aborted) {
          return;
        }
        this.#excerpts.set(id, excerpt);
        this.#showSoon ??= setTimeout(() => this.#show(), SHOW_INTERVAL);
      }
      this.#search = undefined;
      this.#isSearched = true;
      this.#picker.busy = false;
      this.#show();
    } catch (error) {
      if (!search.signal.aborted) {
        this.#failed(error);
      }
    }
  }

  #show(): void {
    clearTimeout(this.#showSoon);
    this.#showSoon = undefined;
    if (this.#closed.signal.aborted) {
      return;
    }
    const last = this.#deleted.at(-1);
    this.#picker.buttons = last
      ? [{ iconPath: new ThemeIcon('discard'), tooltip: l10n.t('Bring Back “{0}”', shownTitle(last.title)) }]
      : [];
    const items = conversationItems({
      summaries: this.#summaries,
      current: this.#actions.current(),
      typed: this.#picker.value,
      excerpts: this.#excerpts,
      isSearched: this.#isSearched,
      now: Date.now(),
    });
    this.#picker.items = items;
    const active = items.filter(({ summary }) => summary !== undefined && summary.id === this.#active);
    if (active.length > 0) {
      this.#picker.activeItems = active;
    }
  }

  #failed(error: unknown): void {
    if (!this.#closed.signal.aborted) {
      this.#fail?.(error);
    }
  }
}
