import { posix } from 'node:path';
import * as vscode from 'vscode';

/** What a test does where something is about to happen to a file; what it throws is what the file system says. */
export interface MemoryHooks {
  onWrite?(uri: vscode.Uri, content: Uint8Array): void;
  onRename?(from: vscode.Uri, to: vscode.Uri): void;
}

/** A file system that is on no disk, as virtual workspaces have it. It keeps to what VS Code asks of one. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly entries = new Map<string, Uint8Array | 'folder'>([['/', 'folder']]);
  hooks: MemoryHooks = {};
  readonly #registered: vscode.Disposable;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly root: vscode.Uri;

  constructor(scheme: string, isReadonly = false) {
    this.root = vscode.Uri.from({ scheme, path: '/' });
    this.#registered = vscode.workspace.registerFileSystemProvider(scheme, this, { isReadonly });
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }

  at(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.root, path);
  }

  /** Tells of what was done, as file systems do that are watched. */
  tell(type: vscode.FileChangeType, uri: vscode.Uri): void {
    this.#changed.fire([{ type, uri }]);
  }

  /** Paths of all that there is, folders with a slash behind. */
  get paths(): string[] {
    return [...this.entries]
      .filter(([path]) => path !== '/')
      .map(([path, content]) => (content === 'folder' ? `${path}/` : path))
      .sort();
  }

  text(path: string): string {
    return new TextDecoder().decode(this.readFile(this.at(path)));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const content = this.#get(uri);
    const isFolder = content === 'folder';
    return {
      type: isFolder ? vscode.FileType.Directory : vscode.FileType.File,
      ctime: 0,
      mtime: 0,
      size: isFolder ? 0 : content.length,
    };
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    this.#get(uri);
    return [...this.entries]
      .filter(([path]) => path !== '/' && posix.dirname(path) === uri.path)
      .map(([path, content]) => [
        posix.basename(path),
        content === 'folder' ? vscode.FileType.Directory : vscode.FileType.File,
      ]);
  }

  createDirectory(uri: vscode.Uri): void {
    this.#free(uri);
    this.entries.set(uri.path, 'folder');
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const content = this.#get(uri);
    if (content === 'folder') {
      throw vscode.FileSystemError.FileIsADirectory(uri);
    }
    return content;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    // What is written when the disk is full stays.
    this.entries.set(uri.path, content.slice(0, content.length / 2));
    this.hooks.onWrite?.(uri, content);
    this.entries.set(uri.path, content.slice());
  }

  delete(uri: vscode.Uri): void {
    if (this.#get(uri) === 'folder' && this.readDirectory(uri).length > 0) {
      throw new Error('It is not empty.');
    }
    this.entries.delete(uri.path);
  }

  rename(from: vscode.Uri, to: vscode.Uri, { overwrite }: { overwrite: boolean }): void {
    this.hooks.onRename?.(from, to);
    const content = this.#get(from);
    if (!overwrite) {
      this.#free(to);
    }
    this.entries.delete(from.path);
    this.entries.set(to.path, content);
  }

  #get(uri: vscode.Uri): Uint8Array | 'folder' {
    const content = this.entries.get(uri.path);
    if (content === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return content;
  }

  #free(uri: vscode.Uri): void {
    if (this.entries.has(uri.path)) {
      throw vscode.FileSystemError.FileExists(uri);
    }
  }
}
