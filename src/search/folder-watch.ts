import { Disposable, RelativePattern, type Uri, workspace } from 'vscode';
import { pathBelow } from '../files/path-below.ts';
import type { FolderIndex } from './folder-index.ts';

/** So many times the wait, and nobody waits for quiet any longer. */
const LONGEST = 10;

/** Notes which files of a folder change, by whomever, and tells when it has been quiet for a while. */
export class FolderWatch implements Disposable {
  readonly #index: FolderIndex;
  readonly #settle: number;
  readonly #onSettled: () => void;
  #watching: Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  /** @param settle milliseconds of quiet */
  constructor(index: FolderIndex, settle: number, onSettled: () => void) {
    this.#index = index;
    this.#settle = settle;
    this.#onSettled = onSettled;
  }

  /** Begins, unless it has. */
  start(): void {
    if (this.#watching) {
      return;
    }
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(this.#index.folder, '**/*'));
    const note = (uri: Uri): void => this.#note(uri);
    this.#watching = Disposable.from(
      watcher,
      watcher.onDidCreate(note),
      watcher.onDidChange(note),
      watcher.onDidDelete(note),
      // Some file systems cannot be watched.
      workspace.onDidSaveTextDocument(({ uri }) => this.#note(uri)),
    );
  }

  /** As if something had changed. */
  nudge(): void {
    const now = performance.now();
    this.#since = this.#timer ? this.#since : now;
    clearTimeout(this.#timer);
    const left = this.#since + LONGEST * this.#settle - now;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#onSettled();
      },
      Math.max(0, Math.min(this.#settle, left)),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watching?.dispose();
  }

  #note(uri: Uri): void {
    const { scheme, authority, path } = this.#index.uri;
    const below =
      uri.scheme === scheme && uri.authority === authority ? pathBelow(path, uri.path) : undefined;
    if (below) {
      this.#index.changes.add(below);
      if (!this.#index.changes.isEmpty) {
        this.nudge();
      }
    }
  }
}
