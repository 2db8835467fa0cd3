import assert from 'node:assert/strict';
import { exactId, inOrder, readableId } from '../../../src/models/model-order.ts';
import type { Task } from '../../../src/models/tasks.ts';
import { threadTime } from '../thread-time.ts';

const order = (ids: string[], chosen: Partial<Record<Task, string>>) =>
  inOrder(
    ids.map((id) => ({ id })),
    (task) => chosen[task],
  ).map(({ model, uses }) => [model.id, ...uses].join(' '));

describe('inOrder', () => {
  it('has those in use first, by their tasks, and the others as they were listed', () => {
    assert.deepEqual(order(['d', 'b', 'c', 'a'], { completion: 'a', chat: 'b', edit: 'b' }), [
      'a completion',
      'b chat edit',
      'd',
      'c',
    ]);
  });

  it('has each once, and none that is not listed', () => {
    assert.deepEqual(order(['a', 'b', 'a', 'a'], { chat: 'c', search: 'a' }), ['a search', 'b']);
    assert.deepEqual(order([], { chat: 'c' }), []);
  });

  it('is quick with 5,000', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => `model-${index}`);
    const time = threadTime(() => assert.equal(order(ids, { chat: 'model-4999' })[0], 'model-4999 chat'));
    assert.ok(time < 500, `${time} ms`);
  });
});

describe('readableId', () => {
  it('leaves what can be read', () => {
    for (const id of ['org/tuned:chat-1', 'a b', '$(trash) 模型']) {
      assert.deepEqual([readableId(id), exactId(id)], [id, id]);
    }
  });

  it('is one line without what turns text around, and the exact one tells it', () => {
    assert.equal(readableId('a\n\u202eb'), 'a b');
    assert.equal(exactId('a\n\u202eb'), '"a\\n\\u202eb"');
    assert.equal(exactId('a\u200bb'), '"a\\u200bb"');
    assert.equal(exactId('x'.repeat(400)), `"${'x'.repeat(400)}"`);
  });

  it('shows what cannot be seen', () => {
    assert.equal(readableId(''), '""');
    assert.equal(readableId('  '), '"  "');
    assert.equal(readableId('\u200b'), '"\\u200b"');
    assert.equal(readableId('\u202e'), '"\\u202e"');
  });

  it('is of bounded length', () => assert.equal(readableId('x'.repeat(10_000)).length, 300));
});
