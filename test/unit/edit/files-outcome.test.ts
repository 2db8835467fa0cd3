import assert from 'node:assert/strict';
import { filesOutcome } from '../../../src/edit/files-outcome.ts';

describe('filesOutcome', () => {
  it('tells what is unchanged from what is proposed', () => {
    const failed = [{ file: 'd', error: new Error('It failed.') }];
    const outcome = filesOutcome({
      done: [
        { file: 'a', result: { kind: 'proposed', proposal: 'A' } },
        { file: 'b', result: { kind: 'unchanged' } },
        { file: 'c', result: { kind: 'proposed', proposal: 'C' } },
      ],
      failed,
      notAsked: ['e'],
    });
    assert.deepEqual(outcome, { proposals: ['A', 'C'], unchanged: ['b'], failed, notAsked: ['e'] });
  });
});
