import { commands, type ExtensionContext, l10n, type WebviewView, window } from 'vscode';
import { selectModel } from '../models/select-model.ts';
import { plainLabel } from '../ui/plain-text.ts';
import type { ChatServices } from './chat-services.ts';
import { ChatView, type ChatViewListener } from './chat-view.ts';
import type { Reply } from './conversation.ts';
import type { Attachment, ChatEvent } from './events.ts';
import { focusBackBy } from './focus-back.ts';
import type { OpenConversation } from './open-conversation.ts';
import { OpenConversations } from './open-conversations.ts';
import type { ViewMessage, ViewState } from './shared/protocol.ts';
import type { Draft, StoredConversation } from './store.ts';
import { runViewMessage } from './view-actions.ts';
import { ViewSync } from './view-sync.ts';

/** The conversation that was shown last, by workspace. */
const SHOWN = 'inkwell.chat.shown';

/**
 * The chat of this window: which conversations are open, which of them is shown, and the view, which comes and goes.
 * Replies go on being written whatever is shown.
 */
export class Chat implements ChatViewListener {
  readonly services: ChatServices;
  readonly #context: ExtensionContext;
  readonly conversations: OpenConversations;
  /** The conversation that was asked for last. */
  #wanted: string | undefined;
  #shown: { open: OpenConversation; sync: ViewSync } | undefined;
  #loading: Promise<OpenConversation> | undefined;
  #view: ChatView | undefined;
  #wantsFocus = false;

