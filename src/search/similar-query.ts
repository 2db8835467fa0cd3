import type { Uri } from 'vscode';
import { loadTokenizer, mostTokens } from '../models/tokens.ts';
import { chunkLanguage } from './chunk-language.ts';
import { SearchedText } from './place-now.ts';
import type { Query } from './query.ts';

/** Tokens that models of embeddings take, with some to spare, since they count otherwise. */
const MOST_TOKENS = 8000;

/** What is similar to what: a part of a document, in lines. */
export interface SimilarTo {
  readonly uri: Uri;
  readonly text: string;
  readonly line: number;
  readonly lastLine: number;
}

/** The piece that a line is in: what is searched is cut likewise. `undefined` where the text says nothing. */
export function pieceAt(uri: Uri, text: string, line: number): SimilarTo | undefined {
  const piece = new SearchedText(text, chunkLanguage(uri.path)).around(line);
  return piece && { uri, text: piece.text, line: piece.line, lastLine: piece.lastLine };
}

/** @param load with which tokens are counted, where there may be too many */
export async function similarQuery(
  { text, ...origin }: SimilarTo,
  { most = MOST_TOKENS, load = loadTokenizer } = {},
): Promise<Query> {
  const whole = text.replace(/\r\n?/g, '\n').trim();
  if (mostTokens(whole) <= most) {
    return { text: whole, origin };
  }
  const kept = (await load()).keepStart(whole, most);
  return kept === whole ? { text: whole, origin } : { text: kept, origin, cutTo: most };
}
