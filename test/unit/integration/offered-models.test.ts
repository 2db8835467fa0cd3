import assert from 'node:assert/strict';
import {
  familyOf,
  namedModels,
  offeredModels,
  tokenLimits,
} from '../../../src/integration/offered-models.ts';

describe('offeredModels', () => {
  const listed = ['base-1', 'chat-1', 'embed-1', 'gpt-x', 'whisper-chat'];

  it('are those whose names tell that they chat, the chosen one first', () => {
    assert.deepEqual(offeredModels({ listed, chosen: 'gpt-x', also: [] }), ['gpt-x', 'chat-1']);
  });

  it('are also those that the person names, listed or not', () => {
    assert.deepEqual(offeredModels({ listed, chosen: 'mine', also: ['base-1', 'other'] }), [
      'mine',
      'base-1',
      'other',
      'chat-1',
      'gpt-x',
    ]);
  });

  it('are all for a star', () => {
    assert.deepEqual(offeredModels({ listed, chosen: undefined, also: ['*'] }), listed);
  });

  it('are all that may write text where no name tells anything', () => {
    const unknown = ['llama3:8b', 'mistral', 'text-embedding-3', 'whisper-1'];
    assert.deepEqual(offeredModels({ listed: unknown, chosen: undefined, also: [] }), [
      'llama3:8b',
      'mistral',
    ]);
  });

  it('are those that are named where there is no list', () => {
    assert.deepEqual(offeredModels({ listed: [], chosen: 'mine', also: [] }), ['mine']);
    assert.deepEqual(offeredModels({ listed: [], chosen: undefined, also: ['*'] }), []);
  });

  it('are each offered once, and none without a name', () => {
    assert.deepEqual(offeredModels({ listed: ['chat-1', '', 'chat-1'], chosen: 'chat-1', also: [] }), [
      'chat-1',
    ]);
  });
});

describe('namedModels', () => {
  it('takes a list of texts, and nothing else', () => {
    assert.deepEqual(namedModels([' a ', '', 7, null, 'b']), ['a', 'b']);
    assert.deepEqual(namedModels('a'), []);
    assert.deepEqual(namedModels(undefined), []);
  });
});

describe('familyOf', () => {
  const cases: [id: string, family: string, version: string][] = [
    ['chat-1', 'chat-1', '1'],
    ['gpt-3.5-turbo-0613', 'gpt-3.5-turbo', '0613'],
    ['gpt-x-2026-05-01', 'gpt-x', '2026-05-01'],
    ['model@20260501', 'model', '20260501'],
    ['llama3:8b', 'llama3:8b', '1'],
    ['-2026', '-2026', '1'],
  ];
  for (const [id, family, version] of cases) {
    it(`of ${id} is ${family}, ${version}`, () => assert.deepEqual(familyOf(id), { family, version }));
  }
});

describe('tokenLimits', () => {
  it('leave a quarter for the answer, at most 4096', () => {
    assert.deepEqual(tokenLimits(4096, undefined), { maxInputTokens: 3072, maxOutputTokens: 1024 });
    assert.deepEqual(tokenLimits(128_000, undefined), { maxInputTokens: 123_904, maxOutputTokens: 4096 });
  });

  it('leave what max_tokens asks for, where that is no more than a quarter', () => {
    assert.deepEqual(tokenLimits(4096, 256), { maxInputTokens: 3840, maxOutputTokens: 256 });
    assert.deepEqual(tokenLimits(4096, 4000), { maxInputTokens: 3072, maxOutputTokens: 1024 });
  });

  it('are whole numbers above nothing, whatever is set', () => {
    assert.deepEqual(tokenLimits(1, 'many'), { maxInputTokens: 1, maxOutputTokens: 1 });
    assert.deepEqual(tokenLimits(10, -5), { maxInputTokens: 8, maxOutputTokens: 2 });
  });
});
