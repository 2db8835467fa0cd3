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
  type Uri,
} from 'vscode';

/** Tells VS Code that it is UTF-8, whatever `files.encoding` says, and so survives in what it saves. */
const BOM = '\uFEFF';

/** A text that VS Code shows as a file. */
export interface VirtualFile {
  readonly text: string;
  /** Milliseconds since 1970, by which VS Code tells whether a file was written. */
  readonly written: number;
}

/** Texts that are on no disk, as files that VS Code shows in its editors and saves. There are no folders. */
export abstract class VirtualFiles implements FileSystemProvider, Disposable {
  readonly #changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;

  /** Fails by `FileSystemError.FileNotFound` where there is no such file. */
  protected abstract file(uri: Uri): VirtualFile | Promise<VirtualFile>;

  /** Takes in what the person saves. */
  protected abstract save(uri: Uri, text: string): void | Promise<void>;

  async stat(uri: Uri): Promise<FileStat> {
    const { text, written } = await this.file(uri);
    return { type: FileType.File, ctime: 0, mtime: written, size: Buffer.byteLength(BOM + text) };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const { text } = await this.file(uri);
    return new TextEncoder().encode(BOM + text);
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    await this.save(uri, new TextDecoder().decode(content));
  }

  /** Whoever changes a file tells it at once, whether somebody watches or not. */
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
  }

  protected tellChanged(uri: Uri): void {
    this.#changes.fire([{ type: FileChangeType.Changed, uri }]);
  }

  protected tellDeleted(uri: Uri): void {
    this.#changes.fire([{ type: FileChangeType.Deleted, uri }]);
  }
}

/** The time of a file that is written now: VS Code takes one whose time has not changed for one that was not written. */
export function timeAfter(before: number): number {
  return Math.max(Date.now(), before + 1);
}
