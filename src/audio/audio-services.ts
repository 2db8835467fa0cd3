import type { ExtensionContext } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { Log } from '../ui/log.ts';

/** What audio is sent, and transcripts are shown with. */
export interface AudioServices {
  readonly context: Pick<ExtensionContext, 'extensionUri' | 'workspaceState'>;
  readonly connection: Connection;
  readonly log: Log;
}
