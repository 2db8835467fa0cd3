import { type Disposable, type ExtensionContext, Uri, window } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import type { Chat } from './chat.ts';
import type { ChatServices } from './chat-services.ts';
import { CHAT_COMMANDS } from './commands.ts';
import { registerSystemPromptFiles } from './system-prompt-files.ts';

/** Milliseconds for which a deleted conversation can still be brought back by hand: 30 days. */
const KEPT_AFTER_DELETION = 30 * 24 * 60 * 60 * 1000;

/** What the chat is given; the rest it makes. */
type GivenServices = Omit<ChatServices, 'store' | 'window' | 'withFocusBack'>;

export interface RegisteredChat {
  readonly registered: readonly Disposable[];
  /** Resolves when all that is to be kept is written. */
  close(): Promise<void>;
}

/** The chat view and its commands. What they do is loaded when the first of them is used. */
export function registerChat(context: ExtensionContext, services: GivenServices): RegisteredChat {
  const { log } = services;
  let made: Promise<Chat> | undefined;
  const chat = (): Promise<Chat> => {
    made ??= makeChat(context, services);
    return made;
  };
  const registered = [
    window.registerWebviewViewProvider('inkwell.chat', {
      resolveWebviewView: async (view) => (await chat()).resolve(view),
    }),
    registerSystemPromptFiles({
      read: async (id) => {
        const { defaultSystemPrompt } = await import('./system-prompts.ts');
        return (await chat()).with(
          id,
          async ({ conversation }) => conversation.system ?? defaultSystemPrompt(),
        );
      },
      write: async (id, system) => (await chat()).change(id, { type: 'configured', system }),
    }),
    ...CHAT_COMMANDS.map((id) =>
      registerCommand(id, log, async (...given) =>
        (await import('./chat-commands.ts')).runChatCommand(id, await chat(), given),
      ),
    ),
  ];
  return { registered, close: async () => (await made)?.close() };
}

async function makeChat(context: ExtensionContext, services: GivenServices): Promise<Chat> {
  const { log } = services;
  const [{ randomUUID }, { Chat }, { ConversationStore }] = await Promise.all([
    import('node:crypto'),
    import('./chat.ts'),
    import('./store.ts'),
  ]);
  const name = randomUUID();
  const store = new ConversationStore(Uri.joinPath(context.globalStorageUri, 'conversations').fsPath, {
    window: name,
    onProblem: (error) => log.warn(`The conversations’ folder: ${String(error)}`),
  });
  store
    .purge(KEPT_AFTER_DELETION)
    .catch((error: unknown) => log.warn(`The conversations’ folder: ${String(error)}`));
  return new Chat(context, { ...services, store, window: name });
}
