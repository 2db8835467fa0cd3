import assert from 'node:assert/strict';
import {
  InlineDelay,
  type InlineMoment,
  LONGEST_DOCUMENT,
  quietAt,
} from '../../../../src/completion/inline/inline-trigger.ts';

function moment(changes: Partial<InlineMoment> = {}): InlineMoment {
  return {
    isOn: true,
    path: '/a/b.ts',
    language: 'typescript',
    length: 100,
    before: 'const a',
    after: '',
    isAsked: false,
    ...changes,
  };
}

describe('quietAt', () => {
  it('suggests where it is switched on', () => {
    for (const isAsked of [true, false]) {
      assert.equal(quietAt(moment({ isAsked })), undefined);
      assert.equal(quietAt(moment({ isAsked, isOn: false })), 'off');
    }
  });

  it('never suggests in secret files nor in those that are too long, also when asked to', () => {
    for (const isAsked of [true, false]) {
      assert.equal(quietAt(moment({ isAsked, path: '/a/.env' })), 'secret');
      assert.equal(quietAt(moment({ isAsked, path: '/a/x', language: 'dotenv' })), 'secret');
      assert.equal(quietAt(moment({ isAsked, length: LONGEST_DOCUMENT + 1 })), 'tooLong');
    }
    assert.equal(quietAt(moment({ length: LONGEST_DOCUMENT })), undefined);
  });

  it('suggests at the end of a line, and before what closes something', () => {
    for (const after of ['', ' ', ')', ');', '"]);', '},', '\t', ':']) {
      assert.equal(quietAt(moment({ after })), undefined, after);
    }
    for (const after of ['b', ' b', ') {', '.c', '= 1', 'é', '字']) {
      assert.equal(quietAt(moment({ after })), 'withinLine', after);
      assert.equal(quietAt(moment({ after, isAsked: true })), undefined);
    }
  });
});

describe('InlineDelay', () => {
  function delayOf(between: readonly number[]): number {
    const delay = new InlineDelay();
    let now = 1000;
    delay.typed(now);
    for (const each of between) {
      now += each;
      delay.typed(now);
    }
    return delay.delay;
  }

  it('waits a little longer than this person takes for a key', () => {
    assert.equal(delayOf([]), 150);
    assert.equal(delayOf([100]), 130);
    assert.ok(delayOf(new Array(50).fill(60)) < delayOf(new Array(50).fill(180)));
  });

  it('counts from the last key', () => {
    const delay = new InlineDelay();
    assert.equal(delay.rest(1000), 150, 'no key so far');
    delay.typed(1000);
    assert.deepEqual(
      [delay.rest(1000), delay.rest(1100), delay.rest(1150), delay.rest(9000)],
      [150, 50, 0, 0],
    );
    assert.deepEqual([delay.rest(1000, 400), delay.rest(1100, 400), delay.rest(1100, 0)], [400, 300, 0]);
    assert.equal(delay.rest(-5000), 150, 'by a clock that goes back');
  });

  it('keeps within bounds, and does not mind pauses or a clock that goes back', () => {
    assert.equal(delayOf(new Array(50).fill(1)), 60);
    assert.equal(delayOf(new Array(50).fill(700)), 350);
    assert.equal(delayOf([100, 60_000, 100]), 130);
    assert.equal(delayOf([100, -5000]), 130);
  });
});
