import { Disposable, l10n, type TextDocument, type Uri, window, workspace } from 'vscode';
import { plainLines } from './document-text.ts';
import type { ProposalFiles } from './proposal-files.ts';
import { offerAsNewFile } from './refused.ts';
import { nameOf } from './review-editors.ts';
import { proposalsIn, tabsWith } from './review-tabs.ts';

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
        this.#close(uri)
          .catch(this.#onError)
          .finally(() => this.#closing.delete(uri.toString()));
      }
    }
  }

  async #close(uri: Uri): Promise<void> {
    this.#files.adopt(uri);
    const document = await workspace.openTextDocument(uri);
    // The file is empty, so that any text is what VS Code has kept; whether it is saved, it tells later.
    const text = plainLines(document.getText());
    if (text !== '') {
      await document.save();
    }
    const tabs = tabsWith(uri);
    if (tabs.length > 0) {
      await window.tabGroups.close(tabs);
    }
    this.#files.remove(uri);
    if (text !== '') {
      void this.#offer(document, text);
    }
  }

  async #offer({ uri, languageId }: TextDocument, text: string): Promise<void> {
    await offerAsNewFile(
      l10n.t('A proposal for “{0}” that you had changed was still open when the window closed.', nameOf(uri)),
      text,
      languageId,
    );
  }
}