  constructor(context: ExtensionContext, services: Omit<ChatServices, 'withFocusBack'>) {
    this.#context = context;
    this.services = { ...services, withFocusBack: focusBackBy(() => this.#focusAgain()) };
    this.conversations = new OpenConversations({
      services: this.services,
      state: context.workspaceState,
      onDidChange: (open, change) => {
        if (change.kind === 'status') {
          this.#setContext();
        } else if (change.kind === 'ended') {
          this.#ended(open, change.reply);
        }
      },
    });
  }

  /** Fills the view that VS Code shows. */
  resolve(view: WebviewView): void {
    this.#view?.dispose();
    this.#view = new ChatView(view, this.#context.extensionUri, this, this.services.log);
  }

  state(): ViewState | undefined {
    return this.#shown?.sync.state();
  }

  async receive(message: ViewMessage): Promise<void> {
    if (message.type === 'ready' || message.type === 'refresh') {
      await this.shown();
      this.#shown?.sync.refresh();
      if (this.#wantsFocus) {
        this.#focusComposer();
      }
      return;
    }
    await runViewMessage(this, message);
  }

  visibilityChanged(): void {
    if (this.#view?.isDisposed) {
      this.#view = undefined;
    }
  }

  /** The conversation in the view; the one of last time, or a new one. */
  shown(): Promise<OpenConversation> {
    if (this.#shown) {
      return Promise.resolve(this.#shown.open);
    }
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** The id of the conversation in the view, once there is one. */
  get current(): string | undefined {
    return this.#shown?.open.id;
  }

  /** An open conversation, as the view names it. */
  named(id: string): OpenConversation | undefined {
    return this.conversations.get(id);
  }

  /** Shows a conversation; what is written in the one before goes on. Of several, the last that was asked for. */
  async show(id: string): Promise<OpenConversation> {
    this.#wanted = id;
    const open = this.conversations.get(id) ?? (await this.conversations.open(id));
    if (this.#wanted === id || !this.#shown) {
      this.#present(open);
    } else {
      this.#closeUnshown(open);
    }
    return open;
  }

  /** Shows a conversation without messages: the one at hand if it has none, else one with a draft that was left. */
  async showNew(): Promise<OpenConversation> {
    const shown = await this.shown();
    if (shown.conversation.isEmpty) {
      return shown;
    }
    return this.#present((await this.conversations.openUnsent()) ?? this.conversations.create());
  }

  /** A conversation of its own that begins as this one did, up to a message. */
  async fork(from: OpenConversation, message: string): Promise<void> {
    const events: ChatEvent[] = from.conversation.snapshot({ upTo: message });
    const open = this.conversations.create();
    const title = from.conversation.title;
    open.append(...events, { type: 'titled', title: l10n.t('{0} (branch)', title || l10n.t('Untitled')) });
    this.#present(open);
    await open.save();
  }

  /** Moves a conversation aside, from where `restore` brings it back. */
  async delete(id: string): Promise<void> {
    const open = this.conversations.get(id);
    open?.stop();
    await open?.idle();
    await this.services.store.delete(id);
    if (this.#shown?.open.id === id) {
      this.#present(this.conversations.create());
    } else if (open) {
      this.#closeUnshown(open);
    }
  }

  async restore(id: string): Promise<void> {
    await this.services.store.restore(id);
  }

  /**
   * Adds to a conversation, whether it is open or not.
   *
   * @throws {StoreError} where nothing can be added
   */
  async change(id: string, event: ChatEvent): Promise<void> {
    const open = this.conversations.get(id);
    if (open && !open.stored.readOnly) {
      open.append(event);
      await open.save();
      return;
    }
    await this.with(id, async (stored) => {
      stored.append(event);
      await stored.flush();
    });
  }

  /** Lends a conversation, whether it is open or not. */
  async with<T>(id: string, use: (stored: StoredConversation) => Promise<T>): Promise<T> {
    const open = this.conversations.get(id);
    if (open) {
      return use(open.stored);
    }
    const stored = await this.services.store.open(id);
    try {
      return await use(stored);
    } finally {
      await stored.dispose();
    }
  }

  /** Lets the person choose a model for this conversation and those to come. Whether one was chosen. */
  async chooseModel(): Promise<boolean> {
    const { models } = this.services;
    const open = await this.shown();
    if (!(await selectModel(models, 'chat'))) {
      return false;
    }
    const model = models.configured('chat');
    if (model !== undefined && model !== open.setup.model) {
      open.append({ type: 'configured', model });
    }
    return true;
  }

  /** Puts something into the composer of the shown conversation, and the person there. */
  async attach(attachments: readonly Attachment[]): Promise<void> {
    if (attachments.length === 0) {
      return;
    }
    const open = await this.shown();
    open.composer.attach(...attachments);
    await this.focus();
  }

  /** Asks in a conversation without messages, so that what was talked of before is not sent along. */
  async ask(draft: Draft, title?: string): Promise<void> {
    const shown = await this.shown();
    const open = isUntouched(shown) ? shown : this.#present(this.conversations.create());
    await this.focus();
    await open.send(draft, title);
  }

  async focus(): Promise<void> {
    this.#wantsFocus = true;
    await commands.executeCommand('inkwell.chat.focus');
    this.#focusComposer();
  }

  /** Resolves when all that is to be kept is written. */
  async close(): Promise<void> {
    this.#shown?.sync.dispose();
    this.conversations.dispose();
    this.#view?.dispose();
    await this.services.store.dispose();
  }

  #focusComposer(): void {
    if (this.#view?.isReady) {
      this.#wantsFocus = false;
      this.#view.post({ type: 'focus', on: 'entry' });
    }
  }

  async #focusAgain(): Promise<void> {
    await commands.executeCommand('inkwell.chat.focus');
    this.#view?.post({ type: 'focus', on: 'last' });
  }

  async #load(): Promise<OpenConversation> {
    const { log } = this.services;
    const id = this.#context.workspaceState.get<string>(SHOWN);
    if (id !== undefined) {
      try {
        const open = await this.show(id);
        return this.#shown?.open ?? open;
      } catch (error) {
        log.info(`The last conversation is not there: ${String(error)}`);
      }
    }
    const draft = id === undefined ? undefined : await this.conversations.openDraft(id);
    // Meanwhile, another one may have been asked for.
    return this.#shown?.open ?? this.#present(draft ?? this.conversations.create());
  }

  #present(open: OpenConversation): OpenConversation {
    const before = this.#shown;
    this.#wanted = open.id;
    if (before?.open === open) {
      return open;
    }
    before?.sync.dispose();
    this.#shown = { open, sync: new ViewSync(this.services, open, () => this.#view) };
    this.#shown.sync.refresh();
    if (before) {
      this.#closeUnshown(before.open);
    }
    this.#setContext();
    void this.#context.workspaceState.update(SHOWN, open.id);
    return open;
  }

  /** A reply that ended out of sight is told of, and its conversation kept no longer. */
  #ended(open: OpenConversation, { ended }: Reply): void {
    this.#setContext();
    const isShown = this.#shown?.open === open;
    this.#closeUnshown(open);
    if (ended?.outcome === 'stopped' || (isShown && this.#view?.isVisible)) {
      return;
    }
    const title = plainLabel(open.conversation.title, 60);
    window.setStatusBarMessage(
      ended?.outcome === 'failed'
        ? l10n.t('The reply in “{0}” failed.', title)
        : l10n.t('The reply in “{0}” is there.', title),
      8000,
    );
  }

  #closeUnshown(open: OpenConversation): void {
    if (this.#shown?.open !== open) {
      this.conversations.close(open);
    }
  }

  #setContext(): void {
    const open = this.#shown?.open;
    const set = (name: string, value: boolean) =>
      commands.executeCommand('setContext', `inkwell.chat.${name}`, value);
    void set('isReplying', open?.isReplying ?? false);
    void set('hasMessages', (open?.conversation.path().length ?? 0) > 0);
  }
}

function isUntouched({ conversation, draft }: OpenConversation): boolean {
  return conversation.isEmpty && draft.text.trim() === '' && draft.attachments.length === 0;
}
