import * as v from 'valibot';
import { Conversation } from './conversation.ts';
import { type ConversationSummary, SummaryFold } from './conversation-summary.ts';
import { type ChatEvent, chatEvent, type Writer } from './events.ts';
import type { LogFile } from './log-file.ts';
import type { LogFormat, LoggedEvent } from './log-format.ts';
import { StoreError } from './stored-error.ts';
import { Listeners } from './stored-listeners.ts';
import { readWholeLog, type WholeLog } from './stored-log.ts';
import { SharedLog } from './stored-shared-log.ts';
import { isHostAlive } from './stored-writer.ts';

/** Milliseconds for which the text of a reply is gathered before it is written. */
const GATHERING = 250;
/** Milliseconds until what could not be written is tried again by itself. */
const RETRY_DELAY = 5000;

export interface StoredConversationOptions {
  readonly id: string;
  /** Milliseconds since 1970; where the file does not say. */
  readonly created: number;
  readonly file: LogFile;
  readonly format: LogFormat;
  readonly window: string;
  /** The name of its lines: nobody else's, now or ever, is the same. */
  readonly author: string;
  /** Is told when others have written. */
  readonly onForeign: () => void;
  /** Tells of a listener that failed. */
  readonly report: (error: unknown) => void;
  /** One of those who opened it needs it no more. */
  readonly release: () => Promise<void>;
}

/**
 * A conversation and its file. What is added counts at once and is written soon; what other windows add comes by
 * itself. Whatever the disk does, the conversation in memory is right, and what is not written yet is kept.
 */
export class StoredConversation {
  readonly conversation: Conversation;
  /** `future`: a newer Inkwell had written here before it was opened. */
  readonly readOnly: 'future' | undefined;
  readonly #options: StoredConversationOptions;
  readonly #log: SharedLog;
  readonly #changes: Listeners<readonly ChatEvent[]>;
  readonly #problems: Listeners<StoreError | undefined>;
  #summary = new SummaryFold();
  #unsaved: StoreError | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #retrying: NodeJS.Timeout | undefined;
  #isWriting = false;
  /** Reading and writing, one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(options: StoredConversationOptions, read: WholeLog | undefined) {
    const { id, author, report } = options;
    const created = read?.reader.created ?? firstTime(read?.events ?? []) ?? options.created;
    this.#options = options;
    this.#changes = new Listeners(report);
    this.#problems = new Listeners(report);
    this.conversation = new Conversation(id, created);
    this.readOnly = read?.reader.isFuture ? 'future' : undefined;
    this.#takeAll(read?.events ?? []);
    this.#log = new SharedLog(
      {
        ...options,
        created,
        onForeign: (events) => {
          this.#takeAll(events);
          this.#tellOf(events);
        },
        onReordered: (events, foreign, ours) => {
          this.conversation.reset();
          this.#summary = new SummaryFold();
          this.#takeAll(events);
          this.#takeAll(ours.map((event) => ({ event, author })));
          this.#tellOf(foreign);
        },
        onMoved: () => this.#changes.tell([]),
      },
      read,
    );
  }

  /** One that has no file before something is added. */
  static create(options: StoredConversationOptions): StoredConversation {
    return new StoredConversation(options, undefined);
  }

  /** @throws {StoreError} `missing`, or why it cannot be read */
  static async load(options: StoredConversationOptions): Promise<StoredConversation> {
    const read = await readWholeLog(options.file, options.format).catch((error: unknown) => {
      throw StoreError.from(error);
    });
    if (!read || read.isAside) {
      throw new StoreError('missing');
    }
    return new StoredConversation(options, read);
  }

  /** Whether something in the file can not be read. The rest is there. */
  get damaged(): boolean {
    return this.#log.isDamaged;
  }

  /** Whether it was deleted, here or in another window. What is added then is restored with it. */
  get isGone(): boolean {
    return this.#log.isGone;
  }

  /** Why the last try to write failed; it is tried again with what is added next, by `flush`, and after a while. */
  get unsaved(): StoreError | undefined {
    return this.#unsaved;
  }

