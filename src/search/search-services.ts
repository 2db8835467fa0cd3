import type { ExtensionContext } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import type { Log } from '../ui/log.ts';

/** What texts are indexed and searched with. */
export interface SearchServices {
  readonly context: Pick<ExtensionContext, 'globalState' | 'globalStorageUri'>;
  readonly connection: Pick<Connection, 'base' | 'require' | 'mayTravelTo'>;
  readonly models: Pick<ModelChoice, 'configured' | 'require' | 'ask'>;
  readonly log: Log;
}

/** Whether anything was ever indexed on this machine; without that, nothing is loaded before it is asked for. */
export const USED = 'inkwell.searchIndexed';
