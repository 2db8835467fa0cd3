import * as v from 'valibot';
import { check, decoding, integerBetween, stopSequences } from '../check.ts';
import { checkContext, datedName, modelFor } from '../models.ts';
import { json, type Reply } from '../reply.ts';
import type { OperationInput } from '../routes.ts';
import { chatReply } from '../text/chat-reply.ts';
import { generate } from '../text/generation.ts';
import { Sampler } from '../text/sampler.ts';
import { countTokens } from '../text/tokens.ts';
import { interleave } from './completions.ts';

const message = v.strictObject({
  role: v.picklist(['system', 'user', 'assistant']),
  content: v.string(),
});

const schema = v.strictObject({
  model: v.string(),
  messages: v.pipe(v.array(message), v.minLength(1)),
  max_tokens: v.optional(integerBetween(1, Number.MAX_SAFE_INTEGER)),
  ...decoding,
  stop: v.optional(stopSequences),
});

export type Message = v.InferOutput<typeof message>;

/** POST /v1/chat/completions (interface §4.4). */
export function createChatCompletion({ json: body, requestId }: OperationInput): Reply {
  const request = check(schema, body);
  const model = modelFor('chat', request.model);
  const { messages, n = 1 } = request;
  const promptTokens = countMessageTokens(messages);
  // Without max_tokens the answer may fill what is left, and that must be something.
  checkContext(model, promptTokens, request.max_tokens ?? 1, 'messages');
  const maxTokens = request.max_tokens ?? model.context - promptTokens;
  const answers = Array.from({ length: n }, (_, index) => {
    const sampler = new Sampler(
      JSON.stringify([request.model, messages, request.temperature, index]),
      request,
    );
    const { stop, logit_bias: logitBias } = request;
    return generate(chatReply(messages, sampler), { maxTokens, stop, logitBias });
  });
  const head = {
    id: `chatcmpl-${requestId}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: datedName(request.model),
  };
  if (request.stream) {
    const choices = answers.map(({ tokens, finishReason }, index) => [
      { index, delta: { role: 'assistant' }, finish_reason: null },
      ...tokens.map(({ text }) => ({ index, delta: { content: text }, finish_reason: null })),
      { index, delta: {}, finish_reason: finishReason },
    ]);
    return { kind: 'stream', chunks: interleave(choices, { ...head, object: 'chat.completion.chunk' }) };
  }
  const completionTokens = answers.reduce((sum, { tokens }) => sum + tokens.length, 0);
  return json({
    ...head,
    choices: answers.map(({ tokens, finishReason }, index) => ({
      index,
      message: { role: 'assistant', content: tokens.map((token) => token.text).join('') },
      finish_reason: finishReason,
    })),
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  });
}

/** Each message costs its text and four tokens of wrapping, the answer's opening three. */
function countMessageTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, { role, content }) => sum + countTokens(role) + countTokens(content) + 3, 3);
}
