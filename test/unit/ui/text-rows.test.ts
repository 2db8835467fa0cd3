import assert from 'node:assert/strict';
import { textRows } from '../../../src/ui/text-rows.ts';

describe('textRows', () => {
  const presets = [{ label: 'Types', text: 'Add types.' }];

  it('puts what is typed first, then the settings’, then the earlier ones', () => {
    assert.deepEqual(
      textRows(' add ', presets, ['sort', 'add more']).map(({ source, text }) => [source, text]),
      [
        ['typed', 'add'],
        ['settings', 'Add types.'],
        ['history', 'sort'],
        ['history', 'add more'],
      ],
    );
  });

  it('has no row for nothing', () => {
    assert.deepEqual(textRows('  ', [], []), []);
  });

  it('shows an earlier text once', () => {
    const rows = textRows('sort', presets, ['Add types.', 'sort', 'other']);
    assert.deepEqual(
      rows.map(({ source, text }) => [source, text]),
      [
        ['typed', 'sort'],
        ['settings', 'Add types.'],
        ['history', 'other'],
      ],
    );
  });

  it('means lines where their sign was typed', () => {
    assert.equal(textRows('one ↵ two↵three', [], [])[0]?.text, 'one\ntwo\nthree');
  });
});
