import { randomUUID } from 'node:crypto';
import { searchPattern } from './conversation-excerpt.ts';
import { findIn } from './conversation-search.ts';
import type { ConversationSummary } from './conversation-summary.ts';
import { LogFile, type OpenForAppend } from './log-file.ts';
import { CURRENT_FORMAT, type LogFormat } from './log-format.ts';
import { StoredConversation, type StoredConversationOptions } from './stored-conversation.ts';
import { type Draft, StoredDrafts } from './stored-drafts.ts';
import { StoredFolder } from './stored-folder.ts';
import { Holdings } from './stored-holdings.ts';
import { Listeners } from './stored-listeners.ts';
import { StoredSummaries } from './stored-summaries.ts';
import { StoredWatch } from './stored-watch.ts';

export type { ConversationSummary, Draft, StoredConversation };

/** Milliseconds between two tellings that something has changed. */
const TELL_INTERVAL = 500;
/** Milliseconds in which several changes are one. */
const GATHERING = 25;
/** Files looked at side by side: more does not make it faster. */
const AT_ONCE = 16;

export interface StoreOptions {
  /** Names this window; another one for each that ever was. */
  readonly window: string;
  readonly now?: () => number;
  /** Is told what failed that nobody waits for. */
  readonly onProblem?: (error: unknown) => void;
  readonly format?: LogFormat;
  readonly openForAppend?: OpenForAppend;
}

export interface SearchResult {
  readonly id: string;
  readonly excerpt: string;
}

/**
 * The conversations of this person, a file each, in a folder that several windows share. Only those that are open are
 * in memory.
 */
export class ConversationStore {
  readonly #folder: StoredFolder;
  readonly #options: StoreOptions;
  readonly #now: () => number;
  readonly #summaries: StoredSummaries;
  readonly #drafts: StoredDrafts;
  readonly #held = new Holdings();
  readonly #listeners: Listeners<void>;
  readonly #refreshing = new Map<string, NodeJS.Timeout>();
  #telling: NodeJS.Timeout | undefined;
  #lastTold = Number.NEGATIVE_INFINITY;
  #watch: StoredWatch | undefined;
  /** Of the folder. */
  #modified: number | undefined;
  #isDisposed = false;

  constructor(folder: string, options: StoreOptions) {
    this.#folder = new StoredFolder(folder);
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#listeners = new Listeners((error) => this.#report(error));
    const format = options.format ?? CURRENT_FORMAT;
    this.#summaries = new StoredSummaries(this.#folder, format, (error) => this.#report(error));
    this.#drafts = new StoredDrafts(this.#folder);
  }

