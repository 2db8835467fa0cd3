import * as v from 'valibot';
import { check, integerBetween, numberBetween } from '../check.ts';
import { checkContext, modelFor } from '../models.ts';
import { json, type Reply } from '../reply.ts';
import type { OperationInput } from '../routes.ts';
import { applyInstruction } from '../text/instructions.ts';
import { Sampler } from '../text/sampler.ts';
import { countTokens } from '../text/tokens.ts';

const schema = v.strictObject({
  model: v.string(),
  input: v.optional(v.string(), ''),
  instruction: v.string(),
  n: v.optional(integerBetween(1, 20), 1),
  temperature: v.optional(numberBetween(0, 2)),
  top_p: v.optional(numberBetween(0, 1)),
});

/** POST /v1/edits (interface §4.5). */
export function createEdit({ json: body }: OperationInput): Reply {
  const request = check(schema, body);
  const { input, instruction, temperature } = request;
  const promptTokens = countTokens(input) + countTokens(instruction);
  checkContext(modelFor('edit', request.model), promptTokens, 0, 'input');
  const texts = Array.from({ length: request.n }, (_, index) => {
    const sampler = new Sampler(JSON.stringify([input, instruction, temperature, index]), request);
    return applyInstruction(input, instruction, sampler).text;
  });
  const completionTokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return json({
    object: 'edit',
    created: Math.floor(Date.now() / 1000),
    choices: texts.map((text, index) => ({ text, index })),
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  });
}
