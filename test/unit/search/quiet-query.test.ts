import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { QuietQuery } from '../../../src/search/quiet-query.ts';

interface Asked {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly answer: (found: string) => void;
  readonly fail: (error: unknown) => void;
}

describe('QuietQuery', () => {
  let asked: Asked[];
  let told: string[];
  let query: QuietQuery<string>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    asked = [];
    told = [];
    query = new QuietQuery<string>(
      {
        ask: (text, signal) => {
          const { promise, resolve, reject } = Promise.withResolvers<string>();
          asked.push({ text, signal, answer: resolve, fail: reject });
          return promise;
        },
        begun: (text) => told.push(`begun ${text}`),
        answered: (text, answer) => told.push(`${text}: ${answer}`),
        failed: (text, error) => told.push(`${text} failed: ${String(error)}`),
      },
      250,
    );
  });

  afterEach(() => mock.timers.reset());

  const texts = (): string[] => asked.map(({ text }) => text);
  /** Until whoever waits for what has come has gone on. */
  const settled = (): Promise<void> => new Promise(setImmediate);

  it('asks once nobody has typed for a moment', async () => {
    query.type('l');
    mock.timers.tick(249);
    query.type('la');
    mock.timers.tick(249);
    assert.deepEqual(texts(), []);
    assert.ok(query.isPending);
    mock.timers.tick(1);
    assert.deepEqual(texts(), ['la']);
    asked[0]?.answer('lamp');
    await settled();
    assert.deepEqual(told, ['begun l', 'begun la', 'la: lamp']);
    assert.ok(!query.isPending);
  });

  it('aborts what is under way when typing goes on, and does not tell of it', async () => {
    query.type('la');
    mock.timers.tick(250);
    query.type('lam');
    assert.ok(asked[0]?.signal.aborted);
    asked[0].answer('late');
    mock.timers.tick(250);
    asked[1]?.answer('lamp');
    await settled();
    assert.deepEqual(told, ['begun la', 'begun lam', 'lam: lamp']);
  });

  it('does not tell of the failure of what is not wanted any more', async () => {
    query.type('la');
    mock.timers.tick(250);
    query.stop();
    asked[0]?.fail(new Error('aborted'));
    await settled();
    assert.deepEqual(told, ['begun la']);
    assert.equal(query.text, undefined);
  });

  it('does not ask anew for the same', () => {
    query.type('la');
    mock.timers.tick(250);
    query.type('la');
    mock.timers.tick(250);
    query.now('la');
    assert.deepEqual(texts(), ['la']);
    assert.ok(!asked[0]?.signal.aborted);
  });

  it('asks at once when it is to, in place of waiting', () => {
    query.type('la');
    query.now('la');
    mock.timers.tick(250);
    assert.deepEqual(texts(), ['la']);
  });

  it('asks once more after a failure, and after an answer', async () => {
    query.now('la');
    asked[0]?.fail(new Error('refused'));
    await settled();
    query.now('la');
    asked[1]?.answer('lamp');
    await settled();
    query.now('la');
    assert.equal(asked.length, 3);
    assert.deepEqual(told, ['begun la', 'la failed: Error: refused', 'begun la', 'la: lamp', 'begun la']);
  });

  it('asks for nothing that is stopped before its time', () => {
    query.type('la');
    query.stop();
    mock.timers.tick(1000);
    assert.deepEqual(asked, []);
  });
});
