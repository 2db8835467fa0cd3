import { ChatPanel } from './chat-panel.ts';
import { type SharedWindowOptions, sharedWindow, type WindowSession } from './shared-window.ts';

/** What a test of the chat works with. */
export interface ChatSession extends WindowSession {
  readonly panel: ChatPanel;
}

/**
 * For a `describe`: the chat view of the shared window. Each test begins with an empty conversation, nothing else open,
 * and a service that has forgotten what came before.
 */
export function chatForAll(options: Omit<SharedWindowOptions, 'container'> = {}): () => ChatSession {
  const window = sharedWindow({ ...options, container: 'Inkwell' });
  const session = (): ChatSession => {
    const { w, service } = window();
    return { panel: new ChatPanel(w), service, w, setTheme: (theme) => window().setTheme(theme) };
  };
  beforeEach(async () => {
    const { panel, service } = session();
    await panel.startConversation();
    service.reset();
  });
  return session;
}
