import { CancellationTokenSource, Uri } from 'vscode';
import { NotText, readSavedText } from '../files/file-text.ts';
import { isFolder } from '../files/file-walk.ts';
import { pathBelow } from '../files/path-below.ts';
import { isSecretFile } from '../files/secret-files.ts';
import { type FileOnDisk, filesBelow, SingleFiles } from '../files/seen-files.ts';
import type { LeftOut, LeftOutReason } from '../files/text-file.ts';
import { chunkLanguage } from './chunk-language.ts';
import { chunksOf } from './chunks.ts';
import { planFiles, type SeenFile } from './embed-plan.ts';
import type { IndexedFile } from './index-manifest.ts';
import type { ReadChunks } from './index-update.ts';
import type { SearchSettings } from './search-settings.ts';

export type ScanReason = LeftOutReason | 'secret';

/** How the files of a folder differ from what an index knows of them. */
export interface FolderScan {
  readonly changed: readonly SeenFile[];
  readonly removed: readonly string[];
  readonly leftOut: ReadonlyMap<ScanReason, number>;
}

export interface ScanOptions {
  readonly folder: Uri;
  readonly known: ReadonlyMap<string, IndexedFile>;
  readonly settings: SearchSettings;
  readonly signal: AbortSignal;
}

/** A file of many letters in few lines was written by no person. */
const GENERATED = { units: 10_000, unitsPerLine: 1000 };

/** Looks at all files of a folder; `undefined` where it cannot be looked into. What it finds when it is cancelled is not all. */
export async function scanFolder(
  { folder, known, settings, signal }: ScanOptions,
  onSeen: (count: number) => void = () => {},
): Promise<FolderScan | undefined> {
  const cancel = new CancellationTokenSource();
  signal.addEventListener('abort', () => cancel.cancel());
  if (signal.aborted) {
    cancel.cancel();
  }
  const seen: SeenFile[] = [];
  const leftOut = new Map<ScanReason, number>();
  const unread: string[] = [];
  try {
    for await (const found of filesBelow(folder, settings.exclude, cancel.token)) {
      const path = pathBelow(folder.path, found.uri.path) ?? '';
      const file = seenFile(found, path, settings);
      if (typeof file !== 'string') {
        seen.push(file);
        onSeen(seen.length);
        continue;
      }
      leftOut.set(file, (leftOut.get(file) ?? 0) + 1);
      if (file === 'missing') {
        unread.push(path);
      }
    }
  } finally {
    cancel.dispose();
  }
  if (unread.includes('')) {
    return undefined;
  }
  const { changed, removed } = planFiles(known, seen);
  // What is in a folder that cannot be looked into now may still be there.
  const isGone = (path: string): boolean => !unread.some((above) => path.startsWith(`${above}/`));
  return { changed, removed: removed.filter(isGone), leftOut };
}

/** The same for some paths; `undefined` where only a look at all of them can tell. */
export async function scanFiles(
  { folder, known, settings }: ScanOptions,
  paths: Iterable<string>,
): Promise<FolderScan | undefined> {
  const files = new SingleFiles(folder, settings.exclude);
  const changed: SeenFile[] = [];
  const removed: string[] = [];
  for (const path of paths) {
    const found = await files.at(Uri.joinPath(folder, path));
    const file = seenFile(found, path, settings);
    if (file === 'missing' && (await isFolder(found.uri))) {
      return undefined;
    }
    if (typeof file !== 'string') {
      changed.push(...planFiles(known, [file]).changed);
    } else if (known.has(path)) {
      removed.push(path);
    } else {
      removed.push(...[...known.keys()].filter((each) => each.startsWith(`${path}/`)));
    }
  }
  return { changed, removed, leftOut: new Map() };
}

function seenFile(
  found: FileOnDisk | LeftOut,
  path: string,
  { largest }: SearchSettings,
): SeenFile | ScanReason {
  if (found.kind === 'leftOut') {
    return found.reason;
  }
  const { size, modified } = found;
  return isSecretFile(found.uri.path) ? 'secret' : size > largest ? 'tooLarge' : { path, size, modified };
}

/** Reads files of a folder as they are on the disk. */
export function readChunksIn(folder: Uri, { largest }: SearchSettings): ReadChunks {
  return async ({ path }) => {
    try {
      const text = await readSavedText(Uri.joinPath(folder, path), largest);
      return isGenerated(text) ? 'generated' : chunksOf(text, chunkLanguage(path));
    } catch (error) {
      return error instanceof NotText && error.reason !== 'folder' ? error.reason : 'missing';
    }
  };
}

function isGenerated(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return text.length > GENERATED.units && text.length / lines > GENERATED.unitsPerLine;
}
