import type { ExtensionContext } from 'vscode';
import type { InkwellApi } from './api.ts';
import { registerAudio } from './audio/register.ts';
import { registerChat } from './chat/register.ts';
import { registerCompletion } from './completion/register.ts';
import { Connection } from './connection/connection.ts';
import { registerConnection } from './connection/register.ts';
import { registerEdit } from './edit/register.ts';
import { registerImages } from './images/register.ts';
import { ModelChoice } from './models/model-choice.ts';
import { registerModels } from './models/register.ts';
import { registerReviews } from './review/register.ts';
import { Log } from './ui/log.ts';

let closeChat: (() => Promise<void>) | undefined;

/**
 * What Inkwell is made of, in the order it is wired. Nothing here does work: whatever is heavy is loaded by
 * the first command that needs it.
 */
export function activate(context: ExtensionContext): InkwellApi {
  const log = new Log();
  const connection = new Connection(context, log);
  const models = new ModelChoice(connection);
  const { reviews, registered } = registerReviews(log);
  const chat = registerChat(context, { connection, models, log, reviews });
  closeChat = chat.close;
  context.subscriptions.push(
    log,
    connection,
    ...registerConnection(connection, log),
    ...registerModels(models, log),
    registered,
    ...registerCompletion(connection, models, log),
    ...registerEdit({ context, connection, models, log, reviews }),
    ...registerImages({ context, connection, log }),
    ...registerAudio({ context, connection, log }),
    ...chat.registered,
  );
  return {
    connect: async (service) => (await import('./connection/connect.ts')).connectTo(connection, service),
  };
}

/** VS Code waits for this, though not for long, before it ends the process. */
export async function deactivate(): Promise<void> {
  await closeChat?.();
}
