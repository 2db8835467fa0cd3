import { type Uri, workspace } from 'vscode';
import { readText } from '../files/file-text.ts';
import { openDocument } from '../files/open-document.ts';
import { pool } from '../ui/pool.ts';
import { chunkLanguage } from './chunk-language.ts';
import { SearchedText } from './place-now.ts';
import type { FoundPlace } from './query.ts';
import type { SearchHit } from './searcher.ts';

/** Files that are read at the same time. */
const TOGETHER = 8;
/** UTF-16 units that are kept for the next query, since it mostly finds the same files. */
const MOST_KEPT = 4_000_000;

interface Kept {
  /** By which a change is noticed. */
  readonly stamp: string;
  readonly text: SearchedText;
}

/** What stands at the places that were found, in the files as they are now: in the editor where they are changed there. */
export class FoundTexts {
  /** The last used last. */
  readonly #kept = new Map<string, Kept>();

  /** Each place as it is now, in the order given; without those whose files or texts are gone. */
  async places(hits: readonly SearchHit[], signal?: AbortSignal): Promise<FoundPlace[]> {
    const files = new Map(hits.map(({ uri }) => [uri.toString(), uri]));
    const texts = new Map<string, SearchedText | undefined>();
    await pool(
      [...files],
      TOGETHER,
      async ([key, uri]) => {
        if (!signal?.aborted) {
          texts.set(key, await this.#read(uri));
        }
      },
      new AbortController(),
    );
    signal?.throwIfAborted();
    return hits.flatMap((hit) => {
      const place = texts.get(hit.uri.toString())?.find(hit);
      return place ? { ...place, hit, uri: hit.uri } : [];
    });
  }

  async place(hit: SearchHit): Promise<FoundPlace | undefined> {
    const [place] = await this.places([hit]);
    return place;
  }

  async #read(uri: Uri): Promise<SearchedText | undefined> {
    const key = uri.toString();
    try {
      const stamp = await stampOf(uri);
      let kept = this.#kept.get(key);
      if (kept?.stamp !== stamp) {
        const { text } = await readText(uri);
        kept = { stamp, text: new SearchedText(text, chunkLanguage(uri.path)) };
      }
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      this.#forgetOldest();
      return kept.text;
    } catch {
      // Gone, or no text any more.
      this.#kept.delete(key);
      return undefined;
    }
  }

  #forgetOldest(): void {
    let length = 0;
    for (const { text } of this.#kept.values()) {
      length += text.length;
    }
    for (const [key, { text }] of this.#kept) {
      if (length <= MOST_KEPT || this.#kept.size === 1) {
        return;
      }
      length -= text.length;
      this.#kept.delete(key);
    }
  }
}

async function stampOf(uri: Uri): Promise<string> {
  const document = openDocument(uri);
  if (document?.isDirty || document?.isUntitled) {
    return `version ${document.version}`;
  }
  const { mtime, size } = await workspace.fs.stat(uri);
  return `${mtime} ${size}`;
}
