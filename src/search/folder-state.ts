import type { Uri } from 'vscode';
import type { IndexIdentity } from './index-folder.ts';
import type { FolderRecord, IndexHome } from './index-home.ts';
import type { SearchServices } from './search-services.ts';
import type { VectorIndex } from './vector-index.ts';

/** What is known of a folder's index without opening it, and what the person has agreed to. */
export class FolderState {
  readonly #uri: Uri;
  readonly #services: Pick<SearchServices, 'connection' | 'models'>;
  readonly #home: IndexHome;
  #record: FolderRecord | undefined;
  /** Reading and writing, one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(uri: Uri, services: Pick<SearchServices, 'connection' | 'models'>, home: IndexHome) {
    this.#uri = uri;
    this.#services = services;
    this.#home = home;
  }

  get record(): FolderRecord | undefined {
    return this.#record;
  }

  /** What vectors are made with, as the settings are now. */
  get identity(): IndexIdentity | undefined {
    const base = this.#services.connection.base();
    const model = this.#services.models.configured('search', this.#uri);
    return base && model !== undefined ? { service: base.href, model } : undefined;
  }

  /** Whether the person has agreed to have this folder's texts sent there. */
  agreesTo(identity: IndexIdentity | undefined): boolean {
    const { consent } = this.#record ?? {};
    return consent !== undefined && consent.service === identity?.service && consent.model === identity.model;
  }

  get isAgreed(): boolean {
    return this.agreesTo(this.identity);
  }

  /** Whether something that was agreed to has not come to its end. */
  get isUnderway(): boolean {
    return this.isAgreed && this.#record?.underway !== undefined;
  }

  get isPaused(): boolean {
    return this.isAgreed && this.#record?.isPaused === true;
  }

  /** When a window has the folder open. */
  async load(): Promise<void> {
    await this.refresh();
    if (this.#record) {
      await this.keep({ seen: Date.now() });
    }
  }

  /** Sees what another window has kept. */
  async refresh(): Promise<void> {
    await this.#inTurn(async () => {
      this.#record = await this.#home.read(this.#uri.toString());
    });
  }

  async keep(changed: Partial<FolderRecord>): Promise<void> {
    await this.#inTurn(async () => {
      const uri = this.#uri.toString();
      const before = await this.#home.read(uri);
      const next = { ...(before ?? { uri, seen: Date.now(), files: 0, chunks: 0 }), ...changed };
      this.#record = next;
      if (JSON.stringify(next) !== JSON.stringify(before)) {
        await this.#home.write(next);
      }
    });
  }

  forget(): void {
    this.#record = undefined;
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    await turn;
  }
}

/** How many files have something to search, and how many chunks there are. */
export function countsOf({ files }: Pick<VectorIndex, 'files'>): { files: number; chunks: number } {
  let [count, chunks] = [0, 0];
  for (const file of files.values()) {
    count += file.chunks.length > 0 ? 1 : 0;
    chunks += file.chunks.length;
  }
  return { files: count, chunks };
}
