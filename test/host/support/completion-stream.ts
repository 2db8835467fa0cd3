import type { Fault } from '../../service/faults.ts';
import { Gate } from '../../service/gate.ts';
import type { SampleService } from '../../service/sample-service.ts';

export interface StreamedChoice {
  text: string;
  index?: number;
  finish_reason?: string | null;
  logprobs?: unknown;
}

/** The events of a streamed completion that says exactly this, with its `[DONE]`. */
export function completionEvents(choices: readonly StreamedChoice[]): string[] {
  const event = (choice: StreamedChoice): string => {
    const body = {
      id: 'cmpl-1',
      object: 'text_completion',
      created: 1,
      model: 'complete-1',
      choices: [{ index: 0, logprobs: null, finish_reason: null, ...choice }],
    };
    return `data: ${JSON.stringify(body)}\n\n`;
  };
  return [...choices.map(event), event({ text: '', finish_reason: 'stop' }), 'data: [DONE]\n\n'];
}

/** Makes the next answer stream these texts. */
export function answerWith(service: SampleService, texts: readonly string[]): void {
  service.fault({ type: 'bytes', slices: completionEvents(texts.map((text) => ({ text }))) });
}

/** The same, each text held until the gate lets it through. */
export function answerThroughGate(service: SampleService, texts: readonly string[]): Gate {
  const gate = new Gate();
  service.fault([
    { type: 'hold', gate },
    { type: 'bytes', slices: completionEvents(texts.map((text) => ({ text }))) },
  ]);
  return gate;
}

/** Makes an answer, which is no stream, of exactly these candidates. */
export function saying(...texts: string[]): Fault {
  const choices = texts.map((text, index) => ({ text, index, logprobs: null, finish_reason: 'stop' }));
  const body = { id: 'cmpl-1', object: 'text_completion', created: 1, model: 'complete-1', choices };
  return { type: 'bytes', slices: [JSON.stringify(body)], contentType: 'application/json' };
}
