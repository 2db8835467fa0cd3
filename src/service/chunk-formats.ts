import { parseAnswer } from './parse-answer.ts';
import {
  type ChatCompletionChunk,
  type CompletionChunk,
  chatCompletionChunk,
  completionChunk,
} from './response-schema.ts';
import type { ChunkFormat } from './stream.ts';

/** How many choices a complete answer has: `n` for each prompt (§4.3). */
export function choicesOf(request: { n?: unknown; prompt?: unknown }): number {
  const { n, prompt } = request;
  const prompts = Array.isArray(prompt) && typeof prompt[0] !== 'number' ? prompt.length : 1;
  return Math.max(prompts, 1) * (typeof n === 'number' ? n : 1);
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether a chunk is what services usually send, with nothing to complete. A schema costs more than all the
 * rest of the reading of a chunk, so it is asked only about the others; what is plain here, it accepts as is.
 */
function isPlain(value: unknown, isPlainChoice: (choice: Fields) => boolean): boolean {
  if (!isObject(value) || !Array.isArray(value.choices) || value.usage) {
    return false;
  }
  for (const choice of value.choices) {
    if (!isObject(choice) || typeof choice.index !== 'number' || !isPlainChoice(choice)) {
      return false;
    }
    if (!isTextOrNothing(choice.finish_reason)) {
      return false;
    }
  }
  const { id, object, created, model } = value;
  return (
    isTextOrNothing(id) &&
    isTextOrNothing(object) &&
    isTextOrNothing(model) &&
    (created === undefined || typeof created === 'number')
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextOrNothing(value: unknown): boolean {
  return typeof value === 'string' || value === undefined || value === null;
}

export const completionChunks: ChunkFormat<CompletionChunk> = {
  parse: (value) =>
    isPlain(value, ({ text }) => typeof text === 'string')
      ? (value as CompletionChunk)
      : parseAnswer(completionChunk, value),
  textOf: ({ text }) => text,
};

export const chatChunks: ChunkFormat<ChatCompletionChunk> = {
  parse: (value) =>
    isPlain(
      value,
      ({ delta }) => isObject(delta) && isTextOrNothing(delta.content) && isTextOrNothing(delta.role),
    )
      ? (value as ChatCompletionChunk)
      : parseAnswer(chatCompletionChunk, value),
  textOf: ({ delta }) => delta.content ?? '',
};
