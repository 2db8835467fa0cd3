import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { chatChunks, choicesOf, completionChunks } from '../../../src/service/chunk-formats.ts';
import { chatCompletionChunk, completionChunk } from '../../../src/service/response-schema.ts';

/** What may stand in a field: mostly the right thing, sometimes anything or nothing. */
function field(...right: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, 'text', 5, true, [], {}, [{}]) },
  );
}

const head = { id: field('c'), object: field('o'), created: field(1), model: field('m') };
const choice = fc.record(
  {
    index: field(0, 1),
    text: field('', 'Hi'),
    delta: fc.oneof(
      fc.record({ role: field('assistant'), content: field('Hi', '') }, { requiredKeys: [] }),
      field({}),
    ),
    finish_reason: field(null, 'stop'),
    logprobs: field(null, { tokens: ['a'] }, { tokens: 'a' }),
    seed: field(7),
  },
  { requiredKeys: ['index'] },
);
const chunk = fc.oneof(
  fc.record(
    {
      ...head,
      choices: fc.oneof({ weight: 8, arbitrary: fc.array(choice, { maxLength: 2 }) }, field([])),
      usage: field(null, { total_tokens: 1 }, { total_tokens: '1' }),
    },
    { requiredKeys: [] },
  ),
  field({ choices: [] }),
);

describe('chunk formats', () => {
  for (const [name, format, schema] of [
    ['chat', chatChunks, chatCompletionChunk],
    ['completion', completionChunks, completionChunk],
  ] as const) {
    it(`${name}: the quick way takes exactly what the schema takes, and makes the same of it (property)`, () => {
      fc.assert(
        fc.property(chunk, (value) => {
          // As it comes off the wire: without undefined.
          const received: unknown = JSON.parse(JSON.stringify(value ?? null));
          const expected = v.safeParse(schema, received);
          if (expected.success) {
            assert.deepEqual(format.parse(received), expected.output);
          } else {
            assert.throws(() => format.parse(received), { kind: 'invalidResponse' });
          }
        }),
        { numRuns: 3000 },
      );
    });
  }

  it('knows how many choices a request asks for', () => {
    assert.deepEqual(
      [
        {},
        { n: 3 },
        { prompt: 'a' },
        { prompt: [] },
        { prompt: ['a', 'b'] },
        { prompt: [1, 2, 3] },
        { prompt: [[1], [2], [3]], n: 2 },
      ].map(choicesOf),
      [1, 3, 1, 1, 2, 1, 6],
    );
  });
});
