import assert from 'node:assert/strict';
import { TextHistory } from '../../../src/ui/text-history.ts';
import { MemoryState } from '../edit/memory-state.ts';

describe('TextHistory', () => {
  it('keeps as many as it is to', async () => {
    const history = new TextHistory(new MemoryState(), 'any', 2);
    for (const text of ['one', 'two', 'three']) {
      await history.add(text);
    }
    assert.deepEqual(history.list(), ['three', 'two']);
  });

  it('keeps those of each question apart', async () => {
    const state = new MemoryState();
    await new TextHistory(state, 'first', 50).add('one');
    assert.deepEqual(new TextHistory(state, 'second', 50).list(), []);
    assert.deepEqual(new TextHistory(state, 'first', 50).list(), ['one']);
  });
});
