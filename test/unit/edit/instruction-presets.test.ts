import assert from 'node:assert/strict';
import fc from 'fast-check';
import { instructionRows, presetsOf } from '../../../src/edit/instruction-list.ts';
import { fromOneLine, toOneLine } from '../../../src/ui/one-line.ts';

describe('presetsOf', () => {
  it('takes texts, and objects with or without a label', () => {
    const set = [' Simplify ', { label: ' Types ', instruction: 'Add types.\n' }, { instruction: 'Sort.' }];
    assert.deepEqual(presetsOf(set), [
      { instruction: 'Simplify' },
      { label: 'Types', instruction: 'Add types.' },
      { instruction: 'Sort.' },
    ]);
  });

  it('leaves out what is no instruction', () => {
    const set = ['', '  ', 5, null, [], {}, { label: 'x' }, { instruction: '' }, { instruction: 5 }];
    assert.deepEqual(presetsOf(set), []);
    assert.deepEqual(presetsOf([{ label: 5, instruction: 'x' }]), [{ instruction: 'x' }]);
    for (const none of [undefined, null, 'Simplify', { instruction: 'x' }, 5]) {
      assert.deepEqual(presetsOf(none), [], JSON.stringify(none));
    }
  });
});

describe('instructionRows', () => {
  const presets = [{ label: 'Types', instruction: 'Add types.' }];

  it('puts what is typed first, then the settings’, then the earlier ones', () => {
    assert.deepEqual(
      instructionRows(' add ', presets, ['sort', 'add more']).map(({ source, instruction }) => [
        source,
        instruction,
      ]),
      [
        ['typed', 'add'],
        ['settings', 'Add types.'],
        ['history', 'sort'],
        ['history', 'add more'],
      ],
    );
  });

  it('has no row for nothing', () => {
    assert.deepEqual(instructionRows('  ', [], []), []);
  });

  it('shows an earlier instruction once', () => {
    const rows = instructionRows('sort', presets, ['Add types.', 'sort', 'other']);
    assert.deepEqual(
      rows.map(({ source, instruction }) => [source, instruction]),
      [
        ['typed', 'sort'],
        ['settings', 'Add types.'],
        ['history', 'other'],
      ],
    );
  });

  it('means lines where their sign was typed', () => {
    assert.equal(instructionRows('one ↵ two↵three', [], [])[0]?.instruction, 'one\ntwo\nthree');
  });
});

describe('toOneLine', () => {
  it('has no line break, and is understood again', () => {
    const text = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\t', '.') }))
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, (instruction) => {
        const line = toOneLine(instruction);
        assert.doesNotMatch(line, /[\r\n]/);
        assert.equal(fromOneLine(line), instruction);
      }),
      { seed: 4 },
    );
  });
});
