import assert from 'node:assert/strict';
import { pool } from '../../../src/ui/pool.ts';

/** Work that ends when it is told to. */
class Gates {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, (error?: Error) => void>();

  work = (item: string): Promise<string> => {
    this.begun.push(item);
    return new Promise((resolve, reject) => {
      this.#ends.set(item, (error) => (error ? reject(error) : resolve(item.toUpperCase())));
    });
  };

  async end(item: string, error?: Error): Promise<void> {
    const end = this.#ends.get(item);
    assert.ok(end, `${item} was not begun`);
    end(error);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('pool', () => {
  it('works at so many at a time, and begins the next when one has ended', async () => {
    const gates = new Gates();
    const done = pool(['a', 'b', 'c', 'd'], 2, gates.work, new AbortController());
    assert.deepEqual(gates.begun, ['a', 'b']);
    await gates.end('b');
    assert.deepEqual(gates.begun, ['a', 'b', 'c']);
    await gates.end('c');
    await gates.end('a');
    await gates.end('d');
    assert.deepEqual(await done, ['A', 'B', 'C', 'D']);
  });

  it('gives the results in the order of the items, whichever ended first, and also those that are nothing', async () => {
    const done = await pool(
      [3, 1, 2],
      3,
      async (item) => {
        for (let round = 0; round < item; round += 1) {
          await Promise.resolve();
        }
        return item === 1 ? undefined : item;
      },
      new AbortController(),
    );
    assert.deepEqual(done, [3, undefined, 2]);
  });

  it('tells each its place', async () => {
    const work = async (item: string, index: number): Promise<string> => `${index} ${item}`;
    assert.deepEqual(await pool(['a', 'b', 'c'], 2, work, new AbortController()), ['0 a', '1 b', '2 c']);
  });

  it('stops at a failure: the others under way are told and awaited, and no more are begun', async () => {
    const gates = new Gates();
    const stop = new AbortController();
    let isSettled = false;
    const done = pool(['a', 'b', 'c'], 2, gates.work, stop).finally(() => {
      isSettled = true;
    });
    const failed = assert.rejects(done, /the first/);
    await gates.end('a', new Error('the first'));
    assert.deepEqual([stop.signal.aborted, isSettled], [true, false]);
    await gates.end('b', new Error('stopped'));
    await failed;
    assert.deepEqual(gates.begun, ['a', 'b']);
  });

  it('does nothing with nothing, and all at once where that is allowed', async () => {
    const gates = new Gates();
    assert.deepEqual(await pool([], 2, gates.work, new AbortController()), []);
    const done = pool(['a', 'b'], 10, gates.work, new AbortController());
    assert.deepEqual(gates.begun, ['a', 'b']);
    await gates.end('a');
    await gates.end('b');
    assert.deepEqual(await done, ['A', 'B']);
  });

  it('works at one at a time where fewer are asked for', async () => {
    const work = async (item: string): Promise<string> => item;
    assert.deepEqual(await pool(['a', 'b'], 0, work, new AbortController()), ['a', 'b']);
  });
});
