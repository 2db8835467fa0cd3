import { join } from 'node:path';
import { commands, Disposable, EventEmitter, workspace } from 'vscode';
import { cancelled } from '../service/errors.ts';
import { logFailure } from '../ui/log-failure.ts';
import { folderHits } from './folder-hits.ts';
import { FolderIndex } from './folder-index.ts';
import { FolderWatch } from './folder-watch.ts';
import { isOtherDimension, mayPass, toldFailure } from './index-failure.ts';
import { IndexHome } from './index-home.ts';
import { QueryVectors } from './query-vectors.ts';
import { type SearchServices, USED } from './search-services.ts';
import { readSearchSettings, SCAN_SETTINGS } from './search-settings.ts';
import type { IndexStatus, Searcher, SearchHit } from './searcher.ts';

/** Milliseconds of quiet after which changed files are looked at. */
const SETTLE = 2000;
/** Milliseconds after which it is seen whether another window still writes. */
const OTHER_WINDOW = 30_000;
/** Milliseconds after which what failed for a passing reason is tried again. */
const AGAIN = 300_000;

/** By which there are other indexes, or other files in them. */
const SETTINGS = [...SCAN_SETTINGS, 'inkwell.search', 'inkwell.baseUrl'];

interface Watched {
  readonly index: FolderIndex;
  readonly watch: FolderWatch;
  readonly listening: Disposable;
}

export interface WorkspaceSearchOptions {
  /** Milliseconds of quiet after which changed files are looked at. */
  readonly settle?: number;
  /** Asks a person to have what is not indexed yet indexed. */
  readonly index: (search: WorkspaceSearch, folders: readonly FolderIndex[]) => Promise<void>;
  /** Tells a person that much would be sent if an index followed its folder. */
  readonly offer: (search: WorkspaceSearch, folder: FolderIndex, tokens: number) => void;
  /** Tells a person, once until it is mended, that a folder is left out of what the others are searched for. */
  readonly unsearched: (folder: FolderIndex, error: unknown) => void;
}

/** The indexes of the folders that are open. They follow their files by themselves, once they were asked for. */
export class WorkspaceSearch implements Searcher, Disposable {
  readonly #services: SearchServices;
  readonly #options: WorkspaceSearchOptions;
  readonly #home: IndexHome;
  readonly #watched = new Map<string, Watched>();
  readonly #queries = new QueryVectors();
  readonly #changed = new EventEmitter<void>();
  readonly #offered = new Set<string>();
  /** Of which it was told that they do not compare. */
  readonly #unsearched = new WeakSet<FolderIndex>();
  /** Until it is tried again; where another window writes, what changes here says nothing new. */
  readonly #waiting = new Map<
    FolderIndex,
    { readonly timer: NodeJS.Timeout; readonly isForOther: boolean }
  >();
  readonly #listening: Disposable;
  #isDisposed = false;
  /** What VS Code was told for its menus. */
  #context = '';
  readonly onDidChange = this.#changed.event;

