import assert from 'node:assert/strict';
import { InstructionHistory } from '../../../src/edit/instruction-history.ts';
import { MemoryState } from './memory-state.ts';

describe('InstructionHistory', () => {
  it('has the newest first, each once', async () => {
    const history = new InstructionHistory(new MemoryState());
    for (const text of ['one', 'two', ' one ', 'three']) {
      await history.add(text);
    }
    assert.deepEqual(history.list(), ['three', 'one', 'two']);
  });

  it('keeps lines', async () => {
    const state = new MemoryState();
    await new InstructionHistory(state).add('one\n  two\n');
    assert.deepEqual(new InstructionHistory(state).list(), ['one\n  two']);
  });

  it('keeps the last fifty', async () => {
    const history = new InstructionHistory(new MemoryState());
    for (let number = 0; number < 60; number += 1) {
      await history.add(`number ${number}`);
    }
    assert.equal(history.list().length, 50);
    assert.equal(history.list().at(-1), 'number 10');
  });

  it('keeps neither nothing nor a whole book', async () => {
    const history = new InstructionHistory(new MemoryState());
    await history.add('  \n');
    await history.add('x'.repeat(10_001));
    assert.deepEqual(history.list(), []);
  });

  it('removes one', async () => {
    const history = new InstructionHistory(new MemoryState());
    await history.add('one');
    await history.add('two');
    await history.remove('one');
    await history.remove('never was');
    assert.deepEqual(history.list(), ['two']);
  });

  it('reads what it can of what was kept', () => {
    for (const kept of [null, 5, 'one', { 0: 'one' }]) {
      assert.deepEqual(new InstructionHistory(new MemoryState(kept)).list(), [], JSON.stringify(kept));
    }
    const kept = ['one', 5, '', null, 'one', ['two'], 'three'];
    assert.deepEqual(new InstructionHistory(new MemoryState(kept)).list(), ['one', 'three']);
  });

  it('does not fail where nothing can be kept', async () => {
    const state = new MemoryState();
    state.fails = true;
    await new InstructionHistory(state).add('one');
  });
});
