import type { ExtensionContext } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { ReadOnlyTexts } from '../files/read-only-texts.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import type { Log } from '../ui/log.ts';

/** What a connection is checked with, and its report shown. */
export interface CheckServices {
  readonly context: ExtensionContext;
  readonly connection: Connection;
  readonly models: ModelChoice;
  readonly log: Log;
  readonly texts: ReadOnlyTexts;
}
