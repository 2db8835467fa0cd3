import type { Uri } from 'vscode';
import { pathBelow } from '../files/path-below.ts';
import type { FolderIndex } from './folder-index.ts';
import type { IndexIdentity } from './index-folder.ts';
import type { Searcher, SearchHit } from './searcher.ts';

/**
 * The nearest places of one folder.
 *
 * @throws {IndexError} `dimension` where the vector does not compare with those of the index
 */
export async function folderHits(
  index: Pick<FolderIndex, 'uri' | 'search'>,
  of: IndexIdentity,
  vector: readonly number[],
  { limit, exclude, signal }: Parameters<Searcher['search']>[1],
): Promise<SearchHit[]> {
  const path = exclude && pathIn(index.uri, exclude.uri);
  const lines = exclude && path ? { ...exclude, path } : undefined;
  const found = await index.search(of, vector, { limit, exclude: lines, signal });
  const folder = index.uri.path.replace(/\/$/, '');
  return found.map(({ path, ...place }) => ({
    uri: index.uri.with({ path: `${folder}/${path}` }),
    ...place,
  }));
}

/** The path of a file below a folder; `undefined` for what is elsewhere. */
function pathIn(folder: Uri, uri: Uri): string | undefined {
  return folder.scheme === uri.scheme && folder.authority === uri.authority
    ? pathBelow(folder.path, uri.path)
    : undefined;
}
