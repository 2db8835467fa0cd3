import type { Uri } from 'vscode';
import type { PlaceNow } from './place-now.ts';
import type { SearchHit } from './searcher.ts';

/** What is searched for. */
export interface Query {
  readonly text: string;
  /** Of text that was not typed but is in a file: where, so that it does not find itself. */
  readonly origin?: { readonly uri: Uri; readonly line: number; readonly lastLine: number };
  /** Tokens that are left of text which was too long. */
  readonly cutTo?: number;
}

/** A place that was found, as it is now. */
export interface FoundPlace extends PlaceNow {
  readonly hit: SearchHit;
  readonly uri: Uri;
}
