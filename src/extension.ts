import type { ExtensionContext } from 'vscode';
import type { InkwellApi } from './api.ts';
import { registerChat } from './chat/register.ts';
import { registerCompletion } from './completion/register.ts';
import { Connection } from './connection/connection.ts';
import { registerConnection } from './connection/register.ts';
import { ModelChoice } from './models/model-choice.ts';
import { registerModels } from './models/register.ts';
import { Log } from './ui/log.ts';

/**
 * What Inkwell is made of, in the order it is wired. Nothing here does work: whatever is heavy is loaded by
 * the first command that needs it.
 */
export function activate(context: ExtensionContext): InkwellApi {
  const log = new Log();
  const connection = new Connection(context, log);
  const models = new ModelChoice(connection);
  context.subscriptions.push(
    log,
    connection,
    ...registerConnection(connection, log),
    ...registerModels(models, log),
    ...registerCompletion(connection, models, log),
    ...registerChat(context, connection, models, log),
  );
  return {
    connect: async (service) => (await import('./connection/connect.ts')).connectTo(connection, service),
  };
}
