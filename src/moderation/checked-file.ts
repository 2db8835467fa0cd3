import type { Uri } from 'vscode';
import type { PlaceRange } from './moved-ranges.ts';
import type { TextCheck } from './text-check.ts';

/** A file or a document that is to be checked, and what has come of that. */
export interface CheckedFile {
  readonly uri: Uri;
  /** Below the workspace folder, made plain. */
  readonly name: string;
  /** Where only a part of it is meant. */
  readonly within?: readonly PlaceRange[];
  check?: TextCheck;
  /** Why it was not checked to its end; absent where it was, or was cancelled. */
  error?: unknown;
}

/** Whether something of it was looked at, or there was nothing in it to look at. */
export function wasLookedAt({ check }: CheckedFile): boolean {
  return check !== undefined && (check.looked > 0 || check.isComplete);
}

export function isComplete({ check }: CheckedFile): boolean {
  return check?.isComplete === true;
}
