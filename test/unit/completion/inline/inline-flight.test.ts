import assert from 'node:assert/strict';
import { InlineCache } from '../../../../src/completion/inline/inline-cache.ts';
import type { InlinePlace } from '../../../../src/completion/inline/inline-context.ts';
import { InlineFlight } from '../../../../src/completion/inline/inline-flight.ts';

function at(text: string): InlinePlace {
  const [prefix = '', suffix = ''] = text.split('|');
  return { offset: prefix.length, prefix, suffix, isWhole: true };
}

interface Request {
  readonly place: InlinePlace;
  readonly signal: AbortSignal;
  readonly answer: (...candidates: string[]) => void;
  readonly fail: (error: unknown) => void;
}

describe('InlineFlight', () => {
  let requests: Request[];
  let flight: InlineFlight;

  beforeEach(() => {
    requests = [];
    flight = new InlineFlight(new InlineCache());
  });

  function ask(place: InlinePlace, signal: AbortSignal): Promise<readonly string[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    signal.addEventListener('abort', () => reject(signal.reason));
    requests.push({ place, signal, answer: (...candidates) => resolve(candidates), fail: reject });
    const underWay = requests.filter((each) => !each.signal.aborted && !done.has(each));
    assert.ok(underWay.length <= 1, 'one at a time');
    return promise;
  }
  const done = new WeakSet<Request>();

  function answer(index: number, ...candidates: string[]): void {
    const request = requests[index];
    assert.ok(request);
    done.add(request);
    request.answer(...candidates);
  }

  async function shown(text: string, signal?: AbortSignal): Promise<string[]> {
    return (await flight.candidates('k', at(text), ask, signal)).map(({ text: each }) => each);
  }

  function fail(index: number): void {
    const request = requests[index];
    assert.ok(request);
    done.add(request);
    request.fail(new Error('refused'));
  }

  /** Until whoever waits for what has come has gone on. */
  const settled = (): Promise<void> => new Promise(setImmediate);

  it('asks once, and serves what is typed then', async () => {
    const first = shown('a|');
    assert.ok(flight.isUnderWay);
    answer(0, 'bc', 'bd');
    assert.deepEqual(await first, ['bc', 'bd']);
    assert.deepEqual(await shown('ab|'), ['c', 'd']);
    assert.ok(!flight.isUnderWay);
    assert.equal(requests.length, 1);
  });

  it('waits for an answer that may still fit', async () => {
    const first = shown('a|');
    const second = shown('ab|');
    const third = shown('abc|');
    await settled();
    assert.equal(requests.length, 1);
    assert.equal(requests[0]?.signal.aborted, false);
    answer(0, 'bcd');
    assert.deepEqual([await first, await second, await third], [[], [], ['d']]);
  });

  it('asks anew where the answer does not fit, for the newest only', async () => {
    const first = shown('a|');
    const second = shown('ab|');
    const third = shown('abc|');
    await settled();
    answer(0, 'xyz');
    await settled();
    assert.equal(requests.length, 2);
    assert.equal(requests[1]?.place.prefix, 'abc');
    answer(1, 'd');
    assert.deepEqual([await first, await second, await third], [[], [], ['d']]);
  });

  for (const [name, next] of [
    ['elsewhere', 'other|'],
    ['before it', '|'],
    ['in another line', 'a\n|'],
    ['with another suffix', 'ab|s'],
    ['after a long text', `a${'b'.repeat(30)}|`],
  ] as const) {
    it(`aborts what was asked for when one is needed ${name}`, async () => {
      const first = shown('a|t');
      const second = shown(next.includes('|s') ? next : `${next}t`);
      await settled();
      assert.equal(requests[0]?.signal.aborted, true);
      assert.deepEqual(await first, []);
      answer(1, 'new');
      assert.deepEqual(await second, ['new']);
    });
  }

  it('does not end a request because nobody waits for it', async () => {
    const controller = new AbortController();
    const first = shown('a|', controller.signal);
    controller.abort();
    assert.equal(requests[0]?.signal.aborted, false);
    answer(0, 'bc');
    assert.deepEqual(await first, []);
    assert.deepEqual(await shown('ab|'), ['c']);
  });

  it('begins none for who was cancelled before', async () => {
    assert.deepEqual(await shown('a|', AbortSignal.abort()), []);
    assert.equal(requests.length, 0);
  });

  it('tells an error to who asked last, and asks again next time', async () => {
    const first = shown('a|');
    fail(0);
    await assert.rejects(first, /refused/);
    assert.ok(!flight.isUnderWay);
    const second = shown('a|');
    answer(1, 'b');
    assert.deepEqual(await second, ['b']);
  });

  it('asks by itself when what it waited for has failed', async () => {
    const first = shown('a|');
    const second = shown('ab|');
    fail(0);
    assert.deepEqual(await first, []);
    await settled();
    answer(1, 'c');
    assert.deepEqual(await second, ['c']);
  });

  it('does not keep what comes after it was stopped', async () => {
    const first = shown('a|');
    flight.stop();
    requests[0]?.answer('late');
    assert.deepEqual(await first, []);
    void shown('a|').catch(() => {});
    assert.equal(requests.length, 2);
    flight.stop();
  });
});
