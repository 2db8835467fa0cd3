import { type FileHandle, stat } from 'node:fs/promises';

/** By what a file is told from what it was before. */
export interface FileState {
  readonly size: number;
  readonly modified: number;
}

/** Of what is there by that name, or is open; `undefined` where nothing is. */
export async function fileState(file: string | FileHandle): Promise<FileState | undefined> {
  try {
    const { size, mtimeMs } = await (typeof file === 'string' ? stat(file) : file.stat());
    return { size, modified: mtimeMs };
  } catch {
    return undefined;
  }
}

export function isSameState(before: FileState | undefined, now: FileState | undefined): boolean {
  return before?.size === now?.size && before?.modified === now?.modified;
}
