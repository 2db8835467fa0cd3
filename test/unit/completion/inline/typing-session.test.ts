import assert from 'node:assert/strict';
import { typeSession } from './session-requests.ts';

describe('a session of 2,000 keystrokes', function () {
  this.timeout(20_000);

  it('is the same each time', () => {
    const [one, other] = [1, 2].map(() => ({ ...typeSession({ seed: 3, accuracy: 60 }), hits: [] }));
    assert.deepEqual(one, other);
    assert.equal(one?.keystrokes, 2000);
    assert.ok((one?.debounced ?? 0) > 200, 'with pauses that would each be a request');
  });

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`needs half of the requests with a model that is mostly right: session ${seed}`, () => {
      const { debounced, sent } = typeSession({ seed, accuracy: 60 });
      assert.ok(sent <= debounced / 2, `${sent} of ${debounced}`);
    });
  }

  it('needs the fewer the better the model is, and never more than without a cache', () => {
    const sent = [0, 30, 60, 90].map((accuracy) => typeSession({ seed: 1, accuracy }));
    for (const [index, each] of sent.entries()) {
      assert.ok(each.sent <= each.debounced);
      const before = sent[index - 1];
      assert.ok(!before || each.sent / each.debounced < before.sent / before.debounced);
    }
  });
});
