import { type Disposable, EventEmitter } from 'vscode';
import type { SearchServices } from './search-services.ts';
import type { IndexStatus, Searcher, SearchHit } from './searcher.ts';
import type { Searching } from './searching.ts';

/** Loads search by meaning when somebody needs it. */
export class LazySearcher implements Searcher, Disposable {
  readonly #services: SearchServices;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #loading: Promise<Searching> | undefined;
  #loaded: Searching | undefined;
  #isDisposed = false;

  constructor(services: SearchServices) {
    this.#services = services;
  }

  get status(): IndexStatus {
    return this.#loaded?.search.status ?? 'none';
  }

  get size(): { readonly files: number; readonly chunks: number } {
    return this.#loaded?.search.size ?? { files: 0, chunks: 0 };
  }

  async ready(): Promise<boolean> {
    return (await this.load()).search.ready();
  }

  async search(...given: Parameters<Searcher['search']>): Promise<readonly SearchHit[]> {
    return (await this.load()).search.search(...given);
  }

  load(): Promise<Searching> {
    this.#loading ??= this.#start().catch((error) => {
      // It may work the next time.
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#loaded?.dispose();
    this.#changed.dispose();
  }

  async #start(): Promise<Searching> {
    const { Searching } = await import('./searching.ts');
    const loaded = await Searching.start(this.#services);
    if (this.#isDisposed) {
      loaded.dispose();
      return loaded;
    }
    this.#loaded = loaded;
    loaded.search.onDidChange(() => this.#changed.fire());
    this.#changed.fire();
    return loaded;
  }
}
