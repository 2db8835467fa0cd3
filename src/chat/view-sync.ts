import { type Disposable, env, l10n, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import type { ChatServices } from './chat-services.ts';
import type { ChatView } from './chat-view.ts';
import type { Message, Reply } from './conversation.ts';
import type { Change } from './conversation-change.ts';
import { measure } from './next-request.ts';
import type { OpenConversation } from './open-conversation.ts';
import type {
  Choices,
  ConversationView,
  HostMessage,
  Meter,
  Recent,
  Turn,
  ViewState,
} from './shared/protocol.ts';
import { systemPromptName } from './system-prompts.ts';
import { chipOf } from './turns.ts';
import { agoInWords } from './when.ts';

/** Milliseconds between the parts of a growing reply that the view is sent. */
const FRAME = 32;
/** Milliseconds of quiet before tokens are counted, or the list of conversations is read. */
const QUIET = 150;
const MOST_RECENTS = 5;

/** Keeps the view showing one conversation as it is: all of it when it appears, then what changes. */
export class ViewSync implements Disposable {
  readonly #services: ChatServices;
  readonly #open: OpenConversation;
  readonly #view: () => ChatView | undefined;
  readonly #listeners: { dispose(): void }[];
  /** The ids of the shown messages, as the view knows them. */
  #shown: readonly string[] = [];
  readonly #grown = new Map<string, { at: number; text: string }>();
  #frame: NodeJS.Timeout | undefined;
  #measuring: NodeJS.Timeout | undefined;
  #listing: NodeJS.Timeout | undefined;
  readonly #disposed = new AbortController();
  #meter: Meter | undefined;
  #recents: readonly Recent[] = [];

  constructor(services: ChatServices, open: OpenConversation, view: () => ChatView | undefined) {
    this.#services = services;
    this.#open = open;
    this.#view = view;
    this.#listeners = [
      open.onDidChange((change) => this.#changed(change)),
      services.store.onDidChange(() => this.#listSoon()),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('inkwell.baseUrl')) {
          this.#post({ type: 'connected', isConnected: services.connection.isSet });
        }
        if (
          event.affectsConfiguration('inkwell.chat') ||
          event.affectsConfiguration('inkwell.contextLength')
        ) {
          this.#post({ type: 'fontSize', fontSize: fontSize() });
          this.#status();
        }
      }),
    ];
    this.#shown = open.conversation.path().map(({ id }) => id);
  }

  /** All there is to show now. What was on its way in parts is in it. */
  state(): ViewState {
    this.#grown.clear();
    const turns = this.#open.turns();
    this.#shown = turns.map(({ id }) => id);
    return {
      isConnected: this.#services.connection.isSet,
      fontSize: fontSize(),
      conversation: { ...this.#summary(), turns },
      composer: this.#composer(),
      choices: this.#choices(),
      ...(this.#meter && { meter: this.#meter }),
      recents: [...this.#recents],
    };
  }

  /** The view shows everything anew. */
  refresh(): void {
    this.#post({ type: 'state', state: this.state() });
    this.#view()?.setTitle(this.#title());
    this.#measureSoon();
    this.#listSoon(0);
  }

  dispose(): void {
    this.#disposed.abort();
    clearTimeout(this.#frame);
    clearTimeout(this.#measuring);
    clearTimeout(this.#listing);
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #post(message: HostMessage): void {
    this.#view()?.post(message);
  }

  #changed(change: Change): void {
    switch (change.kind) {
      case 'grown':
        this.#grow(change.id, change.at, change.text);
        break;
      case 'messages':
        this.#flush();
        this.#messages(change.ids);
        this.#measureSoon();
        break;
      case 'status':
        this.#flush();
        this.#status();
        break;
      case 'draft':
        this.#post({ type: 'composer', composer: this.#composer() });
        this.#measureSoon();
        break;
      case 'attachments':
        this.#post({ type: 'attachments', attachments: this.#composer().attachments });
        this.#measureSoon();
        break;
      case 'typed':
        this.#measureSoon();
        break;
      case 'ended':
        this.#post({ type: 'announce', text: announcement(change.reply) });
        break;
    }
  }

  #grow(id: string, at: number, text: string): void {
    if (!this.#shown.includes(id)) {
      return;
    }
    const grown = this.#grown.get(id);
    this.#grown.set(id, grown ? { at: grown.at, text: grown.text + text } : { at, text });
    this.#frame ??= setTimeout(() => this.#flush(), FRAME);
  }

  #flush(): void {
    clearTimeout(this.#frame);
    this.#frame = undefined;
    for (const [turn, { at, text }] of this.#grown) {
      this.#post({ type: 'grown', conversation: this.#open.id, turn, at, text });
    }
    this.#grown.clear();
  }

  /** Sends what changed of the shown messages; everything where another branch is shown now. */
  #messages(ids: readonly string[]): void {
    const { conversation } = this.#open;
    const path = conversation.path();
    const now = path.map(({ id }) => id);
    if (!this.#shown.every((id, index) => now[index] === id)) {
      this.refresh();
      return;
    }
    const known = new Set(this.#shown);
    // A branch that is not shown is counted by the one that is. What was last is not any more.
    const parents = new Set(ids.flatMap((id) => conversation.message(id)?.parent ?? []));
    const changed = (message: Message): boolean =>
      !known.has(message.id) ||
      ids.includes(message.id) ||
      parents.has(message.id) ||
      (message.parent !== null && parents.has(message.parent));
    this.#shown = now;
    for (const message of path) {
      if (changed(message)) {
        this.#turn(this.#open.turn(message, path.at(-1)));
      }
    }
    this.#status();
  }

  #turn(turn: Turn): void {
    this.#post({ type: 'turn', conversation: this.#open.id, turn });
  }

  #status(): void {
    const { turns: _, id, ...summary } = { ...this.#summary(), turns: [] };
    this.#post({ type: 'status', conversation: id, ...summary });
    this.#post({ type: 'choices', choices: this.#choices() });
    this.#view()?.setTitle(this.#title());
    this.#measureSoon();
  }

  #title(): string {
    return plainText(this.#open.conversation.title, 80) || l10n.t('Chat');
  }

  #summary(): Omit<ConversationView, 'turns'> {
    const { conversation, stored, isReplying, isChecking } = this.#open;
    const { unsaved, readOnly, damaged } = stored;
    return {
      id: conversation.id,
      title: conversation.title,
      leftOut: this.#meter?.leftOut ?? 0,
      isReplying,
      ...(isChecking && { checking: l10n.t('Checking against the content policy…') }),
      ...(readOnly && {
        readOnly: l10n.t(
          'This conversation was written by a newer Inkwell. It can be read, not gone on with.',
        ),
      }),
      ...(damaged && {
        damaged: l10n.t('A part of this conversation’s file could not be read. The rest is shown.'),
      }),
      ...(unsaved && {
        notSaved: l10n.t('What came last could not be saved: {0}', plainText(unsaved.message)),
      }),
    };
  }

  #composer(): ViewState['composer'] {
    const { text, attachments, editing } = this.#open.draft;
    return { text, attachments: attachments.map(chipOf), ...(editing !== undefined && { editing }) };
  }

  #choices(): Choices {
    const { setup, conversation } = this.#open;
    const system = systemPromptName(setup.system);
    return {
      ...(setup.model !== undefined && { model: setup.model }),
      ...(system !== undefined && { system }),
      parameters: Object.keys(conversation.parameters ?? {}).length,
    };
  }

  #measureSoon(): void {
    clearTimeout(this.#measuring);
    this.#measuring = setTimeout(() => void this.#measure(), QUIET);
  }

  /** Counts what the next request would have. */
  async #measure(): Promise<void> {
    if (!this.#view()?.isVisible) {
      return;
    }
    const { signal } = this.#disposed;
    try {
      const meter = await measure(this.#open.conversation, this.#open.draft, this.#open.setup);
      if (signal.aborted) {
        return;
      }
      const leftOutBefore = this.#meter?.leftOut ?? 0;
      this.#meter = meter;
      this.#post({ type: 'meter', meter });
      if ((meter?.leftOut ?? 0) !== leftOutBefore) {
        const { turns: _, id, ...summary } = { ...this.#summary(), turns: [] };
        this.#post({ type: 'status', conversation: id, ...summary });
      }
    } catch (error) {
      this.#services.log.warn(`The tokens could not be counted: ${String(error)}`);
    }
  }

  #listSoon(delay = QUIET): void {
    clearTimeout(this.#listing);
    this.#listing = setTimeout(() => void this.#list(), delay);
  }

  /** The start page's conversations: of use only while this one is empty. */
  async #list(): Promise<void> {
    if (this.#open.conversation.path().length > 0) {
      return;
    }
    try {
      const summaries = await this.#services.store.list(this.#disposed.signal);
      this.#recents = summaries
        .filter(({ id }) => id !== this.#open.id)
        .slice(0, MOST_RECENTS)
        .map(({ id, title, updatedAt }) => ({
          id,
          title: title || l10n.t('Untitled'),
          when: agoInWords(updatedAt, Date.now(), env.language),
        }));
      this.#post({ type: 'recents', recents: [...this.#recents] });
    } catch (error) {
      if (!this.#disposed.signal.aborted) {
        this.#services.log.warn(`The conversations could not be listed: ${String(error)}`);
      }
    }
  }
}

function announcement({ ended, model }: Reply): string {
  switch (ended?.outcome) {
    case 'failed':
      return l10n.t('The reply failed: {0}', ended.failure?.message ?? '');
    case 'stopped':
      return l10n.t('The reply was stopped.');
    default:
      return l10n.t('{0} has replied.', model);
  }
}

/** Pixels; 0 for VS Code's own. */
function fontSize(): number {
  const size = workspace.getConfiguration('inkwell').get<unknown>('chat.fontSize');
  return typeof size === 'number' && size > 0 ? Math.min(size, 100) : 0;
}
