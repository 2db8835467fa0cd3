import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CHUNKER_VERSION } from './chunks.ts';
import { MANIFEST_NAME, type Manifest, readManifest, VECTORS_NAME } from './index-manifest.ts';
import { VectorFile } from './vector-file.ts';

/** What vectors are made with: those of another service or model do not compare. */
export interface IndexIdentity {
  readonly service: string;
  readonly model: string;
}

/**
 * How an index was found: `new` where there was none, `mended` where something was lost that only has to be done again,
 * `replaced` where there was one of another service or model.
 */
export type IndexState = 'new' | 'whole' | 'mended' | 'replaced';

/** What there is of an index. */
export interface LoadedIndex {
  readonly state: IndexState;
  readonly files: Manifest['files'];
  readonly vectors: VectorFile | undefined;
}

export async function loadIndex(folder: string, identity: string, isWriter: boolean): Promise<LoadedIndex> {
  const manifest = await readManifest(folder);
  const found = typeof manifest === 'object' ? manifest : undefined;
  const known = found?.identity === identity ? found : undefined;
  // Vectors tell by themselves what they were made with, and which texts they are of.
  const names = known?.vectors === undefined ? await vectorNames(folder) : [known.vectors];
  const vectors = await openLargest(folder, names, identity, isWriter);
  const isCurrent = known?.chunker === CHUNKER_VERSION;
  const hasLost = known?.vectors !== undefined && vectors === undefined;
  const isWhole = isCurrent && !hasLost && !vectors?.damaged;
  const isNew = manifest === 'missing' && !vectors;
  const state = isWhole ? 'whole' : isNew ? 'new' : found && !known ? 'replaced' : 'mended';
  return { state, files: known && isCurrent ? known.files : [], vectors };
}

async function openLargest(
  folder: string,
  names: readonly string[],
  identity: string,
  isWriter: boolean,
): Promise<VectorFile | undefined> {
  let largest: VectorFile | undefined;
  for (const name of names) {
    const next = await VectorFile.open(folder, name, identity, isWriter);
    const isLarger = (next?.slots.size ?? -1) > (largest?.slots.size ?? -1);
    await (isLarger ? largest : next)?.close();
    largest = isLarger ? next : largest;
  }
  return largest;
}

async function vectorNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => VECTORS_NAME.test(name)).sort();
}

/** Takes away what a window that was killed has left behind, and what was replaced. */
export async function removeOthers(folder: string, kept: string | undefined): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const isOurs = (name: string): boolean => VECTORS_NAME.test(name) || name.endsWith('.tmp');
  for (const name of names.filter((each) => isOurs(each) && each !== kept)) {
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

/** By which a saved index is told from the one before. */
export async function stampOf(folder: string): Promise<string> {
  return stat(join(folder, MANIFEST_NAME)).then(
    ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
    () => '',
  );
}

export function identityOf({ service, model }: IndexIdentity): string {
  return createHash('sha256')
    .update(JSON.stringify([service, model]))
    .digest('hex')
    .slice(0, 32);
}
