import assert from 'node:assert/strict';
import { cancelled, codeOf, ServiceError } from '../../../src/service/errors.ts';

describe('ServiceError', () => {
  it('is told from others, and by its kind', () => {
    const error = new ServiceError('quota', 'Spent.');
    assert.ok(error instanceof Error && error.name === 'ServiceError');
    assert.ok(ServiceError.is(error) && ServiceError.is(error, 'quota'));
    assert.ok(!ServiceError.is(error, 'rateLimit'));
    assert.ok(
      !ServiceError.is(new Error('Spent.')) && !ServiceError.is({ kind: 'quota' }) && !ServiceError.is(null),
    );
  });

  it('takes more details and keeps the others, its stack and its cause', () => {
    const cause = new Error('why');
    const error = new ServiceError('server', 'Failed.', { status: 500, code: 'c', retryAfter: 0, cause });
    const more = error.with({ partial: '', host: 'h', status: 502 });
    assert.deepEqual({ ...more }, { ...error, partial: '', host: 'h', status: 502 });
    assert.equal(more.stack, error.stack);
    assert.equal(more.cause, cause);
    assert.equal(error.partial, undefined);
  });

  it('has no cause where there is none', () => {
    assert.ok(!('cause' in new ServiceError('server', 'Failed.')));
    assert.equal(cancelled(AbortSignal.abort('reason')).cause, 'reason');
  });

  it('reads the codes of other errors', () => {
    assert.equal(codeOf(Object.assign(new Error('x'), { code: 'ENOENT' })), 'ENOENT');
    assert.deepEqual([new Error('x'), Object.assign(new Error('x'), { code: 5 }), 'x', null].map(codeOf), [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
