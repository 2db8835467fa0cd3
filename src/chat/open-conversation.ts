import { randomUUID } from 'node:crypto';
import type { Disposable } from 'vscode';
import { EventEmitter } from 'vscode';
import { logFailure } from '../ui/log-failure.ts';
import type { ChatServices } from './chat-services.ts';
import { ComposerDraft } from './composer-draft.ts';
import type { Conversation, Message, Reply } from './conversation.ts';
import { type Change, changesOf, lengthsBefore } from './conversation-change.ts';
import { NO_DRAFT } from './draft.ts';
import type { ChatEvent } from './events.ts';
import { countTokens, planRequest } from './next-request.ts';
import { OtherWriters } from './other-writers.ts';
import { type ReplyStatus, writeReply } from './reply.ts';
import { replyFailure } from './reply-failure.ts';
import { type RequestStart, startRequest } from './request-start.ts';
import { type ChatSetup, setupOf } from './setup.ts';
import type { Turn } from './shared/protocol.ts';
import type { Draft, StoredConversation } from './store.ts';
import { turnOf, unanswered } from './turns.ts';
import { draftContent } from './wire-messages.ts';

/** The replies of one request under way. */
interface Run {
  readonly replies: Set<string>;
  status: ReplyStatus;
}

/** A conversation in this window: its messages, what is being written, the composer's draft, and a reply under way. */
export class OpenConversation implements Disposable {
  readonly composer: ComposerDraft;
  readonly #services: ChatServices;
  readonly #stored: StoredConversation;
  readonly #changes = new EventEmitter<Change>();
  readonly onDidChange = this.#changes.event;
  readonly #listeners: { dispose(): void }[];
  #run: Run | undefined;
  /** From the person's yes until the reply begins: questions may be open. */
  #isStarting = false;
  /** While what was written is checked before it is sent. */
  #isChecking = false;
  /** Of the request that is made or begun. */
  #stopping = new AbortController();
  #lastRun: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(services: ChatServices, stored: StoredConversation, draft: Draft = NO_DRAFT) {
    this.#services = services;
    this.#stored = stored;
    this.composer = new ComposerDraft(draft, {
      keep: (changed) => this.#keepDraft(changed),
      changed: (kind) => this.#changes.fire({ kind }),
    });
    const others = new OtherWriters({
      writing: () =>
        [...this.conversation.messages()]
          .filter((each) => this.#isWrittenElsewhere(each))
          .map(({ id }) => id),
      onGone: (ids) => this.#changes.fire({ kind: 'messages', ids }),
    });
    this.#listeners = [
      stored.onDidChange((events) => {
        this.#tell(events);
        others.look();
      }),
      stored.onProblem(() => this.#changes.fire({ kind: 'status' })),
      others,
    ];
    others.look();
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
    return this.composer.draft;
  }

  /** Whether there is something to stop. */
  get isReplying(): boolean {
    return this.#run !== undefined || this.#isChecking;
  }

