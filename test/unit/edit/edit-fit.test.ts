import assert from 'node:assert/strict';
import { fitOf } from '../../../src/edit/edit-fit.ts';

const task = (words: number, instruction = 'Change it') => ({ input: ' word'.repeat(words), instruction });

describe('fitOf', () => {
  it('lets pass what fits', async () => {
    assert.deepEqual(await fitOf([task(10)], 4096, true), { kind: 'fits' });
    // Bytes alone would say otherwise.
    assert.deepEqual(await fitOf([task(98)], 100, false), { kind: 'fits' });
    assert.deepEqual(await fitOf([], 100, true), { kind: 'fits' });
  });

  it('tells what is too long, with its instruction', async () => {
    assert.deepEqual(await fitOf([task(99)], 100, false), { kind: 'over', count: 1, tokens: 101 });
    assert.deepEqual(await fitOf([task(2, ' word'.repeat(99))], 100, false), {
      kind: 'over',
      count: 1,
      tokens: 101,
    });
  });

  it('tells where the answer has no room', async () => {
    assert.deepEqual(await fitOf([task(60)], 100, false), { kind: 'fits' });
    assert.deepEqual(await fitOf([task(60)], 100, true), { kind: 'tight', count: 1, tokens: 62 });
    assert.deepEqual(await fitOf([task(49)], 100, true), { kind: 'fits' });
  });

  it('counts those that are too long, and names the longest', async () => {
    const tasks = [task(5), task(150), task(60), task(200)];
    const fit = await fitOf(tasks, 100, true);
    assert.ok(fit.kind === 'over' && fit.count === 2);
    assert.ok(fit.tokens > 180, 'an estimate, beyond the length');
  });

  it('does not count megabytes', async () => {
    const fit = await fitOf(
      [{ input: 'a line of text\n'.repeat(700_000), instruction: 'Sort' }],
      4096,
      false,
    );
    assert.ok(fit.kind === 'over' && fit.tokens > 1_000_000);
  });
});
