import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import {
  ServiceError,
  type ServiceErrorDetails,
  type ServiceErrorKind,
} from '../../../src/service/errors.ts';
import { retryAfter, retryDelay, wait } from '../../../src/service/retry.ts';
import { failure } from './client-fixture.ts';

function error(kind: ServiceErrorKind, details: ServiceErrorDetails = {}): ServiceError {
  return new ServiceError(kind, 'Failed.', details);
}

describe('retryAfter', () => {
  const now = Date.parse('2023-03-01T12:00:00Z');
  const cases: readonly [headers: Record<string, string>, seconds: number | undefined][] = [
    [{}, undefined],
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': ' 0.5 ' }, 0.5],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '250' }, 0.25],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 0.25],
    [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7],
    [{ 'retry-after': 'Wed, 01 Mar 2023 12:00:30 GMT' }, 30],
    [{ 'retry-after': 'Wednesday, 01-Mar-23 12:01:00 GMT' }, 60],
    [{ 'retry-after': 'Wed Mar  1 12:00:05 2023' }, 5],
    [{ 'retry-after': 'Wed, 01 Mar 2023 11:00:00 GMT' }, 0],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '5 minutes' }, undefined],
    [{ 'retry-after': 'Wed, nonsense 12:00:00' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after-ms': 'Infinity' }, undefined],
    [{ 'retry-after-ms': '-1' }, undefined],
  ];
  for (const [headers, seconds] of cases) {
    it(`${JSON.stringify(headers)}: ${seconds}`, () => {
      assert.equal(retryAfter(headers, now), seconds);
    });
  }
});

describe('retryDelay', () => {
  const least = () => 0;

  it('doubles from half a second up to eight', () => {
    const delays = [0, 1, 2, 3, 4, 5, 20].map((attempt) =>
      retryDelay(error('server', { status: 500 }), attempt, undefined, least),
    );
    assert.deepEqual(delays, [0.5, 1, 2, 4, 8, 8, 8]);
  });

  it('takes off up to a quarter by chance', () => {
    const delay = (random: number) =>
      retryDelay(error('server', { status: 500 }), 1, undefined, () => random);
    assert.deepEqual([delay(0), delay(0.5), delay(1)], [1, 0.875, 0.75]);
    const drawn = new Set(
      Array.from({ length: 50 }, () => retryDelay(error('server', { status: 500 }), 0, undefined)),
    );
    assert.ok(drawn.size > 40, 'no chance in it');
    assert.ok([...drawn].every((seconds) => seconds !== undefined && seconds > 0.37 && seconds <= 0.5));
  });

  it('waits as long as the service asked, to the digit, up to a minute', () => {
    const asked = (seconds: number) =>
      retryDelay(error('rateLimit', { status: 429, retryAfter: seconds }), 0, undefined, () => 1);
    assert.deepEqual([asked(0), asked(0.001), asked(60), asked(60.001)], [0, 0.001, 60, undefined]);
  });

  type Judged = readonly [what: string, ServiceError, header: string | undefined, again: boolean];
  const judged: readonly Judged[] = [
    ['408', error('timeout', { status: 408 }), undefined, true],
    ['409', error('badRequest', { status: 409 }), undefined, true],
    ['429', error('rateLimit', { status: 429 }), undefined, true],
    ['429, the quota', error('quota', { status: 429 }), undefined, false],
    ['500', error('server', { status: 500 }), undefined, true],
    ['503', error('server', { status: 503 }), undefined, true],
    ['501', error('notFound', { status: 501 }), undefined, false],
    ...[400, 401, 403, 404, 405, 413, 422].map(
      (status): Judged => [`${status}`, error('badRequest', { status }), undefined, false],
    ),
    ['400, to be tried again', error('badRequest', { status: 400 }), 'true', true],
    ['429, the quota, to be tried again', error('quota', { status: 429 }), 'true', true],
    ['500, not to be tried again', error('server', { status: 500 }), 'false', false],
    ['500, with a strange header', error('server', { status: 500 }), 'maybe', true],
    ['200 that is no answer', error('invalidResponse', { status: 200 }), undefined, false],
    ['a refused connection', error('connection', { code: 'ECONNREFUSED' }), undefined, true],
    ['a cut connection', error('connection', { code: 'UND_ERR_SOCKET' }), undefined, true],
    ['a slow connection', error('timeout', { code: 'connect' }), undefined, true],
    ['no name server', error('connection', { code: 'EAI_AGAIN' }), undefined, true],
    ['an unknown name', error('connection', { code: 'ENOTFOUND' }), undefined, false],
    ['a wrong certificate', error('connection', { code: 'CERT_HAS_EXPIRED' }), undefined, false],
    ['a certificate of another', error('connection', { code: 'HOSTNAME_MISMATCH' }), undefined, false],
    ['an unknown authority', error('connection', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }), undefined, false],
    ['no TLS', error('connection', { code: 'EPROTO' }), undefined, false],
    ['no HTTP', error('connection', { code: 'HPE_INVALID_CONSTANT' }), undefined, false],
    ['a proxy that refuses', error('connection', { code: 'ERR_PROXY' }), undefined, false],
    ['silence', error('timeout', { code: 'firstByte' }), undefined, false],
    ['time that is up', error('timeout', { code: 'total' }), undefined, false],
    ['a cancelled call', error('cancelled'), undefined, false],
    ['a file that cannot be read', error('invalidRequest', { code: 'ENOENT' }), undefined, false],
  ];
  for (const [what, failed, header, again] of judged) {
    it(`${what}: ${again ? 'again' : 'not again'}`, () => {
      assert.equal(retryDelay(failed, 0, header, least) !== undefined, again);
    });
  }
});

describe('wait', () => {
  it('leaves no listener behind when it is over', async () => {
    const { signal } = new AbortController();
    await wait(0.001, signal);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('ends at once when the signal aborts, or is aborted already', async () => {
    const controller = new AbortController();
    const waiting = failure(wait(3600, controller.signal), 'cancelled');
    controller.abort(new Error('enough'));
    assert.equal(((await waiting).cause as Error).message, 'enough');
    await failure(wait(3600, controller.signal), 'cancelled');
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });
});