  get summary(): ConversationSummary {
    return this.#summary.summary(this.conversation.id, this.conversation.created);
  }

  /**
   * Says that something happened.
   *
   * @throws {StoreError} `future`, where nothing can be added
   */
  append(...events: readonly ChatEvent[]): void {
    if (this.readOnly) {
      throw new StoreError(this.readOnly);
    }
    // What could not be read again is not written.
    const checked = events.map((event) => (event.type === 'text' ? event : v.parse(chatEvent, event)));
    for (const event of checked) {
      this.#log.add(event);
      this.#takeAll([{ event, author: this.#options.author }]);
    }
    if (this.#log.isFull || checked.some(({ type }) => type !== 'text')) {
      this.#writeSoon();
    } else if (checked.length > 0) {
      this.#gathering ??= setTimeout(() => this.#writeSoon(), GATHERING);
    }
  }

  /**
   * Waits until the disk has all that was added.
   *
   * @throws {StoreError}
   */
  async flush(): Promise<void> {
    this.#seal();
    await this.#inTurn(() => this.#write(true));
    if (this.#unsaved) {
      throw this.#unsaved;
    }
  }

  /**
   * Looks at once for what other windows have added.
   *
   * @throws {StoreError} when the file cannot be read
   */
  async refresh(): Promise<void> {
    await this.#inTurn(() => this.#log.catchUp()).catch((error: unknown) => {
      throw StoreError.from(error);
    });
  }

  /** Tells what other windows have added; nothing, when it was deleted or restored. */
  onDidChange(listener: (events: readonly ChatEvent[]) => void): { dispose(): void } {
    return this.#changes.add(listener);
  }

  /** Tells when `unsaved` has changed. */
  onProblem(listener: (error: StoreError | undefined) => void): { dispose(): void } {
    return this.#problems.add(listener);
  }

  /**
   * Whether the window that writes a reply still runs, and may go on with it.
   *
   * @param since when it began, in milliseconds since 1970: what was before this machine's start has ended
   */
  isWriterAlive(writer: Writer, since?: number): boolean {
    return writer.window === this.#options.window || isHostAlive(writer.pid, since);
  }

  /** Whoever opened it needs it no more. What is not written yet still will be. */
  dispose(): Promise<void> {
    return this.#options.release();
  }

  /** Stops what goes by the clock; nobody has it open any more. */
  close(): void {
    clearTimeout(this.#retrying);
    this.#retrying = undefined;
    this.#changes.clear();
    this.#problems.clear();
  }

  #takeAll(events: readonly Pick<LoggedEvent, 'event' | 'author'>[]): void {
    for (const { event, author } of events) {
      this.conversation.apply(event, author);
      this.#summary.apply(event);
    }
  }

  #tellOf(foreign: readonly LoggedEvent[]): void {
    this.#changes.tell(foreign.map(({ event }) => event));
    this.#options.onForeign();
  }

  #seal(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#log.seal();
  }

  #writeSoon(): void {
    this.#seal();
    if (!this.#isWriting) {
      this.#isWriting = true;
      void this.#inTurn(() => {
        this.#isWriting = false;
        return this.#write(false);
      });
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #write(durable: boolean): Promise<void> {
    try {
      await this.#log.write({ isAgain: this.#unsaved !== undefined, durable });
      this.#setUnsaved(undefined);
    } catch (error) {
      this.#setUnsaved(StoreError.from(error));
    }
  }

  #setUnsaved(error: StoreError | undefined): void {
    const isNews = this.#unsaved?.message !== error?.message;
    this.#unsaved = error;
    clearTimeout(this.#retrying);
    this.#retrying = error ? setTimeout(() => this.#writeSoon(), RETRY_DELAY).unref() : undefined;
    if (isNews) {
      this.#problems.tell(error);
    }
  }
}

function firstTime(events: readonly LoggedEvent[]): number | undefined {
  for (const { event } of events) {
    if ('at' in event) {
      return event.at;
    }
  }
  return undefined;
}
