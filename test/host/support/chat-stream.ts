import { Gate } from '../../service/gate.ts';
import type { SampleService } from '../../service/sample-service.ts';

export interface ChatPart {
  readonly text?: string;
  readonly index?: number;
  readonly finish_reason?: string;
}

/** The events of a streamed chat completion that says exactly this, without its `[DONE]`. */
export function chatParts(parts: readonly (string | ChatPart)[]): string[] {
  return parts.map((part) => {
    const { text, index = 0, finish_reason = null } = typeof part === 'string' ? { text: part } : part;
    const delta = text === undefined ? {} : { content: text };
    const body = {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'chat-1',
      choices: [{ index, delta, finish_reason }],
    };
    return `data: ${JSON.stringify(body)}\n\n`;
  });
}

/** The same, with its end. */
export function chatEvents(parts: readonly (string | ChatPart)[]): string[] {
  return [...chatParts(parts), ...chatParts([{ finish_reason: 'stop' }]), 'data: [DONE]\n\n'];
}

/** Only a chat request is answered by them: others may come before, such as the one that proves a key. */
const CHAT = { path: '/v1/chat/completions' };

/** Makes the next reply stream these texts. */
export function replyWith(service: SampleService, ...texts: string[]): void {
  service.fault({ type: 'bytes', slices: chatEvents(texts) }, CHAT);
}

/** The same, each text held until the gate lets it through. */
export function replyThroughGate(service: SampleService, ...texts: string[]): Gate {
  const gate = new Gate();
  service.fault(
    [
      { type: 'hold', gate },
      { type: 'bytes', slices: chatEvents(texts) },
    ],
    CHAT,
  );
  return gate;
}
