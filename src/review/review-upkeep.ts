import { Disposable, type TextDocument, type Uri, workspace } from 'vscode';
import { PROPOSAL_SCHEME } from './proposal-files.ts';
import type { Review } from './review.ts';

/** Milliseconds without a change after which a document's changes are carried over. */
const QUIET = 100;

/** Milliseconds within which VS Code tells that what it was about to rename or delete is; else it has failed. */
const LEAVING = 10_000;

export interface UpkeepListener {
  /** Those that go on. */
  reviews(): readonly Review[];
  /** Something that reviews are shown by is not what it was. */
  changed(): void;
  /** The document of a review has another name. */
  renamed(review: Review): void;
  /** The documents of these were deleted in VS Code. */
  deleted(reviews: readonly Review[]): void;
}

/** Keeps proposals in step with their documents, whatever happens to those. */
export class ReviewUpkeep implements Disposable {
  readonly #listener: UpkeepListener;
  readonly #listeners: Disposable;
  /** By the address of what changed. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #leaving = new Map<Review, NodeJS.Timeout>();
  /** Where untitled documents are being saved, by the address they had. */
  readonly #named = new Map<string, Uri>();

  constructor(listener: UpkeepListener) {
    this.#listener = listener;
    this.#listeners = Disposable.from(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          this.#touched(document);
          this.#changed(document.uri);
        }
      }),
      // It may have changed on the disk while nobody had it open.
      workspace.onDidOpenTextDocument(({ uri }) => this.#changed(uri)),
      workspace.onWillRenameFiles(({ files }) => this.#willLeave(files.map(({ oldUri }) => oldUri))),
      workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          this.#renamed(oldUri, newUri);
        }
      }),
      workspace.onWillSaveTextDocument(({ document }) => this.#willSave(document)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#closed(uri)),
      workspace.onWillDeleteFiles(({ files }) => this.#willLeave(files)),
      workspace.onDidDeleteFiles(({ files }) => {
        const deleted = this.#reviewsOf(files);
        this.#left(deleted);
        if (deleted.length > 0) {
          this.#listener.deleted(deleted);
        }
      }),
    );
  }

  /** Whether the document of a review is being renamed or deleted: VS Code closes its diff editor before it tells. */
  isLeaving(review: Review): boolean {
    return this.#leaving.has(review);
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const timer of [...this.#timers.values(), ...this.#leaving.values()]) {
      clearTimeout(timer);
    }
  }

  /** What VS Code reads anew is not dirty, and so not by hand. */
  #touched({ uri, isDirty }: TextDocument): void {
    if (isDirty && uri.scheme === PROPOSAL_SCHEME) {
      const touched = this.#listener.reviews().find(({ file }) => file.toString() === uri.toString());
      if (touched) {
        touched.touched = Date.now();
      }
    }
  }

  #changed(uri: Uri): void {
    const key = uri.toString();
    const isProposal = uri.scheme === PROPOSAL_SCHEME;
    if (!this.#listener.reviews().some(({ target, file }) => String(isProposal ? file : target) === key)) {
      return;
    }
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => {
        this.#timers.delete(key);
        void this.#carryOver(key);
      }, QUIET),
    );
  }

  async #carryOver(key: string): Promise<void> {
    const concerned = this.#listener.reviews().filter(({ target }) => target.toString() === key);
    await Promise.all(concerned.map((review) => review.carryOver()));
    this.#listener.changed();
  }

  #renamed(from: Uri, to: Uri): void {
    for (const review of this.#reviewsOf([from])) {
      review.target = to.with({ path: to.path + review.target.path.slice(from.path.length) });
      this.#listener.renamed(review);
      this.#left([review]);
    }
  }

  /** An untitled document is saved as a new one of its text, and then closed; nothing else says that it is the same. */
  #willSave(document: TextDocument): void {
    const text = withoutBlanks(document);
    const untitled = this.#listener
      .reviews()
      .filter((review) => review.target.scheme === 'untitled' && document.uri.scheme !== 'untitled')
      .filter((review) => review.document && withoutBlanks(review.document) === text)
      .map(({ target }) => target);
    for (const target of untitled) {
      this.#named.set(target.toString(), document.uri);
    }
    this.#willLeave(untitled);
  }

  #closed(uri: Uri): void {
    const key = uri.toString();
    const name = this.#named.get(key);
    this.#named.delete(key);
    if (name && this.#reviewsOf([uri]).some((review) => this.isLeaving(review))) {
      this.#renamed(uri, name);
    }
  }

  #willLeave(uris: readonly Uri[]): void {
    for (const review of this.#reviewsOf(uris)) {
      this.#left([review]);
      const failed = (): void => {
        this.#left([review]);
        this.#listener.changed();
      };
      this.#leaving.set(review, setTimeout(failed, LEAVING));
    }
  }

  #left(reviews: readonly Review[]): void {
    for (const review of reviews) {
      clearTimeout(this.#leaving.get(review));
      this.#leaving.delete(review);
    }
  }

  /** Those for these documents, and for what is in these folders. */
  #reviewsOf(uris: readonly Uri[]): readonly Review[] {
    return this.#listener
      .reviews()
      .filter(({ target: { scheme, authority, path } }) =>
        uris.some(
          (uri) =>
            scheme === uri.scheme &&
            authority === uri.authority &&
            (path === uri.path || path.startsWith(`${uri.path}/`)),
        ),
      );
  }
}

/** Saving may have formatted it already. */
function withoutBlanks(document: TextDocument): string {
  return document.getText().replace(/\s+/g, '');
}
