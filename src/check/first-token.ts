import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';

/** The operations that stream. */
export type StreamingTask = 'completion' | 'chat';

/** As little as can be asked for. */
const PROMPT = 'Hi';

/**
 * Milliseconds from the call to the first text of a stream. It costs a token, which is the most that is asked for.
 *
 * @throws {ServiceError}
 */
export async function measureFirstToken(
  client: Pick<Client, 'streamChatCompletion' | 'streamCompletion'>,
  task: StreamingTask,
  model: string,
  signal: AbortSignal,
): Promise<number> {
  const start = performance.now();
  if (task === 'chat') {
    const messages = [{ role: 'user' as const, content: PROMPT }];
    for await (const { choices } of client.streamChatCompletion(
      { model, messages, max_tokens: 1 },
      { signal },
    )) {
      if (choices.some(({ delta }) => delta?.content)) {
        return performance.now() - start;
      }
    }
  } else {
    for await (const { choices } of client.streamCompletion(
      { model, prompt: PROMPT, max_tokens: 1 },
      { signal },
    )) {
      if (choices.some(({ text }) => text)) {
        return performance.now() - start;
      }
    }
  }
  throw new ServiceError('invalidResponse', 'The stream ended without any text.');
}
