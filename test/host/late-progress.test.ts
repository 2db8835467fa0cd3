import assert from 'node:assert/strict';
import type { CancellationToken } from 'vscode';
import { withLateProgress } from '../../src/ui/late-progress.ts';
import { until } from './support/inkwell.ts';
import { cancellableProgress } from './support/questions.ts';

const TITLE = 'Looking for it';

/** Work that goes on until it is cancelled. */
function untilCancelled(token: CancellationToken): Promise<string> {
  return new Promise((resolve) => {
    token.onCancellationRequested(() => resolve('as far as it was'));
  });
}

describe('Progress that is late', () => {
  let progress: ReturnType<typeof cancellableProgress>;

  beforeEach(() => {
    progress = cancellableProgress();
  });

  afterEach(() => progress.dispose());

  it('is not shown for what is done at once', async () => {
    assert.equal(await withLateProgress(TITLE, async () => 'done'), 'done');
    await assert.rejects(
      withLateProgress(TITLE, async () => {
        throw new Error('It failed.');
      }),
      /It failed/,
    );
    assert.deepEqual(progress.titles, []);
  });

  it('is shown for what takes its time, and can cancel it', async () => {
    const done = withLateProgress(TITLE, (report, token) => {
      report('1 of 2');
      return untilCancelled(token);
    });
    await until('it is shown', () => progress.titles.length > 0);
    assert.deepEqual(progress.titles, [TITLE]);
    progress.cancel(TITLE);
    assert.equal(await done, undefined);
  });

  it('gives the result, and the failure, of what took its time', async () => {
    for (const result of ['done', new Error('It failed.')]) {
      let end = (): void => {};
      const done = withLateProgress(TITLE, (report) => {
        const ended = new Promise<string>((resolve, reject) => {
          end = () => (typeof result === 'string' ? resolve(result) : reject(result));
        });
        report('1 of 2');
        return ended;
      });
      const settled = Promise.allSettled([done]);
      const before = progress.titles.length;
      await until('it is shown', () => progress.titles.length > before);
      end();
      const [outcome] = await settled;
      assert.equal(outcome.status === 'fulfilled' ? outcome.value : outcome.reason, result);
    }
  });
});
