import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { check } from '../check.ts';
import { checkContext, modelFor } from '../models.ts';
import { json, type Reply } from '../reply.ts';
import type { OperationInput } from '../routes.ts';
import { countTokens } from '../text/tokens.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const schema = v.strictObject({
  model: v.string(),
  input: v.union([text, v.pipe(v.array(text), v.minLength(1), v.maxLength(2048))]),
});

const dimensions = 1536;

/** POST /v1/embeddings (interface §4.9). */
export function createEmbeddings({ json: body }: OperationInput): Reply {
  const request = check(schema, body);
  const model = modelFor('embedding', request.model);
  const inputs = typeof request.input === 'string' ? [request.input] : request.input;
  let tokens = 0;
  for (const input of inputs) {
    const count = countTokens(input);
    checkContext(model, count, 0, 'input');
    tokens += count;
  }
  return json({
    object: 'list',
    data: inputs.map((input, index) => ({ object: 'embedding', embedding: embed(input), index })),
    model: request.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

/**
 * A vector of unit length in which each word, and more weakly each part of a word, has directions of its own:
 * the more words two texts share, the closer they are, and related forms of a word lie near each other.
 */
export function embed(input: string): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const words = input.toLowerCase().match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\s]/gu) ?? [input];
  const counts = new Map<string, number>();
  const add = (feature: string, weight: number) => counts.set(feature, (counts.get(feature) ?? 0) + weight);
  for (const word of words) {
    // Long words say more about a text than short ones.
    const weight = /[\p{L}\p{N}]/u.test(word) ? Math.min(1, word.length / 6) : 0.1;
    add(`word ${word}`, weight);
    for (let at = 0; at + 4 <= word.length; at++) {
      add(`part ${word.slice(at, at + 4)}`, 0.35 * weight);
    }
  }
  for (const [feature, count] of counts) {
    const hash = createHash('sha256').update(feature).digest();
    const weight = Math.sqrt(count);
    for (let at = 0; at < 32; at += 4) {
      const place = hash.readUInt16LE(at) % dimensions;
      vector[place] = (vector[place] ?? 0) + (hash.readInt8(at + 2) < 0 ? -weight : weight);
    }
  }
  const length = Math.hypot(...vector);
  // Signs may cancel out to nothing; then any direction is as good.
  return length === 0 ? vector.map((_, index) => (index === 0 ? 1 : 0)) : vector.map((each) => each / length);
}
