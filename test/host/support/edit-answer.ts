import { Gate } from '../../service/gate.ts';
import type { SampleService } from '../../service/sample-service.ts';

const EDITS = { path: '/v1/edits' };

function body(texts: readonly string[]): string {
  return JSON.stringify({
    object: 'edit',
    created: 1,
    choices: texts.map((text, index) => ({ text, index })),
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
}

/** Makes the next edit answer exactly these candidates. */
export function answerEdit(service: SampleService, ...texts: string[]): void {
  service.fault({ type: 'bytes', slices: [body(texts)], contentType: 'application/json' }, EDITS);
}

/** The same, held until the gate lets it through. */
export function answerEditThroughGate(service: SampleService, ...texts: string[]): Gate {
  const gate = new Gate();
  service.fault(
    [
      { type: 'hold', gate },
      { type: 'bytes', slices: [body(texts)], contentType: 'application/json' },
    ],
    EDITS,
  );
  return gate;
}
