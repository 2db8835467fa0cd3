import { randomUUID } from 'node:crypto';
import {
  type Disposable,
  Disposable as DisposableOf,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  Uri,
} from 'vscode';

/** Also in the manifest's `activationEvents`, since VS Code opens such editors again after a reload. */
export const PROPOSAL_SCHEME = 'inkwell-proposal';

/** Tells VS Code that it is UTF-8, whatever `files.encoding` says, and so survives in what it saves. */
const BOM = '\uFEFF';

interface ProposalFile {
  readonly text: string;
  /** Bytes, as they are read. */
  readonly size: number;
  /** Milliseconds since 1970, by which VS Code tells whether a file was written. */
  readonly written: number;
}

/**
 * Proposed texts as files in memory, so that VS Code shows them in a diff editor whose right side can be edited. They are
 * gone with their review, and with the window.
 */
export class ProposalFiles implements FileSystemProvider, Disposable {
  readonly #changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  /** By the authority of their address. */
  readonly #files = new Map<string, ProposalFile>();
  /** Of this window: VS Code may bring back what was not saved of a former one, under its former address. */
  readonly #window = randomUUID().slice(0, 8);
  #made = 0;

  /**
   * A file of its own, called as the one that it is proposed for, by which VS Code finds its language.
   *
   * @param name with the folders that are to be shown
   */
  create(name: string, text: string): Uri {
    this.#made += 1;
    const authority = `${this.#window}-${this.#made}`;
    const uri = Uri.from({ scheme: PROPOSAL_SCHEME, authority, path: `/${name.replace(/^\/+/, '')}` });
    this.#files.set(uri.authority, fileOf(text, Date.now()));
    return uri;
  }

  /** As it was last saved; `undefined` when its review is over. */
  text(uri: Uri): string | undefined {
    return this.#files.get(uri.authority)?.text;
  }

  /** Sets a text, which VS Code then shows where nobody has changed the former one by hand. */
  setText(uri: Uri, text: string): void {
    const { written } = this.#file(uri);
    // A file whose time has not changed is taken for one that was not written.
    this.#files.set(uri.authority, fileOf(text, Math.max(Date.now(), written + 1)));
    this.#changes.fire([{ type: FileChangeType.Changed, uri }]);
  }

  /** Whether a file is of a former window; its text is gone, unless VS Code has kept it. */
  isLeftover({ scheme, authority }: Uri): boolean {
    return scheme === PROPOSAL_SCHEME && !authority.startsWith(`${this.#window}-`);
  }

  /** Lets VS Code save a file of a former window, and so close it without questions. */
  adopt(uri: Uri): void {
    // Long ago: else VS Code would take it for newer than what it has kept, and not save that.
    this.#files.set(uri.authority, fileOf('', 1));
  }

  remove(uri: Uri): void {
    if (this.#files.delete(uri.authority)) {
      this.#changes.fire([{ type: FileChangeType.Deleted, uri }]);
    }
  }

  stat(uri: Uri): FileStat {
    const { written, size } = this.#file(uri);
    return { type: FileType.File, ctime: 0, mtime: written, size };
  }

  readFile(uri: Uri): Uint8Array {
    return new TextEncoder().encode(BOM + this.#file(uri).text);
  }

  /** Saving keeps what was changed by hand with the proposal; the file that it is proposed for stays as it is. */
  writeFile(uri: Uri, content: Uint8Array): void {
    this.setText(uri, new TextDecoder().decode(content));
  }

  /** Nothing but this class and VS Code changes them. */
  watch(): Disposable {
    return new DisposableOf(() => {});
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changes.dispose();
    this.#files.clear();
  }

  #file(uri: Uri): ProposalFile {
    const file = this.#files.get(uri.authority);
    if (!file) {
      throw FileSystemError.FileNotFound(uri);
    }
    return file;
  }
}

function fileOf(text: string, written: number): ProposalFile {
  return { text, written, size: Buffer.byteLength(BOM + text) };
}
