import { badRequest, Refusal } from './refusal.ts';

export type Task = 'completion' | 'chat' | 'edit' | 'embedding' | 'moderation' | 'speech';

interface Model {
  id: string;
  task: Task;
  /** Context length in tokens, where text is generated or embedded. */
  context: number;
  ownedBy: string;
  /** Answered to, but not in the list: the dated variant that answers name. */
  unlisted?: boolean;
}

export const models: readonly Model[] = [
  { id: 'complete-1', task: 'completion', context: 4096, ownedBy: 'sample-service' },
  { id: 'complete-1-older', task: 'completion', context: 2048, ownedBy: 'sample-service' },
  { id: 'chat-1', task: 'chat', context: 4096, ownedBy: 'sample-service' },
  { id: 'chat-1-long', task: 'chat', context: 16384, ownedBy: 'sample-service' },
  { id: 'edit-1', task: 'edit', context: 4096, ownedBy: 'sample-service' },
  { id: 'embed-1', task: 'embedding', context: 8192, ownedBy: 'sample-service' },
  { id: 'moderate-1', task: 'moderation', context: 8192, ownedBy: 'sample-service' },
  { id: 'speech-1', task: 'speech', context: 0, ownedBy: 'sample-service' },
  { id: 'org/tuned:complete-1', task: 'completion', context: 4096, ownedBy: 'org' },
  { id: 'org/tuned:chat-1', task: 'chat', context: 4096, ownedBy: 'org' },
  { id: 'chat-1-0301', task: 'chat', context: 4096, ownedBy: 'sample-service', unlisted: true },
];

/** Model identifiers whose answers name a dated variant. */
const dated: Record<string, string> = { 'chat-1': 'chat-1-0301' };

export function datedName(id: string): string {
  return dated[id] ?? id;
}

/** The model of this name; throws the refusal a service gives when there is none, or it is for other work. */
export function modelFor(task: Task, id: string): Model {
  const model = knownModel(id);
  if (model.task !== task) {
    const message = `The model '${id}' is not for this operation: it is a ${model.task} model.`;
    throw new Refusal(404, { message, param: 'model', code: null });
  }
  return model;
}

export function knownModel(id: string): Model {
  const model = models.find((candidate) => candidate.id === id);
  if (!model) {
    const message = `The model '${id}' does not exist.`;
    throw new Refusal(404, { message, param: 'model', code: 'model_not_found' });
  }
  return model;
}

/** Throws when prompt and answer together exceed the model's context length (interface §8). */
export function checkContext(model: Model, promptTokens: number, maxTokens: number, param: string): void {
  const total = promptTokens + maxTokens;
  if (total > model.context) {
    throw badRequest(
      `This model's maximum context length is ${model.context} tokens, but you asked for ${total} ` +
        `(${promptTokens} in the prompt, ${maxTokens} for the answer). Shorten either.`,
      param,
      'context_length_exceeded',
    );
  }
}
