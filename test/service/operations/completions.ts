import * as v from 'valibot';
import { check, decoding, integerBetween, stopSequences } from '../check.ts';
import type { Chunk } from '../event-stream.ts';
import { checkContext, modelFor } from '../models.ts';
import { badRequest } from '../refusal.ts';
import { json, type Reply } from '../reply.ts';
import type { OperationInput } from '../routes.ts';
import { continuation } from '../text/continuation.ts';
import { type Generated, generate, type Logprobs, logprobsOf, score } from '../text/generation.ts';
import { Sampler } from '../text/sampler.ts';
import { countTokens, type Token, textOfTokens, tokensOf } from '../text/tokens.ts';

const tokenIds = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.minLength(1));

const schema = v.strictObject({
  model: v.string(),
  prompt: v.optional(
    v.union([
      v.string(),
      v.pipe(v.array(v.string()), v.minLength(1)),
      tokenIds,
      v.pipe(v.array(tokenIds), v.minLength(1)),
    ]),
  ),
  suffix: v.optional(v.string()),
  max_tokens: v.optional(integerBetween(0, Number.MAX_SAFE_INTEGER)),
  ...decoding,
  // An integer stands for a maximum length (interface §4.3).
  stop: v.optional(v.union([stopSequences, integerBetween(1, Number.MAX_SAFE_INTEGER)])),
  logprobs: v.optional(v.nullable(integerBetween(0, 5))),
  echo: v.optional(v.boolean()),
  best_of: v.optional(integerBetween(0, 20)),
});

type Request = v.InferOutput<typeof schema>;

interface Choice {
  text: string;
  index: number;
  logprobs: Logprobs | null;
  finish_reason: string | null;
}

/** POST /v1/completions (interface §4.3). */
export function createCompletion({ json: body, requestId }: OperationInput): Reply {
  const request = check(schema, body);
  const model = modelFor('completion', request.model);
  const { n = 1, best_of: bestOf, max_tokens: maxTokens = 16 } = request;
  if (bestOf !== undefined && request.stream) {
    throw badRequest('best_of cannot be used with stream.', 'best_of');
  }
  if (bestOf !== undefined && bestOf < n) {
    throw badRequest(`best_of (${bestOf}) must not be less than n (${n}).`, 'best_of');
  }
  const prompts = promptTexts(request.prompt);
  for (const prompt of prompts) {
    const promptTokens = countTokens(prompt) + countTokens(request.suffix ?? '');
    checkContext(model, promptTokens, maxTokens, 'prompt');
  }
  const head = {
    id: `cmpl-${requestId}`,
    object: 'text_completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
  };
  let completionTokens = 0;
  const answers = prompts.flatMap((prompt) => {
    const candidates = Array.from({ length: bestOf ?? n }, (_, index) => complete(request, prompt, index));
    completionTokens += candidates.reduce((sum, { tokens }) => sum + tokens.length, 0);
    const best =
      bestOf === undefined ? candidates : candidates.sort((a, b) => score(b.tokens) - score(a.tokens));
    return best.slice(0, n).map((generated) => ({ prompt, generated }));
  });
  if (request.stream) {
    return {
      kind: 'stream',
      chunks: interleave(
        answers.map((answer, i) => chunksOf(request, answer, i)),
        head,
      ),
    };
  }
  const promptTokens = prompts.reduce((sum, prompt) => sum + countTokens(prompt), 0);
  return json({
    ...head,
    choices: answers.map((answer, index) => wholeChoice(request, answer, index)),
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  });
}

function promptTexts(prompt: Request['prompt']): string[] {
  if (prompt === undefined || typeof prompt === 'string') {
    return [prompt ?? ''];
  }
  // A list of numbers is one prompt, any other list is a prompt each.
  const prompts: readonly (string | readonly number[] | undefined)[] = prompt.every(
    (e) => typeof e === 'number',
  )
    ? [prompt]
    : prompt.filter((entry) => typeof entry !== 'number');
  return prompts.map((entry) => {
    const text = typeof entry === 'object' ? textOfTokens(entry) : entry;
    if (text === undefined) {
      throw badRequest('A token id is outside the vocabulary.', 'prompt');
    }
    return text;
  });
}

function complete(request: Request, prompt: string, index: number): Generated {
  const { model, suffix = '', max_tokens: maxTokens = 16, stop, logit_bias: logitBias } = request;
  const sampler = new Sampler(JSON.stringify([model, prompt, suffix, request.temperature, index]), request);
  const stopsAfter = typeof stop === 'number' ? stop : Number.POSITIVE_INFINITY;
  return generate(continuation(prompt, suffix, sampler), {
    maxTokens: Math.min(maxTokens, stopsAfter),
    stop: typeof stop === 'number' ? undefined : stop,
    logitBias,
  });
}

interface Answer {
  prompt: string;
  generated: Generated;
}

function wholeChoice(request: Request, { prompt, generated }: Answer, index: number): Choice {
  const echoed = request.echo ? tokensOf(prompt) : [];
  const tokens = [...echoed, ...generated.tokens];
  return {
    text: textOf(tokens),
    index,
    logprobs: logprobsFor(request, tokens, request.echo ? 0 : prompt.length),
    finish_reason: generated.finishReason,
  };
}

/** A chunk a token, the echoed prompt before them in one, and an empty one with the finish reason after them. */
function chunksOf(request: Request, { prompt, generated }: Answer, index: number): Choice[] {
  let offset = 0;
  const choice = (tokens: Token[]): Choice => {
    const logprobs = logprobsFor(request, tokens, offset);
    const text = textOf(tokens);
    offset += text.length;
    return { text, index, logprobs, finish_reason: null };
  };
  const choices: Choice[] = [];
  if (request.echo) {
    choices.push(choice(tokensOf(prompt)));
  }
  offset = prompt.length;
  choices.push(...generated.tokens.map((token) => choice([token])));
  return [...choices, { text: '', index, logprobs: null, finish_reason: generated.finishReason }];
}

function logprobsFor(request: Request, tokens: Token[], offset: number): Logprobs | null {
  const { logprobs } = request;
  return typeof logprobs === 'number' ? logprobsOf(tokens, logprobs, offset, request.echo ?? false) : null;
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join('');
}

/** One chunk of each choice in turn, as a service writes them that generates all choices at once. */
export function interleave(choices: readonly object[][], head: Chunk): Chunk[] {
  const longest = Math.max(...choices.map((chunks) => chunks.length));
  return Array.from({ length: longest }, (_, at) => choices.flatMap((chunks) => chunks[at] ?? []))
    .flat()
    .map((choice) => ({ ...head, choices: [choice] }));
}
