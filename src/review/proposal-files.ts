import { FileSystemError, Uri } from 'vscode';
import { timeAfter, type VirtualFile, VirtualFiles } from '../files/virtual-files.ts';

/** Also in the manifest's `activationEvents`, since VS Code opens such editors again after a reload. */
export const PROPOSAL_SCHEME = 'inkwell-proposal';

/**
 * Proposed texts as files in memory, so that VS Code shows them in a diff editor whose right side can be edited. They are
 * gone with their review, and with the window.
 */
export class ProposalFiles extends VirtualFiles {
  /** By the authority of their address. */
  readonly #files = new Map<string, VirtualFile>();
  /** Of this window: VS Code may bring back what was not saved of a former one, under its former address. */
  #window: string | undefined;
  #made = 0;

  /**
   * A file of its own, called as the one that it is proposed for, by which VS Code finds its language.
   *
   * @param name with the folders that are to be shown
   */
  create(name: string, text: string): Uri {
    this.#made += 1;
    const authority = `${this.#name}-${this.#made}`;
    const uri = Uri.from({ scheme: PROPOSAL_SCHEME, authority, path: `/${name.replace(/^\/+/, '')}` });
    this.#files.set(uri.authority, { text, written: Date.now() });
    return uri;
  }

  /** As it was last saved; `undefined` when its review is over. */
  text(uri: Uri): string | undefined {
    return this.#files.get(uri.authority)?.text;
  }

  /** Sets a text, which VS Code then shows where nobody has changed the former one by hand. */
  setText(uri: Uri, text: string): void {
    const { written } = this.file(uri);
    this.#files.set(uri.authority, { text, written: timeAfter(written) });
    this.tellChanged(uri);
  }

  /** Whether a file is of a former window; its text is gone, unless VS Code has kept it. */
  isLeftover({ scheme, authority }: Uri): boolean {
    return scheme === PROPOSAL_SCHEME && !authority.startsWith(`${this.#name}-`);
  }

  /** Lets VS Code save a file of a former window, and so close it without questions. */
  adopt(uri: Uri): void {
    // Long ago: else VS Code would take it for newer than what it has kept, and not save that.
    this.#files.set(uri.authority, { text: '', written: 1 });
  }

  remove(uri: Uri): void {
    if (this.#files.delete(uri.authority)) {
      this.tellDeleted(uri);
    }
  }

  override dispose(): void {
    super.dispose();
    this.#files.clear();
  }

  protected file(uri: Uri): VirtualFile {
    const file = this.#files.get(uri.authority);
    if (!file) {
      throw FileSystemError.FileNotFound(uri);
    }
    return file;
  }

  get #name(): string {
    this.#window ??= crypto.randomUUID().slice(0, 8);
    return this.#window;
  }

  /** Saving keeps what was changed by hand with the proposal; the file that it is proposed for stays as it is. */
  protected save(uri: Uri, text: string): void {
    this.setText(uri, text);
  }
}
