import { Disposable, l10n, window } from 'vscode';
import { logFailure } from '../ui/log-failure.ts';
import { plainText } from '../ui/plain-text.ts';
import { deleteIndexes } from './delete-index.ts';
import type { FolderIndex } from './folder-index.ts';
import { aboutTokens } from './index-consent.ts';
import { IndexStatusItem } from './index-status.ts';
import { indexFolder, indexWorkspace, showFailure } from './index-workspace.ts';
import type { SearchServices } from './search-services.ts';
import { WorkspaceSearch } from './workspace-search.ts';

/** All of search by meaning that has to be loaded: the indexes, and what a person does with them. */
export class Searching implements Disposable {
  readonly search: WorkspaceSearch;
  readonly #services: SearchServices;
  readonly #made: Disposable;

  private constructor(services: SearchServices, settle: number | undefined) {
    this.#services = services;
    this.search = new WorkspaceSearch(services, {
      ...(settle !== undefined && { settle }),
      index: (_, folders) => indexWorkspace(services, folders),
      offer: (_, folder, tokens) => {
        offer(services, folder, tokens).catch((error) => logFailure(error, services.log));
      },
      unsearched: (folder, why) => {
        showFailure(services, folder, why).catch((error) => logFailure(error, services.log));
      },
    });
    this.#made = Disposable.from(this.search, new IndexStatusItem(this.search));
  }

  /** @param settle milliseconds of quiet after which changed files are looked at */
  static async start(services: SearchServices, settle?: number): Promise<Searching> {
    const searching = new Searching(services, settle);
    await searching.search.start();
    return searching;
  }

  /** @param isAnew whether nothing that is there counts */
  index(isAnew = false): Promise<void> {
    return indexWorkspace(this.#services, this.search.folders, { isAnew });
  }

  async pause(): Promise<void> {
    await Promise.all(this.search.folders.map((index) => index.pause()));
  }

  /** Those that stand by go on; what was left in another session, or by a failure, is found anew. */
  async resume(): Promise<void> {
    for (const index of this.search.folders.filter(({ status }) => status === 'paused')) {
      await indexFolder(this.#services, index);
    }
  }

  delete(): Promise<void> {
    return deleteIndexes(this.search.folders);
  }

  dispose(): void {
    this.#made.dispose();
  }
}

async function offer(services: SearchServices, index: FolderIndex, tokens: number): Promise<void> {
  const update = l10n.t('Update…');
  const message = l10n.t(
    'Much has changed in “{0}” since it was indexed: about {1} tokens would be sent. Until then, its old index is searched.',
    plainText(index.folder.name),
    aboutTokens(tokens),
  );
  if ((await window.showInformationMessage(message, update, l10n.t('Not Now'))) === update) {
    await indexFolder(services, index);
  }
}