  /**
   * All conversations in which something was said, the newest first.
   *
   * @throws {StoreError} when the folder cannot be read; a file that cannot be is left out
   */
  async list(signal?: AbortSignal): Promise<ConversationSummary[]> {
    const ids = await this.#folder.ids();
    const found: ConversationSummary[] = [];
    const waiting = ids.values();
    const look = async (): Promise<void> => {
      for (const id of waiting) {
        signal?.throwIfAborted();
        try {
          const held = this.#held.get(id);
          const summary = held && !held.isGone ? held.summary : await this.#summaries.of(id, signal);
          if (summary) {
            found.push(summary);
          }
        } catch (error) {
          signal?.throwIfAborted();
          this.#report(error);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, look));
    // What could not be written yet is there all the same.
    const seen = new Set(ids);
    for (const stored of this.#held.all()) {
      if (!seen.has(stored.conversation.id) && !stored.conversation.isEmpty && !stored.isGone) {
        found.push(stored.summary);
      }
    }
    return found
      .filter(({ isUnsent }) => !isUnsent)
      .sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  }

  /** Looks for a text in all messages, in any case: the newest conversations first, and one in memory at a time. */
  async *search(query: string, signal?: AbortSignal): AsyncGenerator<SearchResult> {
    if (query.trim() === '') {
      return;
    }
    const pattern = searchPattern(query);
    for (const { id } of await this.list(signal)) {
      signal?.throwIfAborted();
      try {
        const stored = this.#held.get(id) ?? (await StoredConversation.load(this.#optionsFor(id)));
        const excerpt = findIn(stored.conversation, pattern);
        if (excerpt !== undefined) {
          yield { id, excerpt };
        }
      } catch (error) {
        this.#report(error);
      }
    }
  }

  /**
   * A new conversation. It has no file before something is added.
   *
   * @param id of one that only had a draft so far
   */
  create(id: string = randomUUID()): StoredConversation {
    const stored = this.#held.hold(id, () => StoredConversation.create(this.#optionsFor(id)));
    this.#startWatching();
    return stored;
  }

  /**
   * Opens a conversation; the same one for all who have it open. Each of them disposes of it once.
   *
   * @throws {StoreError} `missing`, or why it cannot be read
   */
  async open(id: string): Promise<StoredConversation> {
    const stored = await this.#held.holdLoaded(id, () => StoredConversation.load(this.#optionsFor(id)));
    this.#startWatching();
    return stored;
  }

  /**
   * Moves a conversation aside. One to which nothing was added has nothing to move.
   *
   * @throws {StoreError} `missing`, or why it cannot be moved
   */
  async delete(id: string): Promise<void> {
    const stored = this.#held.get(id);
    await stored?.flush().catch(() => {});
    try {
      await this.#folder.moveAside(id, this.#now());
    } catch (error) {
      if (stored?.conversation.isEmpty) {
        return;
      }
      throw stored?.unsaved ?? error;
    }
    await stored?.refresh();
    this.#tellSoon();
  }

  /**
   * Brings a deleted conversation back whole.
   *
   * @throws {StoreError} `missing` when it was removed for good
   */
  async restore(id: string): Promise<void> {
    await this.#folder.moveBack(id);
    await this.#held.get(id)?.refresh();
    this.#tellSoon();
  }

  /** Removes for good what was deleted so many milliseconds ago, drafts of nothing, and what a crash left behind. */
  async purge(olderThan: number): Promise<void> {
    await this.#folder.purge(this.#now() - olderThan, this.#now());
  }

  readDraft(id: string): Promise<Draft | undefined> {
    return this.#drafts.read(id);
  }

  /** Keeps what stands in the composer, or removes it. */
  async writeDraft(id: string, draft: Draft | undefined): Promise<void> {
    await this.#drafts.write(id, draft);
  }

  /** Tells that conversations were added, changed, deleted or restored, here or in another window. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#startWatching();
    return this.#listeners.add(listener);
  }

  /** Waits until all is written that can be. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#watch?.dispose();
    this.#listeners.clear();
    clearTimeout(this.#telling);
    for (const timer of this.#refreshing.values()) {
      clearTimeout(timer);
    }
    const flushed = this.#held.all().map((stored) => stored.flush());
    await Promise.allSettled([...flushed, this.#drafts.idle(), this.#summaries.save()]);
    this.#held.clear();
  }

  #optionsFor(id: string): StoredConversationOptions {
    const { window, format = CURRENT_FORMAT, openForAppend } = this.#options;
    return {
      id,
      created: this.#now(),
      file: new LogFile(this.#folder.log(id), () => this.#folder.aside(id), openForAppend),
      format,
      window,
      author: `${window}.${randomUUID().slice(0, 8)}`,
      report: (error) => this.#report(error),
      release: () => this.#held.release(id),
      onForeign: () => this.#tellSoon(),
    };
  }

  #startWatching(): void {
    if (this.#isDisposed || this.#watch) {
      return;
    }
    this.#watch = new StoredWatch(
      this.#folder.path,
      (name) => this.#changed(name),
      () => void this.#poll(),
    );
  }

  #changed(name: string | undefined): void {
    const id = name === undefined ? undefined : this.#folder.idOf(name);
    if (name !== undefined && id === undefined) {
      return;
    }
    for (const held of id === undefined ? this.#held.ids() : [id]) {
      this.#refreshSoon(held);
    }
    if (id !== undefined) {
      this.#tellSoon();
    }
  }

  /** For what the system does not tell. */
  async #poll(): Promise<void> {
    this.#changed(undefined);
    const before = this.#modified;
    this.#modified = await this.#folder.modified().catch(() => undefined);
    if (before !== undefined && before !== this.#modified) {
      this.#tellSoon();
    }
  }

  #refreshSoon(id: string): void {
    if (!this.#held.get(id) || this.#refreshing.has(id)) {
      return;
    }
    const timer = setTimeout(() => {
      this.#refreshing.delete(id);
      this.#held
        .get(id)
        ?.refresh()
        .catch((error: unknown) => this.#report(error));
    }, GATHERING);
    this.#refreshing.set(id, timer.unref());
  }

  /** Soon, but not too often: a list is read anew each time. */
  #tellSoon(): void {
    if (this.#isDisposed || this.#telling) {
      return;
    }
    const pause = this.#lastTold + TELL_INTERVAL - performance.now();
    const tell = () => {
      this.#telling = undefined;
      this.#lastTold = performance.now();
      this.#listeners.tell();
    };
    this.#telling = setTimeout(tell, Math.max(GATHERING, pause)).unref();
  }

  #report(error: unknown): void {
    this.#options.onProblem?.(error);
  }
}
