import assert from 'node:assert/strict';
import { InlinePause } from '../../../../src/completion/inline/inline-pause.ts';
import { ServiceError, type ServiceErrorKind } from '../../../../src/service/errors.ts';

describe('InlinePause', () => {
  let pause: InlinePause;

  beforeEach(() => {
    pause = new InlinePause();
  });

  function fail(kind: ServiceErrorKind, now: number, retryAfter?: number): void {
    pause.failed(new ServiceError(kind, 'No.', { retryAfter }), now);
  }

  for (const kind of [
    'authentication',
    'permission',
    'quota',
    'notFound',
    'badRequest',
    'contextLength',
  ] as const) {
    it(`holds until something is changed after ${kind}`, () => {
      fail(kind, 0);
      assert.equal(pause.at(1e12)?.until, undefined);
      assert.ok(ServiceError.is(pause.at(1e12)?.error, kind));
      pause.clear();
      assert.equal(pause.at(0), undefined);
    });
  }

  it('holds for what is no error of the service, too', () => {
    pause.failed(new TypeError('x is not a function'), 0);
    assert.ok(pause.at(1e12));
  });

  it('waits as long as a busy service says', () => {
    fail('rateLimit', 1000, 7);
    assert.deepEqual([pause.at(7999)?.until, pause.at(8000)], [8000, undefined]);
    fail('rateLimit', 9000);
    assert.deepEqual([pause.at(38_999)?.until, pause.at(39_000)], [39_000, undefined]);
    fail('server', 40_000, 100);
    assert.equal(pause.at(40_000)?.until, 140_000);
  });

  for (const kind of ['connection', 'timeout', 'server', 'truncated', 'invalidResponse'] as const) {
    it(`asks less and less often after ${kind}, until an answer comes`, () => {
      const waits: number[] = [];
      for (let times = 0; times < 9; times += 1) {
        fail(kind, 0);
        waits.push(pause.at(0)?.until ?? 0);
      }
      assert.deepEqual(
        waits,
        [5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1000),
      );
      pause.clear();
      fail(kind, 0);
      assert.equal(pause.at(0)?.until, 5000);
    });
  }

  it('does not mind what was cancelled', () => {
    fail('cancelled', 0);
    assert.equal(pause.at(0), undefined);
    fail('quota', 0);
    fail('cancelled', 0);
    assert.ok(ServiceError.is(pause.at(0)?.error, 'quota'));
  });
});
