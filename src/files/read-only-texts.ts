import { type Disposable, FileSystemError, l10n, type TextEditor, Uri, window, workspace } from 'vscode';
import { timeAfter, type VirtualFile, VirtualFiles } from './virtual-files.ts';

/** Also in the manifest's `activationEvents`, since VS Code opens such editors again after a reload. */
const SCHEME = 'inkwell-text';

/** Texts that are kept; of those before, an editor that is open has its own. */
const MOST = 20;

/** Texts to be read, such as reports, as files that nobody can write in. They last as long as the window. */
export class ReadOnlyTexts extends VirtualFiles {
  readonly #texts = new Map<string, VirtualFile>();

  register(): Disposable {
    return workspace.registerFileSystemProvider(SCHEME, this, { isReadonly: true, isCaseSensitive: true });
  }

  /** Shows a text in an editor; where one of this name is open, it has the new text from now on. */
  async show(name: string, text: string): Promise<TextEditor> {
    const uri = uriOf(name);
    this.set(name, text);
    return window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  }

  /** Changes a text, and the editor that shows it. */
  set(name: string, text: string): void {
    const uri = uriOf(name);
    const written = timeAfter(this.#texts.get(uri.path)?.written ?? 0);
    this.#texts.delete(uri.path);
    this.#texts.set(uri.path, { text, written });
    for (const path of [...this.#texts.keys()].slice(0, -MOST)) {
      this.#texts.delete(path);
    }
    this.tellChanged(uri);
  }

  /** The text of this name, if there is one in this window. */
  textOf(name: string): string | undefined {
    return this.#texts.get(uriOf(name).path)?.text;
  }

  protected file(uri: Uri): VirtualFile {
    // Editors that were open before the window was loaded anew.
    const text = l10n.t('This text was not kept. Run the command again for a new one.');
    return this.#texts.get(uri.path) ?? { text, written: 0 };
  }

  protected save(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }
}

function uriOf(name: string): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${name}` });
}
