import { randomUUID } from 'node:crypto';
import type { Disposable } from 'vscode';
import { EventEmitter } from 'vscode';
import type { Connected, Connection } from '../connection/connection.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import { passAdvice } from '../ui/advice.ts';
import type { Log } from '../ui/log.ts';
import { logFailure } from '../ui/log-failure.ts';
import type { Conversation, Message, Reply, UserMessage } from './conversation.ts';
import type { Attachment, ChatEvent } from './events.ts';
import { countTokens, planRequest } from './next-request.ts';
import { type ReplyStatus, writeReply } from './reply.ts';
import { replyFailure } from './reply-failure.ts';
import { type ChatSetup, setupOf } from './setup.ts';
import type { Turn } from './shared/protocol.ts';
import type { ConversationStore, Draft, StoredConversation } from './store.ts';
import { turnOf, unanswered } from './turns.ts';

export interface ChatServices {
  readonly connection: Connection;
  readonly models: ModelChoice;
  readonly log: Log;
  readonly store: ConversationStore;
  /** This window, as the author of replies. */
  readonly window: string;
}

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
  /** The person has typed in the composer. */
  | { readonly kind: 'typed' }
  /** A reply has ended; told once. */
  | { readonly kind: 'ended'; readonly reply: Reply };

/** The replies of one request under way. */
interface Run {
  readonly controller: AbortController;
  readonly replies: Set<string>;
  status: ReplyStatus;
}

const NOTHING: Draft = { text: '', attachments: [] };

/** A conversation in this window: its messages, what is being written, the composer's draft, and a reply under way. */
export class OpenConversation implements Disposable {
  readonly #services: ChatServices;
  readonly #stored: StoredConversation;
  readonly #changes = new EventEmitter<Change>();
  readonly onDidChange = this.#changes.event;
  readonly #listeners: { dispose(): void }[];
  #draft: Draft;
  #run: Run | undefined;
  /** From the person's yes until the reply begins: questions may be open. */
  #isStarting = false;
  #lastRun: Promise<void> = Promise.resolve();

  constructor(services: ChatServices, stored: StoredConversation, draft: Draft = NOTHING) {
    this.#services = services;
    this.#stored = stored;
    this.#draft = draft;
    this.#listeners = [
      stored.onDidChange((events) => this.#tell(events)),
      stored.onProblem(() => this.#changes.fire({ kind: 'status' })),
    ];
  }

  get id(): string {
    return this.#stored.conversation.id;
  }

  get conversation(): Conversation {
    return this.#stored.conversation;
  }

  get stored(): StoredConversation {
    return this.#stored;
  }

  get draft(): Draft {
    return this.#draft;
  }

  get isReplying(): boolean {
    return this.#run !== undefined;
  }

  get setup(): ChatSetup {
    return setupOf(this.conversation, this.#services.models);
  }

  /** The shown messages, for the view. */
  turns(): Turn[] {
    const path = this.conversation.path();
    return path.map((message) => this.turn(message, path.at(-1)));
  }

  /** @param last of the shown messages */
  turn(message: Message, last = this.conversation.path().at(-1)): Turn {
    const turn = turnOf(message, this.conversation, {
      status: this.#run?.replies.has(message.id) ? this.#run.status : undefined,
      isWriterAlive: message.role === 'assistant' && this.#stored.isWriterAlive(message.writer, message.at),
    });
    const isUnanswered = message.role === 'user' && message === last && !this.#run && !this.#isStarting;
    return isUnanswered ? { ...turn, error: unanswered() } : turn;
  }

  /** What the composer holds now, as it says itself. */
  typed(text: string): void {
    if (text !== this.#draft.text) {
      this.#draft = { ...this.#draft, text };
      this.#keepDraft();
      this.#changes.fire({ kind: 'typed' });
    }
  }

  setDraft(draft: Draft): void {
    this.#draft = draft;
    this.#keepDraft();
    this.#changes.fire({ kind: 'draft' });
  }

  attach(...attachments: Attachment[]): void {
    this.setDraft({ ...this.#draft, attachments: [...this.#draft.attachments, ...attachments] });
  }

  detach(id: string): void {
    const attachments = this.#draft.attachments.filter((attachment) => attachment.id !== id);
    this.setDraft({ ...this.#draft, attachments });
  }

  /** Puts an earlier message into the composer. It stays where it is, and is sent again on a branch of its own. */
  edit(message: UserMessage): void {
    this.setDraft({ text: message.text, attachments: message.attachments, editing: message.id });
  }

  /** What stood in the composer is still the message that is shown. */
  cancelEdit(): void {
    this.setDraft(NOTHING);
  }

  /** Sends a message and writes the reply. A title is for a conversation that has none. `false` when the person thought better of it: then nothing has changed. */
  async send({ text, attachments, editing }: Draft, title?: string): Promise<boolean> {
    return this.#start(async (connected, setup) => {
      const edited = editing === undefined ? undefined : this.conversation.message(editing);
      const id = randomUUID();
      this.append({
        type: 'user',
        id,
        parent: edited ? edited.parent : (this.conversation.path().at(-1)?.id ?? null),
        at: Date.now(),
        text,
        attachments: [...attachments],
      });
      if (title !== undefined) {
        this.append({ type: 'titled', title });
      }
      this.setDraft(NOTHING);
      await this.#reply(connected, setup, id);
    });
  }

  /** Another reply to what this one answers, beside it. */
  async regenerate(message: Message): Promise<void> {
    const question = message.role === 'user' ? message.id : message.parent;
    if (question !== null) {
      await this.#start((connected, setup) => this.#reply(connected, setup, question));
    }
  }

  /** Once more: in place of a reply of which nothing came, else beside it, so that what came is not lost. */
  async retry(message: Message): Promise<void> {
    if (message.role === 'user' || message.text !== '' || message.parent === null) {
      await this.regenerate(message);
      return;
    }
    const { parent } = message;
    await this.#start((connected, setup) => this.#reply(connected, setup, parent, { anew: message }));
  }

  /** Lets the model go on where a reply stopped. */
  async continue(message: Reply): Promise<void> {
    const { parent } = message;
    if (parent !== null) {
      await this.#start((connected, setup) => this.#reply(connected, setup, parent, { on: message }));
    }
  }

  stop(): void {
    this.#run?.controller.abort();
  }

  /** When no reply is written any more. */
  idle(): Promise<void> {
    return this.#lastRun;
  }

  append(...events: ChatEvent[]): void {
    if (this.#stored.readOnly) {
      return;
    }
    const lengths = new Map(
      events.flatMap((event) =>
        event.type === 'text'
          ? [[event, this.conversation.message(event.id)?.text.length ?? 0] as const]
          : [],
      ),
    );
    this.#stored.append(...events);
    this.#tell(events, lengths);
  }

  /** Tries again to keep what could not be kept. */
  async save(): Promise<void> {
    await this.#stored.flush().catch(() => {});
    this.#changes.fire({ kind: 'status' });
  }

  dispose(): void {
    this.stop();
    for (const listener of this.#listeners) {
      listener.dispose();
    }
    this.#changes.dispose();
    void this.#stored.dispose();
  }

  #keepDraft(): void {
    const { text, attachments, editing } = this.#draft;
    const isEmpty = text === '' && attachments.length === 0 && editing === undefined;
    this.#services.store.writeDraft(this.id, isEmpty ? undefined : this.#draft).catch((error: unknown) => {
      this.#services.log.warn(`A draft could not be kept: ${String(error)}`);
    });
  }

  /** Asks first for what is wanting: a service, a model, the yes to an unusual request. One reply at a time. */
  async #start(
    run: (connected: Connected, setup: ChatSetup & { model: string }) => Promise<void>,
  ): Promise<boolean> {
    if (this.#run || this.#isStarting || this.#stored.readOnly) {
      return false;
    }
    this.#isStarting = true;
    try {
      const { connection, models } = this.#services;
      const connected = await connection.require();
      if (!connected) {
        return false;
      }
      const model = this.setup.model ?? (await models.require('chat', connected));
      const setup = this.setup;
      if (model === undefined || !(await passAdvice('chat', { ...setup.parameters }))) {
        return false;
      }
      this.#lastRun = run(connected, { ...setup, model });
      await this.#lastRun;
      return true;
    } finally {
      this.#isStarting = false;
    }
  }

