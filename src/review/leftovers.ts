import { Disposable, type Uri, window, workspace } from 'vscode';
import type { ProposalFiles } from './proposal-files.ts';
import { proposalsIn } from './review-tabs.ts';

/**
 * Closes what VS Code opens again of reviews that ended with a former window. What was changed there by hand and not
 * saved, VS Code has kept; it is offered as a file of its own.
 */
export class Leftovers implements Disposable {
  readonly #files: ProposalFiles;
  readonly #onError: (error: unknown) => void;
  readonly #listeners: Disposable;
  /** Those that are being closed. */
  readonly #closing = new Set<string>();

  constructor(files: ProposalFiles, onError: (error: unknown) => void) {
    this.#files = files;
    this.#onError = onError;
    this.#listeners = Disposable.from(
      window.tabGroups.onDidChangeTabs(({ opened }) => this.#look(opened.flatMap((tab) => proposalsIn(tab)))),
      workspace.onDidOpenTextDocument(({ uri }) => this.#look([uri])),
    );
    this.#look([
      ...window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => proposalsIn(tab))),
      ...workspace.textDocuments.map(({ uri }) => uri),
    ]);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #look(uris: readonly Uri[]): void {
    for (const uri of uris) {
      if (this.#files.isLeftover(uri) && !this.#closing.has(uri.toString())) {
        this.#closing.add(uri.toString());
        import('./close-leftover.ts')
          .then(({ closeLeftover }) => closeLeftover(this.#files, uri))
          .catch(this.#onError)
          .finally(() => this.#closing.delete(uri.toString()));
      }
    }
  }
}
