import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  CHAT_PARAMETERS,
  type ChatParameter,
  parametersInUse,
  parseValue,
  refusalOf,
  showValue,
  withParameter,
} from '../../../src/chat/parameter-values.ts';
import { chatCompletionRequest } from '../../../src/service/request-schema.ts';

describe('CHAT_PARAMETERS', () => {
  it('are all of the request but model and messages', () => {
    const { model: _, messages: __, ...entries } = chatCompletionRequest.entries;
    assert.deepEqual([...CHAT_PARAMETERS].sort(), Object.keys(entries).sort());
  });
});

describe('parametersInUse', () => {
  const inUse = (settings: object, own: object) =>
    Object.fromEntries(
      parametersInUse({ ...settings }, { ...own }).map(({ name, value, source }) => [name, [value, source]]),
    );

  it('tell each value and where it comes from', () => {
    const { temperature, max_tokens, n, stop } = inUse(
      { temperature: 0.5, max_tokens: 100, stop: null },
      { max_tokens: 5 },
    );
    assert.deepEqual(temperature, [0.5, 'settings']);
    assert.deepEqual(max_tokens, [5, 'conversation']);
    assert.deepEqual(
      [n, stop],
      [
        [undefined, 'none'],
        [undefined, 'none'],
      ],
    );
  });

  it('tell that the conversation leaves one out, by itself or by another', () => {
    const { temperature, top_p, n } = inUse({ temperature: 0.5, n: 2 }, { top_p: 0.1, n: null });
    assert.deepEqual(
      [temperature, top_p],
      [
        [undefined, 'none'],
        [0.1, 'conversation'],
      ],
    );
    assert.deepEqual(n, [undefined, 'conversation']);
  });
});

describe('parseValue', () => {
  const values: [name: ChatParameter, typed: string, value: unknown][] = [
    ['temperature', ' 0.7 ', 0.7],
    ['temperature', '', undefined],
    ['temperature', '  ', undefined],
    ['temperature', 'null', null],
    ['temperature', 'hot', 'hot'],
    ['stream', 'false', false],
    ['stop', '###', '###'],
    ['stop', ' Human:', ' Human:'],
    ['stop', '"\\n"', '\n'],
    ['stop', '["a", "b"]', ['a', 'b']],
    ['stop', '20', 20],
    ['logit_bias', '{ "yes": 5 }', { yes: 5 }],
  ];
  for (const [name, typed, value] of values) {
    it(`takes ${JSON.stringify(typed)} for ${JSON.stringify(value)} in ${name}`, () => {
      assert.deepEqual(parseValue(name, typed), value);
    });
  }
});

describe('showValue', () => {
  it('shows what can be typed again, on one line', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
      fc.constantFrom('5', 'null', '"', ' ', '\n'),
    );
    fc.assert(
      fc.property(value, (any) => {
        const shown = showValue('stop', any);
        assert.doesNotMatch(shown, /[\n\r]/);
        assert.deepEqual(parseValue('stop', shown), JSON.parse(JSON.stringify(any)));
      }),
      { numRuns: 500 },
    );
  });

  it('shows plain text plainly', () => {
    assert.deepEqual(
      ['###', '5', 'a\nb', 0.5].map((value) => showValue('stop', value)),
      ['###', '"5"', '"a\\nb"', '0.5'],
    );
  });
});

describe('withParameter', () => {
  it('changes one parameter, and takes it out where there is no value', () => {
    assert.deepEqual(withParameter({ n: 2 }, 'stream', false), { n: 2, stream: false });
    assert.deepEqual(withParameter({ n: 2, stream: true }, 'stream', null), { n: 2, stream: null });
    assert.deepEqual(withParameter({ n: 2, stream: true }, 'stream', undefined), { n: 2 });
    assert.equal(withParameter({ n: 2 }, 'n', undefined), null);
  });
});

describe('refusalOf', () => {
  it('refuses what the interface does, in words', async () => {
    assert.equal(await refusalOf('temperature', 3, {}, {}), 'temperature must be a number from 0 to 2.');
    assert.match((await refusalOf('temperature', 'hot', {}, {})) ?? '', /must be a number/);
    assert.match((await refusalOf('stop', ['1', '2', '3', '4', '5'], {}, {})) ?? '', /at most 4/);
    assert.match((await refusalOf('logit_bias', { yes: 101 }, {}, {})) ?? '', /-100 to 100/);
    assert.match((await refusalOf('logit_bias', 'yes', {}, {})) ?? '', /must be an object/);
  });

  it('takes what the interface takes, nothing and null included', async () => {
    for (const value of [0, 2, undefined, null]) {
      assert.equal(await refusalOf('temperature', value, {}, {}), undefined);
    }
    assert.equal(await refusalOf('logit_bias', { yes: 100, 15339: -100 }, {}, {}), undefined);
  });

  it('refuses the second of two that exclude each other, but not for the settings’ sake', async () => {
    assert.match((await refusalOf('temperature', 1, {}, { top_p: 0.5 })) ?? '', /both set/);
    assert.equal(await refusalOf('temperature', 1, { top_p: 0.5 }, {}), undefined);
  });

  it('refuses nothing for another’s sake', async () => {
    assert.equal(await refusalOf('n', 2, { temperature: 9 }, {}), undefined);
  });
});
