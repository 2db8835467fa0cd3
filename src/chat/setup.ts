import { contextLengthOf } from '../models/context-length.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import { readParameters } from '../models/parameters.ts';
import type { ChatCompletionRequest } from '../service/request-schema.ts';
import type { Conversation } from './conversation.ts';
import { defaultSystemPrompt } from './system-prompts.ts';

export type ChatParameters = Omit<ChatCompletionRequest, 'model' | 'messages'>;

/** What the next request of a conversation is made with: its own choices, else what the settings say. */
export interface ChatSetup {
  readonly model: string | undefined;
  /** Empty for none. */
  readonly system: string;
  readonly parameters: ChatParameters;
  /** Tokens of prompt and `max_tokens` together (§8). */
  readonly contextLength: number;
}

export function setupOf(conversation: Conversation, models: ModelChoice): ChatSetup {
  const model = conversation.model ?? models.configured('chat');
  return {
    model,
    system: conversation.system ?? defaultSystemPrompt(),
    parameters: readParameters('chat', undefined, conversation.parameters),
    contextLength: contextLengthOf(model ?? ''),
  };
}
