import { randomUUID } from 'node:crypto';
import { type Disposable, type ExtensionContext, Uri, window } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import { registerCommand } from '../ui/commands.ts';
import type { Log } from '../ui/log.ts';
import type { Chat } from './chat.ts';
import { CHAT_COMMANDS } from './commands.ts';
import { registerSystemPromptFiles } from './system-prompt-files.ts';
import { defaultSystemPrompt } from './system-prompts.ts';

/** Milliseconds for which a deleted conversation can still be brought back by hand: 30 days. */
const KEPT_AFTER_DELETION = 30 * 24 * 60 * 60 * 1000;

/** The chat view and its commands. What they do is loaded when the first of them is used. */
export function registerChat(
  context: ExtensionContext,
  connection: Connection,
  models: ModelChoice,
  log: Log,
): Disposable[] {
  let made: Promise<Chat> | undefined;
  const chat = (): Promise<Chat> => {
    made ??= makeChat(context, connection, models, log);
    return made;
  };
  return [
    { dispose: () => void made?.then((started) => started.dispose()) },
    window.registerWebviewViewProvider('inkwell.chat', {
      resolveWebviewView: async (view) => (await chat()).resolve(view),
    }),
    registerSystemPromptFiles({
      read: async (id) =>
        (await chat()).with(id, async ({ conversation }) => conversation.system ?? defaultSystemPrompt()),
      write: async (id, system) => (await chat()).change(id, { type: 'configured', system }),
    }),
    ...CHAT_COMMANDS.map((id) =>
      registerCommand(id, log, async (...given) =>
        (await import('./chat-commands.ts')).runChatCommand(id, await chat(), given),
      ),
    ),
  ];
}

async function makeChat(
  context: ExtensionContext,
  connection: Connection,
  models: ModelChoice,
  log: Log,
): Promise<Chat> {
  const [{ Chat }, { ConversationStore }] = await Promise.all([import('./chat.ts'), import('./store.ts')]);
  const name = randomUUID();
  const store = new ConversationStore(Uri.joinPath(context.globalStorageUri, 'conversations').fsPath, {
    window: name,
    onProblem: (error) => log.warn(`The conversations’ folder: ${String(error)}`),
  });
  store
    .purge(KEPT_AFTER_DELETION)
    .catch((error: unknown) => log.warn(`The conversations’ folder: ${String(error)}`));
  return new Chat(context, { connection, models, log, store, window: name });
}
