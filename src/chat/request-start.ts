import type { GuardOptions } from '../moderation/prompt-guard.ts';
import type { Client } from '../service/client.ts';
import { passAdvice } from '../ui/advice.ts';
import type { ChatServices } from './chat-services.ts';
import { type ChatSetup, setupOf } from './setup.ts';
import type { StoredConversation } from './store.ts';

/** What a request is made with. */
export interface RequestStart {
  readonly client: Client;
  readonly setup: ChatSetup & { model: string };
  readonly signal: AbortSignal;
}

/** What is new in a request, and may have to be checked before it is sent. */
export interface NewText {
  /** As it is sent. */
  readonly text: string;
  readonly during: GuardOptions['during'];
}

/**
 * Asks the person for what is wanting before a request: a service, a model, the yes to what is unusual. `undefined`
 * when the person thought better of it, or when it was stopped meanwhile.
 *
 * @throws {ServiceError} `invalidRequest` when the address or the key in use cannot be right
 * @throws {StoreError} when the conversation was removed for good
 */
export async function startRequest(
  stored: StoredConversation,
  { connection, models, store, guard, withFocusBack }: ChatServices,
  signal: AbortSignal,
  written?: NewText,
): Promise<RequestStart | undefined> {
  const connected = await connection.require();
  if (!connected) {
    return undefined;
  }
  const { conversation } = stored;
  const model = setupOf(conversation, models).model ?? (await models.require('chat', connected));
  const setup = setupOf(conversation, models);
  if (
    model === undefined ||
    !(await passAdvice('chat', { ...setup.parameters }, { modal: true })) ||
    signal.aborted
  ) {
    return undefined;
  }
  // Of what was sent before, the person has said their word.
  if (written) {
    const { text, during } = written;
    if ((await guard.check('chat', text, { connected, during, asking: withFocusBack })) !== 'send') {
      return undefined;
    }
  }
  if (stored.isGone) {
    // Another window has deleted what is still used here.
    await store.restore(conversation.id);
  }
  return signal.aborted ? undefined : { client: connected.client, setup: { ...setup, model }, signal };
}
