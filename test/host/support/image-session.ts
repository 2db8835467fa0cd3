import { readdir } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { setting } from './inkwell.ts';
import { type Session, sessionWith } from './session.ts';

/**
 * For a `describe`: a service that makes images, and a person who answers messages. The folder that a test sets stays until
 * another one is set.
 */
export function imageSession(): () => Session {
  return sessionWith({
    beforeEach: () => setting('images.parameters', { size: '256x256' }),
    after: async () => {
      await setting('images.parameters', undefined);
      await setting('images.folder', undefined);
    },
  });
}

/** Names of all that is in a folder; none where it is not there. */
export async function namesIn(folder: vscode.Uri): Promise<string[]> {
  try {
    return (await readdir(folder.fsPath)).sort();
  } catch {
    return [];
  }
}
