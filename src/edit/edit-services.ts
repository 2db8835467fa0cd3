import type { ExtensionContext } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { EditsSupport } from '../connection/edits-support.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import type { OpenReviews } from '../review/register.ts';
import type { Log } from '../ui/log.ts';

/** What edits are asked for and reviewed with. */
export interface EditServices {
  readonly context: ExtensionContext;
  readonly connection: Connection;
  readonly models: ModelChoice;
  readonly log: Log;
  readonly editsSupport: EditsSupport;
  readonly reviews: OpenReviews;
}
