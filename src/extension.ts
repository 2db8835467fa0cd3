import { commands, type ExtensionContext } from 'vscode';
import type { InkwellApi } from './api.ts';
import { registerAudio, transcriptPlanner } from './audio/register.ts';
import { registerChat } from './chat/register.ts';
import { registerCheck } from './check/register.ts';
import { registerCompletion } from './completion/register.ts';
import { Connection } from './connection/connection.ts';
import { registerConnection } from './connection/register.ts';
import { registerEdit } from './edit/register.ts';
import { ReadOnlyTexts } from './files/read-only-texts.ts';
import { imagePlanner, registerImages } from './images/register.ts';
import { registerIntegration } from './integration/register.ts';
import { ModelChoice } from './models/model-choice.ts';
import { registerModels } from './models/register.ts';
import { registerModeration } from './moderation/register.ts';
import { registerReviews } from './review/register.ts';
import { registerSearch } from './search/register.ts';
import { registerSearchQueries } from './search/register-queries.ts';
import type { CommandId } from './ui/commands.ts';
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
  const texts = new ReadOnlyTexts();
  const { reviews, registered } = registerReviews(log);
  const { guard, checkTexts, ...moderation } = registerModeration({ connection, log });
  const search = registerSearch({ context, connection, models, log });
  const queries = registerSearchQueries({
    searcher: search.searcher,
    log,
    context,
    showIndex: (how) => commands.executeCommand('inkwell.indexWorkspace' satisfies CommandId, how),
  });
  const chat = registerChat(context, { connection, models, log, reviews, guard });
  closeChat = chat.close;
  context.subscriptions.push(
    log,
    connection,
    ...registerConnection(connection, log),
    texts,
    texts.register(),
    ...registerModels(models, log, texts),
    ...registerCheck({ context, connection, models, log, texts }),
    registered,
    ...registerCompletion(context, connection, models, log),
    ...registerEdit({ context, connection, models, log, reviews }),
    ...registerImages({ context, connection, log, guard }),
    ...registerAudio({ context, connection, log }),
    ...search.registered,
    ...queries.registered,
    ...chat.registered,
    ...moderation.registered,
    ...registerIntegration({
      connection,
      models,
      log,
      planImages: imagePlanner({ connection, log }),
      planTranscript: transcriptPlanner({ context, connection, log }),
      checkTexts,
      findPlaces: queries.findPlaces,
    }),
  );
  return {
    connect: async (service) => (await import('./connection/connect.ts')).connectTo(connection, service),
  };
}

/** VS Code waits for this, though not for long, before it ends the process. */
export async function deactivate(): Promise<void> {
  await closeChat?.();
}
