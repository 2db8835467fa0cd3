import assert from 'node:assert/strict';
import { instructionPresets } from '../../../src/edit/instruction-presets.ts';

describe('instructionPresets', () => {
  it('takes texts, and objects with or without a label', () => {
    const set = [' Simplify ', { label: ' Types ', instruction: 'Add types.\n' }, { instruction: 'Sort.' }];
    assert.deepEqual(instructionPresets(set), [
      { text: 'Simplify' },
      { label: 'Types', text: 'Add types.' },
      { text: 'Sort.' },
    ]);
  });

  it('leaves out what is no instruction', () => {
    const set = ['', '  ', 5, null, [], {}, { label: 'x' }, { instruction: '' }, { instruction: 5 }];
    assert.deepEqual(instructionPresets(set), []);
    assert.deepEqual(instructionPresets([{ label: 5, instruction: 'x' }]), [{ text: 'x' }]);
    for (const none of [undefined, null, 'Simplify', { instruction: 'x' }, 5]) {
      assert.deepEqual(instructionPresets(none), [], JSON.stringify(none));
    }
  });
});
