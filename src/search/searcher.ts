import type { Event, Uri } from 'vscode';

/** A place whose text is near in meaning. Lines and columns count from 0. */
export interface SearchHit {
  readonly uri: Uri;
  /** Of the chunk, as it was indexed. */
  readonly line: number;
  readonly column: number;
  readonly lastLine: number;
  /** Of the chunk's text, to find it again where the file changed. */
  readonly hash: string;
  /** Cosine. */
  readonly score: number;
}

/** With `inkwell.indexWorkspace`: nothing that is there counts. */
export const ANEW = 'anew';

export type IndexStatus = 'none' | 'indexing' | 'paused' | 'ready';

/** What surfaces that search by meaning need of the indexes of the folders that are open. */
export interface Searcher {
  readonly status: IndexStatus;
  readonly onDidChange: Event<void>;
  /** Files and chunks in the indexes of the folders that are open. */
  readonly size: { readonly files: number; readonly chunks: number };
  /**
   * Asks to index first where there is nothing yet: consent, model, connection.
   *
   * @returns false when the person gave up
   */
  ready(): Promise<boolean>;
  /**
   * The nearest places, best first. Sends one embeddings request for a text that was not asked for before.
   *
   * @throws {ServiceError} of that request
   * @throws {ToldError} where its vector cannot be compared with those of any folder
   */
  search(
    text: string,
    options: {
      readonly limit: number;
      /** What overlaps this is left out: the place that was asked about. */
      readonly exclude?: { readonly uri: Uri; readonly line: number; readonly lastLine: number };
      readonly signal: AbortSignal;
    },
  ): Promise<readonly SearchHit[]>;
}
