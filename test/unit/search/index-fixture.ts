import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf } from '../../../src/search/chunks.ts';
import type { IndexIdentity } from '../../../src/search/index-folder.ts';
import type { IndexedFile } from '../../../src/search/index-manifest.ts';
import { type NewVector, VectorIndex } from '../../../src/search/vector-index.ts';

export const IDENTITY: IndexIdentity = { service: 'http://127.0.0.1:1', model: 'embed-1' };

/** A vector that the text alone decides. */
export function vectorOf(text: string, dimension = 8): number[] {
  let state = [...text].reduce(
    (sum, character) => (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0,
    7,
  );
  return Array.from({ length: dimension }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) / 2 ** 23 - 1;
  });
}

export function entry(text: string, dimension = 8): NewVector {
  return { hash: hashOf(text), vector: vectorOf(text, dimension) };
}

/** A file of these texts, one a line. */
export function fileOf(...texts: readonly string[]): IndexedFile {
  return { size: 1, modified: 1, chunks: texts.map((text, line) => [hashOf(text), line, 0, line]) };
}

/** A folder for the index of each test, and the indexes in it. */
export function useIndexes(): {
  readonly folder: string;
  open(options?: { write?: boolean; of?: IndexIdentity }): Promise<VectorIndex>;
} {
  let folder = '';
  let opened: VectorIndex[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-search-'));
  });

  afterEach(async () => {
    await Promise.all(opened.map((index) => index.close().catch(() => {})));
    opened = [];
    await rm(folder, { recursive: true, force: true });
  });

  return {
    get folder() {
      return folder;
    },
    async open({ write = true, of = IDENTITY } = {}) {
      const index = await VectorIndex.open(folder, of, { write });
      opened.push(index);
      return index;
    },
  };
}
