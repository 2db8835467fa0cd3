import { type Disposable, EventEmitter, type Uri, type WorkspaceFolder } from 'vscode';
import { Changes } from './changes.ts';
import { FolderState } from './folder-state.ts';
import { FolderUpdate, type UpdateResult } from './folder-update.ts';
import type { IndexIdentity } from './index-folder.ts';
import type { IndexHome } from './index-home.ts';
import type { Found } from './index-search.ts';
import type { IndexTalk } from './index-talk.ts';
import { OpenIndex } from './open-index.ts';
import type { SearchServices } from './search-services.ts';
import type { IndexStatus } from './searcher.ts';

/** Lines of a file, by its path below the folder. */
interface Lines {
  readonly path: string;
  readonly line: number;
  readonly lastLine: number;
}

/** The index of one folder of the workspace, as this window has it. */
export class FolderIndex implements Disposable {
  readonly folder: WorkspaceFolder;
  /** What an update that nobody asked for has to look at. */
  readonly changes = new Changes();
  readonly state: FolderState;
  readonly #services: SearchServices;
  readonly #home: IndexHome;
  readonly #index: OpenIndex;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #fellBehind = new EventEmitter<void>();
  /** Files have changed while it was brought up to them. */
  readonly onDidFallBehind = this.#fellBehind.event;
  #update: FolderUpdate | undefined;
  /** The end of the update under way. */
  #busy: Promise<void> | undefined;
  #status: IndexStatus = 'none';
  #progress = 0;
  #failure: unknown;
  #isDisposed = false;

  constructor(folder: WorkspaceFolder, services: SearchServices, home: IndexHome) {
    this.folder = folder;
    this.#services = services;
    this.#home = home;
    this.state = new FolderState(folder.uri, services, home);
    this.#index = new OpenIndex(home.placeOf(folder.uri.toString()));
  }

  get uri(): Uri {
    return this.folder.uri;
  }

  get status(): IndexStatus {
    return this.#status;
  }

  /** Of what is being sent, from 0 to 1. */
  get progress(): number {
    return this.#progress;
  }

  /** Why it does not go on. */
  get failure(): unknown {
    return this.#failure;
  }

  get isBusy(): boolean {
    return this.#busy !== undefined;
  }

  get size(): { readonly files: number; readonly chunks: number } {
    const { files = 0, chunks = 0 } = this.state.isAgreed ? (this.state.record ?? {}) : {};
    return this.#update?.size ?? { files, chunks };
  }

  /** Looks at what is known of it, and at the settings as they are now. */
  async load(): Promise<void> {
    await this.state.load();
    this.look();
  }

  /** By other settings, what is there may count or not, and what failed may do so no more. */
  look(): void {
    if (!this.isBusy) {
      this.#failure = undefined;
      this.#rest();
    }
  }

  /** Brings it up to what the files are now: one update at a time, another waits. */
  async update(talk?: IndexTalk, { isAnew = false } = {}): Promise<UpdateResult> {
    while (this.isBusy) {
      await this.#busy;
    }
    const done = Promise.withResolvers<void>();
    let isUpToDate = false;
    this.#busy = done.promise;
    this.#failure = undefined;
    const { folder, state, changes } = this;
    this.#update = new FolderUpdate({
      folder,
      services: this.#services,
      state,
      index: this.#index,
      changes,
      talk,
      isAnew,
      onSending: ({ done, total, isPaused }) => {
        this.#progress = total === 0 ? 1 : Math.min(1, done / total);
        this.#set(isPaused ? 'paused' : 'indexing');
      },
    });
    try {
      const result = await this.#update.run();
      this.#failure = result.kind === 'ended' ? result.outcome.error : undefined;
      isUpToDate = result.kind === 'current' || (result.kind === 'ended' && result.outcome.end === 'done');
      return result;
    } catch (error) {
      this.#failure = error;
      throw error;
    } finally {
      this.#update = undefined;
      this.#busy = undefined;
      this.#rest();
      done.resolve();
      if (this.#status === 'ready' && isUpToDate && !changes.isEmpty) {
        this.#fellBehind.fire();
      }
    }
  }

  /** No more is sent until `resume`, not even after a reload; requests under way come to their end. */
  async pause(): Promise<void> {
    const isSending = this.#update?.pause() ?? false;
    if (this.state.isAgreed) {
      await this.state.keep({ isPaused: true });
    }
    if (!isSending) {
      this.#update?.stop();
      this.look();
    }
  }

  /** @returns false where nothing stands by, so that what is missing has to be found anew */
  async resume(): Promise<boolean> {
    if (this.state.isPaused) {
      await this.state.keep({ isPaused: false });
    }
    if (!this.#update?.isPaused) {
      this.look();
      return false;
    }
    this.#update.resume();
    return true;
  }

  /** The nearest places below this folder, without those that overlap some lines. */
  async search(
    of: IndexIdentity,
    vector: readonly number[],
    { limit, exclude, signal }: { limit: number; exclude: Lines | undefined; signal: AbortSignal },
  ): Promise<readonly Found[]> {
    return this.#index.read(of, async (index) => {
      const own = exclude ? (index.files.get(exclude.path)?.chunks.length ?? 0) : 0;
      const found = await index.search(vector, { limit: limit + own, signal });
      return found
        .filter(
          ({ path, line, lastLine }) =>
            path !== exclude?.path || line > exclude.lastLine || lastLine < exclude.line,
        )
        .slice(0, limit);
    });
  }

  /** Deletes it. `false` while another window writes to it. */
  async remove(): Promise<boolean> {
    this.#update?.stop();
    while (this.isBusy) {
      await this.#busy;
    }
    // Meanwhile nothing is begun that would write to it.
    const done = Promise.withResolvers<void>();
    this.#busy = done.promise;
    let isRemoved = false;
    try {
      await this.#index.close();
      isRemoved = await this.#home.remove(this.uri.toString());
      if (isRemoved) {
        this.state.forget();
        this.changes.addAll();
      }
    } finally {
      this.#busy = undefined;
      done.resolve();
    }
    if (isRemoved) {
      this.look();
    }
    return isRemoved;
  }

  /** What is under way goes on when the folder is opened again. */
  dispose(): void {
    this.#isDisposed = true;
    this.#update?.stop();
    void Promise.resolve(this.#busy).then(() => this.#index.close());
    this.#changed.dispose();
    this.#fellBehind.dispose();
  }

  /** What it is while nothing is under way. */
  #rest(): void {
    const { isAgreed, isPaused, isUnderway } = this.state;
    const isWaiting = isPaused || isUnderway || this.#failure !== undefined;
    this.#set(isAgreed ? (isWaiting ? 'paused' : 'ready') : 'none');
  }

  #set(status: IndexStatus): void {
    this.#status = status;
    if (!this.#isDisposed) {
      this.#changed.fire();
    }
  }
}
