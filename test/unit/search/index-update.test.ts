import assert from 'node:assert/strict';
import { chunksOf } from '../../../src/search/chunks.ts';
import type { SeenFile } from '../../../src/search/embed-plan.ts';
import { IndexUpdate, type NoChunks, survey, type UpdateOptions } from '../../../src/search/index-update.ts';
import { TokenEstimate } from '../../../src/search/token-estimate.ts';
import type { VectorIndex } from '../../../src/search/vector-index.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { useIndexes, vectorOf } from './index-fixture.ts';

type Contents = Record<string, string | { not: NoChunks }>;

const never = new AbortController().signal;

function seen(contents: Contents): SeenFile[] {
  return Object.keys(contents).map((path) => ({ path, size: 1, modified: 1 }));
}

function reading(contents: Contents): UpdateOptions['read'] {
  return async ({ path }) => {
    const content = contents[path] ?? { not: 'missing' };
    return typeof content === 'string' ? chunksOf(content) : content.not;
  };
}

describe('What is to be sent', () => {
  const indexes = useIndexes();

  it('is counted by texts, each once, and what is left out by its reason', async () => {
    const contents: Contents = {
      a: 'one',
      b: 'one',
      c: 'two',
      d: '',
      e: { not: 'binary' },
      f: { not: 'missing' },
      g: { not: 'binary' },
    };
    const read: number[] = [];
    const counted = await survey({
      index: await indexes.open(),
      changed: seen(contents),
      read: reading(contents),
      tokens: new TokenEstimate({ count: () => 10 }),
      signal: never,
      onRead: (files) => read.push(files),
    });
    assert.deepEqual(
      { ...counted, leftOut: Object.fromEntries(counted.leftOut) },
      {
        files: 3,
        texts: 2,
        tokens: 20,
        leftOut: { binary: 2, missing: 1 },
      },
    );
    assert.deepEqual(read, [1, 2, 3, 4, 5, 6, 7]);
  });

  it('is no more than an index holds', async () => {
    const contents = { a: 'one', b: 'two', c: 'three' };
    const counted = await survey({
      index: await indexes.open(),
      changed: seen(contents),
      read: reading(contents),
      tokens: new TokenEstimate(),
      most: 2,
      signal: never,
    });
    assert.deepEqual([counted.files, [...counted.leftOut]], [2, [['tooMany', 1]]]);
  });
});

describe('IndexUpdate', () => {
  const indexes = useIndexes();

  async function update(
    index: VectorIndex,
    contents: Contents,
    more: Partial<UpdateOptions> & { fails?: (text: string) => unknown } = {},
  ) {
    const sent: string[] = [];
    const { fails, ...options } = more;
    const run = new IndexUpdate({
      index,
      changed: seen(contents),
      removed: [],
      read: reading(contents),
      tokens: new TokenEstimate(),
      model: 'm',
      limits: { mostTexts: 1, mostTokens: 1000 },
      signal: never,
      client: {
        createEmbeddings: async ({ input }) => {
          const text = String(input);
          const error = fails?.(text);
          if (error) {
            throw error;
          }
          sent.push(text);
          const data = [{ object: null, index: 0, embedding: vectorOf(text) }];
          return { object: null, model: null, usage: null, data };
        },
      },
      ...options,
    });
    return { run, outcome: run.run(), sent };
  }

  it('has all files in the index, those without any text too', async () => {
    const index = await indexes.open();
    const contents: Contents = { a: 'one', b: 'one', c: 'two', d: { not: 'binary' }, e: { not: 'missing' } };
    const { outcome, sent } = await update(index, contents);
    assert.equal((await outcome).end, 'done');
    assert.deepEqual(sent.sort(), ['one', 'two']);
    assert.deepEqual([...index.files].map(([path, { chunks }]) => [path, chunks.length]).sort(), [
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['d', 0],
    ]);
  });

  it('forgets files that are gone, and keeps their vectors for those that were moved', async () => {
    const index = await indexes.open();
    await (await update(index, { a: 'one' })).outcome;
    const { outcome, sent } = await update(index, { b: 'one' }, { removed: ['a'] });
    await outcome;
    assert.deepEqual([sent, [...index.files.keys()]], [[], ['b']]);
  });

  it('keeps what has come when it fails, and sends only the rest then', async () => {
    const index = await indexes.open();
    const contents = { a: 'one', b: 'two', c: 'three', d: 'four' };
    const fails = (text: string) =>
      text === 'three' ? new ServiceError('authentication', 'No.', { status: 401 }) : undefined;
    const first = await update(index, contents, { fails });
    const { end, error } = await first.outcome;
    assert.equal(end, 'failed');
    assert.ok(ServiceError.is(error, 'authentication'));
    assert.ok(!index.files.has('c'));
    const second = await update(index, contents);
    await second.outcome;
    assert.deepEqual([...first.sent, ...second.sent].sort(), ['four', 'one', 'three', 'two']);
    assert.equal(index.files.size, 4);
  });

  it('leaves the index of another model alone as long as nothing has come for the new one', async () => {
    const old = await indexes.open();
    await (await update(old, { a: 'one' })).outcome;
    await old.close();
    const other = await indexes.open({ of: { service: 's', model: 'other' } });
    const fails = () => new ServiceError('notFound', 'No.', { status: 404 });
    assert.equal((await (await update(other, { a: 'one' }, { fails })).outcome).end, 'failed');
    await other.close();
    const again = await indexes.open();
    assert.deepEqual([again.size, again.files.size], [1, 1]);
    await again.close();
    const done = await indexes.open({ of: { service: 's', model: 'other' } });
    await (await update(done, { a: 'one' })).outcome;
    await done.close();
    assert.equal((await indexes.open()).size, 0);
  });

  it('does not ask again for what was refused, until its file changes', async () => {
    const index = await indexes.open();
    const contents = { a: 'one', b: 'bad', c: 'two' };
    const { outcome } = await update(index, contents, {
      fails: (text) => (text === 'bad' ? new ServiceError('badRequest', 'No.') : undefined),
    });
    const { end, refused } = await outcome;
    assert.deepEqual([end, refused.length], ['done', 1]);
    assert.deepEqual([...index.files.keys()].sort(), ['a', 'b', 'c']);
  });

  it('is cancelled, with nothing half done', async () => {
    const index = await indexes.open();
    const stop = new AbortController();
    const contents = { a: 'one', b: 'two', c: 'three', d: 'four' };
    const { outcome } = await update(index, contents, {
      signal: stop.signal,
      onProgress: ({ stored }) => stored === 1 && stop.abort(),
    });
    assert.equal((await outcome).end, 'cancelled');
    for (const [, { chunks }] of index.files) {
      assert.ok(chunks.every(([hash]) => index.has(hash)));
    }
    assert.ok(index.files.size < 4);
  });

  it('waits while it is paused', async () => {
    const index = await indexes.open();
    const { run, outcome, sent } = await update(index, { a: 'one', b: 'two' }, {});
    run.pause();
    assert.equal(run.isPaused, true);
    const before = sent.length;
    run.resume();
    assert.equal((await outcome).end, 'done');
    assert.ok(before < sent.length);
  });

  it('takes no more than an index holds', async () => {
    const index = await indexes.open();
    const { outcome, sent } = await update(index, { a: 'one', b: 'two', c: 'three' }, { most: 2 });
    await outcome;
    assert.deepEqual([sent.length, index.files.size], [2, 2]);
  });
});