  async #reply(
    { client }: Connected,
    setup: ChatSetup & { model: string },
    question: string,
    into: { anew?: Reply; on?: Reply } = {},
  ): Promise<void> {
    const controller = new AbortController();
    const writer = { window: this.#services.window, pid: process.pid };
    const request = randomUUID();
    const { model } = setup;
    const begin = (choice: number): string => {
      const id = randomUUID();
      run.replies.add(id);
      this.append({ type: 'reply', id, parent: question, at: Date.now(), model, request, choice, writer });
      return id;
    };
    const run: Run = { controller, replies: new Set(), status: { kind: 'waiting' } };
    this.#run = run;
    const existing = into.anew ?? into.on;
    if (existing) {
      run.replies.add(existing.id);
      this.append({ type: 'resumed', id: existing.id, at: Date.now(), model, writer, anew: !into.on });
    }
    const reply = existing?.id ?? begin(0);
    const path = this.conversation.pathTo(into.on ? into.on.id : question);
    this.#changes.fire({ kind: 'status' });
    await writeReply({
      client,
      signal: controller.signal,
      plan: (refused) => planRequest(path, setup, { refused, continues: into.on !== undefined }),
      reply,
      begin,
      append: (event) => {
        if (event.type === 'ended') {
          run.replies.delete(event.id);
        }
        this.append(event);
      },
      onStatus: (status) => {
        run.status = status;
        this.#changes.fire({ kind: 'messages', ids: [...run.replies] });
      },
      count: countTokens,
      failureOf: (error) => {
        logFailure(error, this.#services.log);
        return replyFailure(error);
      },
    });
    this.#run = undefined;
    await this.save();
    const ended = this.conversation.message(reply);
    if (ended?.role === 'assistant') {
      this.#changes.fire({ kind: 'ended', reply: ended });
    }
  }

  /** @param lengths of replies before the text came, where this window wrote it */
  #tell(events: readonly ChatEvent[], lengths?: ReadonlyMap<ChatEvent, number>): void {
    const ids: string[] = [];
    let hasStatus = false;
    for (const event of events) {
      const at = lengths?.get(event);
      if (event.type === 'text' && at !== undefined) {
        this.#changes.fire({ kind: 'grown', id: event.id, at, text: event.text });
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
      this.#changes.fire({ kind: 'messages', ids });
    }
    if (hasStatus) {
      this.#changes.fire({ kind: 'status' });
    }
  }
}