  constructor(services: SearchServices, options: WorkspaceSearchOptions) {
    this.#services = services;
    this.#options = options;
    this.#home = new IndexHome(join(services.context.globalStorageUri.fsPath, 'search'));
    this.#listening = Disposable.from(
      workspace.onDidChangeWorkspaceFolders(() => {
        this.#meetFolders().catch((error) => logFailure(error, services.log));
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.#nudgeAll()),
      workspace.onDidChangeConfiguration((event) => {
        if (SETTINGS.some((id) => event.affectsConfiguration(id))) {
          this.#settingsChanged();
        }
      }),
      this.onDidChange(() => this.#setContext()),
    );
  }

  /** Looks at the folders that are open, and goes on where it was under way. */
  async start(): Promise<void> {
    await this.#meetFolders();
    const removed = await this.#home.removeOld();
    if (removed > 0) {
      this.#services.log.info(`Search indexes of folders that were not opened for long: ${removed} deleted.`);
    }
  }

  get folders(): readonly FolderIndex[] {
    return [...this.#watched.values()].map(({ index }) => index);
  }

  get status(): IndexStatus {
    const all = this.folders.map(({ status }) => status);
    return (['indexing', 'paused', 'ready'] as const).find((status) => all.includes(status)) ?? 'none';
  }

  /** Whether another window writes to an index that is not complete. */
  get isIndexedElsewhere(): boolean {
    return [...this.#waiting].some(
      ([{ status, state }, { isForOther }]) => isForOther && status === 'paused' && !state.isPaused,
    );
  }

  get size(): { readonly files: number; readonly chunks: number } {
    const sizes = this.folders.map(({ size }) => size);
    return {
      files: sizes.reduce((sum, { files }) => sum + files, 0),
      chunks: sizes.reduce((sum, { chunks }) => sum + chunks, 0),
    };
  }

  async ready(): Promise<boolean> {
    const isAgreed = (): boolean => this.folders.some(({ state }) => state.isAgreed);
    if (isAgreed()) {
      return true;
    }
    const begun = Promise.withResolvers<void>();
    const listening = this.onDidChange(() => isAgreed() && begun.resolve());
    try {
      // It may take long; what has come is found meanwhile.
      await Promise.race([begun.promise, this.#options.index(this, this.folders)]);
    } finally {
      listening.dispose();
    }
    return isAgreed();
  }

  async search(text: string, options: Parameters<Searcher['search']>[1]): Promise<readonly SearchHit[]> {
    const { limit, signal } = options;
    const agreed = this.folders.flatMap((index) => {
      const { isAgreed, identity } = index.state;
      return isAgreed && identity ? [{ index, identity }] : [];
    });
    if (text.trim() === '' || agreed.length === 0) {
      return [];
    }
    const connected = await this.#services.connection.require();
    if (!connected) {
      throw cancelled(signal);
    }
    const hits = new Map<string, SearchHit>();
    const incomparable: { readonly index: FolderIndex; readonly error: unknown }[] = [];
    for (const { index, identity } of agreed) {
      const vector = await this.#queries.of(text, identity, connected.client, signal);
      try {
        for (const hit of await folderHits(index, identity, vector, options)) {
          // Folders that are open may hold one another.
          hits.set(`${hit.uri} ${hit.line} ${hit.column}`, hit);
        }
        this.#unsearched.delete(index);
      } catch (error) {
        if (!isOtherDimension(error)) {
          throw error;
        }
        incomparable.push({ index, error });
      }
    }
    if (incomparable.length === agreed.length) {
      for (const { identity } of agreed) {
        this.#queries.forget(text, identity);
      }
      throw toldFailure(incomparable[0]?.error);
    }
    for (const { index, error } of incomparable) {
      if (!this.#unsearched.has(index)) {
        this.#unsearched.add(index);
        this.#options.unsearched(index, error);
      }
    }
    return [...hits.values()].sort((one, other) => other.score - one.score).slice(0, limit);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listening.dispose();
    for (const uri of [...this.#watched.keys()]) {
      this.#leave(uri);
    }
    this.#changed.dispose();
  }

  async #meetFolders(): Promise<void> {
    const open = new Map((workspace.workspaceFolders ?? []).map((folder) => [folder.uri.toString(), folder]));
    for (const uri of [...this.#watched.keys()].filter((each) => !open.has(each))) {
      this.#leave(uri);
    }
    const loading: Promise<void>[] = [];
    for (const [uri, folder] of open) {
      if (!this.#watched.has(uri)) {
        const index = new FolderIndex(folder, this.#services, this.#home);
        const watch = new FolderWatch(index, this.#options.settle ?? SETTLE, () => void this.#follow(index));
        const listening = Disposable.from(
          index.onDidChange(() => {
            if (index.state.isAgreed) {
              watch.start();
            }
            this.#changed.fire();
          }),
          index.onDidFallBehind(() => watch.nudge()),
        );
        this.#watched.set(uri, { index, watch, listening });
        loading.push(index.load().then(() => void this.#follow(index)));
      }
    }
    await Promise.all(loading);
    this.#changed.fire();
  }

  #leave(uri: string): void {
    const { index, watch, listening } = this.#watched.get(uri) ?? {};
    this.#watched.delete(uri);
    watch?.dispose();
    listening?.dispose();
    if (index) {
      clearTimeout(this.#waiting.get(index)?.timer);
      this.#waiting.delete(index);
      index.dispose();
    }
  }

  /** Brings an index up to its files, where nobody has to be asked. */
  async #follow(index: FolderIndex): Promise<void> {
    const { state } = index;
    const isWanted = readSearchSettings(index.uri).follows || state.isUnderway;
    const isFree =
      !index.isBusy && !state.isPaused && (index.failure === undefined || mayPass(index.failure));
    if (this.#waiting.get(index)?.isForOther) {
      return;
    }
    if (this.#isDisposed || !state.isAgreed || !workspace.isTrusted || !isWanted || !isFree) {
      return;
    }
    try {
      const result = await index.update();
      if (result.kind === 'toBeAsked' && !this.#offered.has(index.uri.toString())) {
        this.#offered.add(index.uri.toString());
        this.#options.offer(this, index, result.tokens);
      } else if (result.kind === 'otherWindow') {
        this.#later(index, OTHER_WINDOW, true);
      } else if (result.kind === 'ended') {
        this.#note(index, result.outcome.error);
      }
    } catch (error) {
      logFailure(error, this.#services.log);
    }
  }

  #note(index: FolderIndex, error: unknown): void {
    if (error === undefined) {
      return;
    }
    logFailure(error, this.#services.log);
    if (mayPass(error)) {
      this.#later(index, AGAIN, false);
    }
  }

  #later(index: FolderIndex, wait: number, isForOther: boolean): void {
    clearTimeout(this.#waiting.get(index)?.timer);
    const timer = setTimeout(() => {
      this.#waiting.delete(index);
      void this.#follow(index);
    }, wait);
    this.#waiting.set(index, { timer, isForOther });
    this.#changed.fire();
  }

  #nudgeAll(): void {
    for (const { watch } of this.#watched.values()) {
      watch.nudge();
    }
  }

  #settingsChanged(): void {
    for (const { index } of this.#watched.values()) {
      index.changes.addAll();
      index.look();
    }
    this.#nudgeAll();
  }

  #setContext(): void {
    const { status } = this;
    const hasIndex = this.folders.some(({ state }) => state.record !== undefined);
    if (this.#context === `${status} ${hasIndex}`) {
      return;
    }
    this.#context = `${status} ${hasIndex}`;
    void commands.executeCommand('setContext', 'inkwell.search.isIndexing', status === 'indexing');
    void commands.executeCommand('setContext', 'inkwell.search.isPaused', status === 'paused');
    void commands.executeCommand('setContext', 'inkwell.search.hasIndex', hasIndex);
    if (hasIndex && !this.#services.context.globalState.get(USED, false)) {
      void this.#services.context.globalState.update(USED, true);
    }
  }
}
