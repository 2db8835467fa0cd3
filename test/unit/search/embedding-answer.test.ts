import assert from 'node:assert/strict';
import { checkAnswer, EmbeddingError } from '../../../src/search/embedding-answer.ts';
import type { EmbeddingResult } from '../../../src/service/response-schema.ts';

type Data = readonly (readonly [index: number, embedding: readonly number[]])[];

function check(data: Data, asked: number, dimension?: number): unknown[] {
  const answer: EmbeddingResult = {
    data: data.map(([index, embedding]) => ({ index, embedding: [...embedding], object: 'embedding' })),
    object: 'list',
    model: 'm',
    usage: null,
  };
  return checkAnswer(answer, asked, dimension).map((each) =>
    each instanceof EmbeddingError ? each.kind : each,
  );
}

const [a, b, c] = [
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

describe('checkAnswer', () => {
  const cases: [string, Data, number, number | undefined, unknown[]][] = [
    ['one', [[0, a]], 1, undefined, [a]],
    [
      'in order',
      [
        [0, a],
        [1, b],
        [2, c],
      ],
      3,
      2,
      [a, b, c],
    ],
    [
      'out of order',
      [
        [2, c],
        [0, a],
        [1, b],
      ],
      3,
      undefined,
      [a, b, c],
    ],
    [
      'without indices',
      [
        [0, a],
        [0, b],
        [0, c],
      ],
      3,
      undefined,
      [a, b, c],
    ],
    [
      'fewer, with a gap',
      [
        [2, c],
        [0, a],
      ],
      3,
      undefined,
      [a, 'missing', c],
    ],
    ['the last only', [[2, c]], 3, undefined, ['missing', 'missing', c]],
    ['none', [], 2, undefined, ['missing', 'missing']],
    [
      'fewer, and perhaps numbered anew',
      [
        [0, a],
        [1, c],
      ],
      3,
      undefined,
      ['disorder', 'disorder', 'disorder'],
    ],
    [
      'fewer, without indices',
      [
        [0, a],
        [0, c],
      ],
      3,
      undefined,
      ['disorder', 'disorder', 'disorder'],
    ],
    [
      'more than asked',
      [
        [0, a],
        [1, b],
      ],
      1,
      undefined,
      ['disorder'],
    ],
    [
      'one twice',
      [
        [0, a],
        [1, b],
        [1, c],
      ],
      3,
      undefined,
      ['disorder', 'disorder', 'disorder'],
    ],
    [
      'an index of nothing',
      [
        [0, a],
        [7, b],
      ],
      2,
      undefined,
      ['disorder', 'disorder'],
    ],
    [
      'a negative index',
      [
        [0, a],
        [-1, b],
      ],
      2,
      undefined,
      ['disorder', 'disorder'],
    ],
    [
      'half an index',
      [
        [0, a],
        [0.5, b],
      ],
      2,
      undefined,
      ['disorder', 'disorder'],
    ],
    [
      'counted from 1',
      [
        [1, a],
        [2, b],
      ],
      2,
      undefined,
      ['disorder', 'disorder'],
    ],
    [
      'another dimension midway',
      [
        [0, a],
        [1, [1, 2, 3]],
        [2, c],
      ],
      3,
      undefined,
      [a, 'dimension', c],
    ],
    ['another dimension than before', [[0, a]], 1, 3, ['dimension']],
    [
      'an empty vector',
      [
        [0, []],
        [1, b],
      ],
      2,
      undefined,
      ['dimension', b],
    ],
    [
      'NaN',
      [
        [0, [Number.NaN, 1]],
        [1, b],
      ],
      2,
      undefined,
      ['notFinite', b],
    ],
    [
      'infinity',
      [
        [0, [1, Number.NEGATIVE_INFINITY]],
        [1, b],
      ],
      2,
      undefined,
      ['notFinite', b],
    ],
    [
      'no direction',
      [
        [0, [0, -0]],
        [1, b],
      ],
      2,
      undefined,
      ['zero', b],
    ],
    [
      'a bad one of another length first',
      [
        [0, [0, 0, 0]],
        [1, b],
      ],
      2,
      undefined,
      ['zero', b],
    ],
  ];
  for (const [name, data, asked, dimension, expected] of cases) {
    it(name, () => assert.deepEqual(check(data, asked, dimension), expected));
  }
});
