import * as vscode from 'vscode';
import { type Chunk, chunksOf } from '../../../src/search/chunks.ts';
import type { IndexStatus, Searcher, SearchHit } from '../../../src/search/searcher.ts';

/** Stands in for an index: what has more words in common is nearer. */
export class MemorySearcher implements Searcher {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #pieces: { readonly uri: vscode.Uri; readonly chunk: Chunk }[] = [];
  #status: IndexStatus = 'ready';
  /** What was asked for, and whether nobody waits for it any more. */
  readonly asked: { readonly text: string; readonly signal: AbortSignal }[] = [];
  /** What the next search does before it answers: waits, or fails. */
  before: (() => Promise<void> | void) | undefined;
  /** Whether the person goes on when asked to index first. */
  isReady = true;

  /** Indexes a text as the file's. */
  add(uri: vscode.Uri, text: string): void {
    this.#pieces.push(...chunksOf(text).map((chunk) => ({ uri, chunk })));
  }

  get status(): IndexStatus {
    return this.#status;
  }

  set status(status: IndexStatus) {
    this.#status = status;
    this.#changed.fire();
  }

  get size(): Searcher['size'] {
    return { files: new Set(this.#pieces.map(({ uri }) => uri.path)).size, chunks: this.#pieces.length };
  }

  async ready(): Promise<boolean> {
    return this.isReady;
  }

  async search(
    text: string,
    { limit, exclude, signal }: Parameters<Searcher['search']>[1],
  ): Promise<readonly SearchHit[]> {
    this.asked.push({ text, signal });
    const { before } = this;
    this.before = undefined;
    await before?.();
    signal.throwIfAborted();
    const wanted = words(text);
    return this.#pieces
      .filter(
        ({ uri, chunk }) =>
          uri.path !== exclude?.uri.path || chunk.line > exclude.lastLine || chunk.lastLine < exclude.line,
      )
      .map(({ uri, chunk: { line, column, lastLine, hash, text: own } }) => {
        const common = [...words(own)].filter((word) => wanted.has(word)).length;
        return { uri, line, column, lastLine, hash, score: common / (common + 2) };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  }
}

function words(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}/gu));
}