  get isChecking(): boolean {
    return this.#isChecking;
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
      isWriterAlive: this.#isWrittenElsewhere(message),
    });
    const isUnanswered = message.role === 'user' && message === last && !this.#run && !this.#isStarting;
    return isUnanswered ? { ...turn, error: unanswered() } : turn;
  }

  /**
   * Sends a message and writes the reply. A title is for a conversation that has none. What is not sent, since the
   * person thought better of it or something is in the way, comes to stand in the composer.
   */
  async send(draft: Draft, title?: string): Promise<void> {
    const { text, attachments, editing } = draft;
    let isSent = false;
    try {
      await this.#start((start) => {
        isSent = true;
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
        this.composer.sent(draft);
        return this.#reply(start, id);
      }, draft);
    } finally {
      if (!isSent) {
        this.composer.unsent(draft);
      }
    }
  }

  /** Another reply to what this one answers, beside it. */
  async regenerate(message: Message): Promise<void> {
    const question = message.role === 'user' ? message.id : message.parent;
    if (question !== null) {
      await this.#start((start) => this.#reply(start, question));
    }
  }

  /** Once more: in place of a reply of which nothing came, else beside it, so that what came is not lost. */
  async retry(message: Message): Promise<void> {
    if (message.role === 'user' || message.text !== '' || message.parent === null) {
      await this.regenerate(message);
      return;
    }
    const { parent } = message;
    await this.#start((start) => this.#reply(start, parent, { anew: message }));
  }

  /** Lets the model go on where a reply stopped. */
  async continue(message: Reply): Promise<void> {
    const { parent } = message;
    if (parent !== null) {
      await this.#start((start) => this.#reply(start, parent, { on: message }));
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** When no reply is written any more. */
  idle(): Promise<void> {
    return this.#lastRun;
  }

  append(...events: ChatEvent[]): void {
    if (this.#stored.readOnly) {
      this.#look(events);
      return;
    }
    const lengths = lengthsBefore(events, this.conversation);
    this.#stored.append(...events);
    this.#tell(events, lengths);
  }

  /** Tries again to keep what could not be kept. */
  async save(): Promise<void> {
    await this.#stored.flush().catch(() => {});
    this.#changes.fire({ kind: 'status' });
  }

  dispose(): void {
    if (this.#isDisposed) {
      return;
    }
    this.#isDisposed = true;
    this.stop();
    for (const listener of this.#listeners) {
      listener.dispose();
    }
    this.#changes.dispose();
    void this.#stored.dispose();
  }

  #keepDraft(draft: Draft | undefined): void {
    this.#services.store.writeDraft(this.id, draft).catch((error: unknown) => {
      this.#services.log.warn(`A draft could not be kept: ${String(error)}`);
    });
  }

  /** What is ours and not being written has been given up, whoever is alive. */
  #isWrittenElsewhere(message: Message): boolean {
    if (message.role === 'user' || message.ended) {
      return false;
    }
    const { writer, at } = message;
    return writer.window !== this.#services.window && this.#stored.isWriterAlive(writer, at);
  }

  /** Where nothing can be added, one can still look at every branch. */
  #look(events: readonly ChatEvent[]): void {
    const looks = events.filter(({ type }) => type === 'selected');
    for (const event of looks) {
      this.conversation.apply(event);
    }
    this.#tell(looks);
  }

  /** Asks first for what is wanting: a service, a model, the yes to an unusual request. One reply at a time. */
  async #start(run: (start: RequestStart) => Promise<void>, written?: Draft): Promise<void> {
    if (this.#run || this.#isStarting || this.#stored.readOnly || this.#isDisposed) {
      return;
    }
    this.#isStarting = true;
    this.#stopping = new AbortController();
    let running: Promise<void> | undefined;
    try {
      const { signal } = this.#stopping;
      const start = await startRequest(
        this.#stored,
        this.#services,
        signal,
        written && {
          text: draftContent(written),
          during: (check) => this.#checking(() => check(signal)),
        },
      );
      if (start) {
        running = run(start);
        this.#lastRun = running.catch(() => {});
      }
    } finally {
      this.#isStarting = false;
    }
    await running;
  }

  /** Shows that something is checked while it is. */
  async #checking<T>(check: () => Promise<T>): Promise<T> {
    const tell = (isChecking: boolean): void => {
      this.#isChecking = isChecking;
      this.#changes.fire({ kind: 'status' });
    };
    tell(true);
    try {
      return await check();
    } finally {
      tell(false);
    }
  }

  async #reply(
    { client, setup, signal }: RequestStart,
    question: string,
    into: { anew?: Reply; on?: Reply } = {},
  ): Promise<void> {
    const writer = { window: this.#services.window, pid: process.pid };
    const request = randomUUID();
    const { model } = setup;
    const begin = (choice: number): string => {
      const id = randomUUID();
      run.replies.add(id);
      this.append({ type: 'reply', id, parent: question, at: Date.now(), model, request, choice, writer });
      return id;
    };
    const run: Run = { replies: new Set(), status: { kind: 'waiting' } };
    this.#run = run;
    const existing = into.anew ?? into.on;
    let reply: string;
    try {
      if (existing) {
        run.replies.add(existing.id);
        this.append({ type: 'resumed', id: existing.id, at: Date.now(), model, writer, anew: !into.on });
      }
      reply = existing?.id ?? begin(0);
      const path = this.conversation.pathTo(into.on ? into.on.id : question);
      this.#changes.fire({ kind: 'status' });
      await writeReply({
        client,
        signal,
        plan: (refused) => planRequest(path, setup, { refused, continues: into.on !== undefined }),
        reply,
        begin,
        append: (event) => {
          if (event.type === 'ended') {
            run.replies.delete(event.id);
            if (this.#isDisposed && event.outcome === 'stopped') {
              // The window goes, and nobody has stopped it: it was interrupted, which is seen when it is opened again.
              return;
            }
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
    } finally {
      this.#run = undefined;
      // Before the disk has everything, which may take it long.
      this.#changes.fire({ kind: 'status' });
    }
    await this.save();
    const ended = this.conversation.message(reply);
    if (ended?.role === 'assistant') {
      this.#changes.fire({ kind: 'ended', reply: ended });
    }
  }

  /** @param lengths of replies before the text came, where this window wrote it */
  #tell(events: readonly ChatEvent[], lengths?: ReadonlyMap<ChatEvent, number>): void {
    for (const change of changesOf(events, lengths)) {
      this.#changes.fire(change);
    }
  }
}
