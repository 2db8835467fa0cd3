import assert from 'node:assert/strict';
import { KnownModels } from '../../../src/connection/known-models.ts';
import { parseBaseUrl } from '../../../src/service/base-url.ts';
import { MemoryState } from '../edit/memory-state.ts';

const KEY = 'inkwell.knownModels';
const a = parseBaseUrl('https://a.example');
const b = parseBaseUrl('https://b.example');

describe('KnownModels', () => {
  it('are those that each service listed last', async () => {
    const state = new MemoryState();
    const known = new KnownModels(state);
    assert.deepEqual(known.of(a), []);
    await known.remember(a, ['one', 'org/two:latest']);
    await known.remember(b, ['three']);
    await known.remember(a, ['one']);
    assert.deepEqual(new KnownModels(state).of(a), ['one']);
    assert.deepEqual(new KnownModels(state).of(b), ['three']);
  });

  it('are bounded, of the services that were asked last', async () => {
    const state = new MemoryState();
    const known = new KnownModels(state);
    for (let number = 0; number < 30; number += 1) {
      await known.remember(parseBaseUrl(`https://s${number}.example`), new Array(5000).fill('model'));
    }
    assert.equal(Object.keys(state.get(KEY) ?? {}).length, 20);
    assert.equal(known.of(parseBaseUrl('https://s29.example')).length, 500);
    assert.deepEqual(known.of(parseBaseUrl('https://s0.example')), []);
  });

  it('are none where something else was kept', async () => {
    for (const kept of ['text', null, 7, [], { [a.href]: 'text' }, { [a.href]: [1, {}] }]) {
      const state = new MemoryState();
      await state.update(KEY, kept);
      assert.deepEqual(new KnownModels(state).of(a), []);
    }
  });
});
