import assert from 'node:assert/strict';
import { permissionEntries } from '../../../src/models/permissions.ts';

describe('permissionEntries', () => {
  it('gives the fields of each entry, what is allowed first, the constant one left out', () => {
    const entry = {
      id: 'perm-1',
      object: 'model_permission',
      allow_sampling: true,
      is_blocking: false,
      group: null,
    };
    assert.deepEqual(permissionEntries([entry]), [
      [
        { name: 'allow sampling', value: true },
        { name: 'is blocking', value: false },
        { name: 'id', value: 'perm-1' },
        { name: 'group', value: '–' },
      ],
    ]);
  });

  const shapes: readonly [unknown, unknown][] = [
    [undefined, []],
    [null, []],
    [[], []],
    ['all', [[{ name: '', value: 'all' }]]],
    [7, [[{ name: '', value: '7' }]]],
    [true, [[{ name: '', value: true }]]],
    [
      ['read', null],
      [[{ name: '', value: 'read' }], [{ name: '', value: '–' }]],
    ],
    [[[1, 2]], [[{ name: '', value: '[1,2]' }]]],
    [{ a: { b: 1 } }, [[{ name: 'a', value: '{"b":1}' }]]],
    [[{ '': '\u202ex\ny' }], [[{ name: '', value: 'x y' }]]],
  ];
  for (const [permission, expected] of shapes) {
    it(`takes ${JSON.stringify(permission)}`, () =>
      assert.deepEqual(permissionEntries(permission), expected));
  }

  it('is bounded', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`f${index}`, 'x'.repeat(1000)]),
    );
    const entries = permissionEntries(Array(1000).fill(wide));
    assert.equal(entries.length, 50);
    assert.equal(entries[0]?.length, 50);
    assert.equal(String(entries[0]?.[0]?.value).length, 200);
  });
});
