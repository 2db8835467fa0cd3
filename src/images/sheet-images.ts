import { Disposable, l10n, RelativePattern, Uri, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { discardFiles, type Fate, versionOf } from './discard-files.ts';
import { altFrom } from './image-insertion.ts';

export interface SheetFile {
  /** Of any file system; the page gets it from VS Code. */
  readonly uri: Uri;
  readonly name: string;
  /** Pixels; 0 where they are not known. */
  readonly width: number;
  readonly height: number;
  /** Or what it is made of, such as the prompt. */
  readonly alt: string;
}

/** An image of a contact sheet, as far as the person has got with it. */
export interface SheetItem {
  readonly uri: Uri;
  /** Fit to be shown, in one line. */
  readonly name: string;
  width: number;
  height: number;
  alt: string;
  isKept: boolean;
  /** Whether the file is no longer there, through nothing that was done here. */
  isGone: boolean;
  /** Of the file, when it was last looked at. */
  version: string | undefined;
}

export interface SheetImagesListener {
  /** A file is gone, or there again. */
  gone(id: number, isGone: boolean): void;
  /** Somebody has written something else into a file. */
  changed(id: number): void;
  /** These are no longer part of the sheet; and in words, what became of their files. */
  discarded(ids: readonly number[], said: string): void;
}

/** The images of a contact sheet by their numbers, kept in step with their files. */
export class SheetImages implements Disposable {
  readonly #listener: SheetImagesListener;
  readonly #items = new Map<number, SheetItem>();
  /** How many there ever were. */
  #count = 0;
  /** What is about to go away, and not by somebody else. */
  readonly #discarding = new Set<number>();
  /** Folders of the images, by their addresses. */
  readonly #folders = new Map<string, { readonly uri: Uri; readonly watcher: Disposable }>();

  constructor(files: readonly SheetFile[], listener: SheetImagesListener) {
    this.#listener = listener;
    this.add(files);
  }

  /** Of all images, each once. */
  get folders(): readonly Uri[] {
    return [...this.#folders.values()].map(({ uri }) => uri);
  }

  /** In their order. */
  get all(): ReadonlyMap<number, SheetItem> {
    return this.#items;
  }

  get(id: number): SheetItem | undefined {
    return this.#items.get(id);
  }

  /** More images, behind those that there are. A name that had become free may be another image's now: that one stands. */
  add(files: readonly SheetFile[]): void {
    for (const file of files) {
      for (const [id, { uri }] of this.#items) {
        if (uri.toString() === file.uri.toString()) {
          this.#items.delete(id);
        }
      }
      this.#items.set(this.#count, itemOf(file));
      this.#count += 1;
      const folder = Uri.joinPath(file.uri, '..');
      if (!this.#folders.has(folder.toString())) {
        this.#folders.set(folder.toString(), { uri: folder, watcher: this.#watch(folder) });
      }
    }
  }

  /** Whether the file is still there, and what it was. */
  async look(id: number): Promise<void> {
    const item = this.#items.get(id);
    if (item === undefined || this.#discarding.has(id)) {
      return;
    }
    const version = await versionOf(item.uri);
    if (!this.#items.has(id) || this.#discarding.has(id)) {
      return;
    }
    const known = item.version;
    // What cannot be looked at now is none other for that.
    item.version = version || known;
    const isGone = version === undefined;
    if (isGone !== item.isGone) {
      item.isGone = isGone;
      this.#listener.gone(id, isGone);
    }
    if (known !== undefined && item.version !== known) {
      this.#listener.changed(id);
    }
  }

  /** The same for all: not every file system tells what happens in it. */
  async lookAtAll(): Promise<void> {
    await Promise.all([...this.#items.keys()].map((id) => this.look(id)));
  }

  /**
   * Of an image whose file is gone, nothing is deleted: by now the name may be that of something else.
   *
   * @throws why one of the files could not be deleted; what could be is
   */
  async discard(ids: readonly number[]): Promise<void> {
    const mine = new Map<Uri, number>();
    const gone: Uri[] = [];
    for (const id of ids) {
      const item = this.#items.get(id);
      if (item !== undefined && !this.#discarding.has(id) && (item.isGone || !this.#isKeptElsewhere(item))) {
        mine.set(item.uri, id);
        this.#discarding.add(id);
        if (item.isGone) {
          gone.push(item.uri);
        }
      }
    }
    try {
      const { fates, error } = await discardFiles([...mine.keys()].filter((uri) => !gone.includes(uri)));
      this.#remove(mine, new Map([...gone.map((uri) => [uri, 'gone'] as const), ...fates]));
      if (error !== undefined) {
        throw error;
      }
    } finally {
      for (const id of mine.values()) {
        this.#discarding.delete(id);
      }
    }
  }

  dispose(): void {
    for (const { watcher } of this.#folders.values()) {
      watcher.dispose();
    }
  }

  /** Whether an image that is kept has the same file, as on a disk to which upper and lower case are one. */
  #isKeptElsewhere({ uri, version, isKept }: SheetItem): boolean {
    const address = uri.toString().toLowerCase();
    return (
      !isKept &&
      [...this.#items.values()].some(
        (other) =>
          other.isKept && other.version === version && other.uri.toString().toLowerCase() === address,
      )
    );
  }

  #remove(mine: ReadonlyMap<Uri, number>, fates: ReadonlyMap<Uri, Fate>): void {
    const ids: number[] = [];
    const named: [name: string, fate: Fate][] = [];
    for (const [uri, id] of mine) {
      const fate = fates.get(uri);
      const item = this.#items.get(id);
      if (fate !== undefined && item !== undefined) {
        ids.push(id);
        named.push([item.name, fate]);
        this.#items.delete(id);
      }
    }
    const [first, ...others] = named;
    if (first !== undefined) {
      const said = others.length === 0 ? fateOfOne(...first) : fateOfSeveral(named.map(([, fate]) => fate));
      this.#listener.discarded(ids, said);
    }
  }

  /** An image may be deleted or moved elsewhere, taken back from the trash, or drawn in by another program. */
  #watch(folder: Uri): Disposable {
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '*'));
    const look = (changed: Uri): void => {
      for (const [id, { uri }] of this.#items) {
        if (uri.toString() === changed.toString()) {
          void this.look(id);
        }
      }
    };
    return Disposable.from(
      watcher,
      watcher.onDidCreate(look),
      watcher.onDidChange(look),
      watcher.onDidDelete(look),
    );
  }
}

function itemOf({ uri, name, width, height, alt }: SheetFile): SheetItem {
  return {
    uri,
    name: plainText(name),
    width,
    height,
    alt: altFrom(alt),
    isKept: false,
    isGone: false,
    version: undefined,
  };
}

/** Where an image went: no extension can take it back from there, but a person can. */
function fateOfOne(name: string, fate: Fate): string {
  switch (fate) {
    case 'trash':
      return l10n.t('{0} was discarded. It is in the trash.', name);
    case 'deleted':
      return l10n.t('{0} was discarded. It is deleted for good.', name);
    case 'gone':
      return l10n.t('{0} was no longer there.', name);
  }
}

function fateOfSeveral(fates: readonly Fate[]): string {
  if (fates.every((fate) => fate === 'trash')) {
    return l10n.t('{0} images were discarded. They are in the trash.', fates.length);
  }
  return fates.every((fate) => fate === 'deleted')
    ? l10n.t('{0} images were discarded. They are deleted for good.', fates.length)
    : l10n.t('{0} images were discarded.', fates.length);
}
