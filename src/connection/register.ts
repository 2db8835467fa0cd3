import type { Disposable } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import type { Log } from '../ui/log.ts';
import type { Connection } from './connection.ts';

/** Connect, forget, log. */
export function registerConnection(connection: Connection, log: Log): Disposable[] {
  return [
    registerCommand('inkwell.connect', log, (step) =>
      connection.connect(step === 'key' ? { startAt: 'key' } : {}),
    ),
    registerCommand('inkwell.forgetApiKey', log, async () =>
      (await import('./forget-api-key.ts')).forgetApiKey(connection),
    ),
    registerCommand('inkwell.showLog', log, () => log.show()),
  ];
}
