import assert from 'node:assert/strict';
import { type FileOutcome, runFiles } from '../../../src/edit/files-run.ts';
import {
  cancelled,
  ServiceError,
  type ServiceErrorDetails,
  type ServiceErrorKind,
} from '../../../src/service/errors.ts';

const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Answers that wait to be given. */
class Asked {
  readonly names: string[] = [];
  readonly #ends = new Map<
    string,
    { resolve: (outcome: FileOutcome<string>) => void; reject: (error: unknown) => void }
  >();

  ask = (name: string, signal: AbortSignal): Promise<FileOutcome<string>> => {
    this.names.push(name);
    return new Promise((resolve, reject) => {
      this.#ends.set(name, { resolve, reject });
      signal.addEventListener('abort', () => reject(cancelled(signal)));
    });
  };

  async propose(name: string): Promise<void> {
    this.#ends.get(name)?.resolve(proposed(name));
    await turn();
  }

  async fail(name: string, error: unknown): Promise<void> {
    this.#ends.get(name)?.reject(error);
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function proposed(name: string): FileOutcome<string> {
  return { kind: 'proposed', proposal: name.toUpperCase() };
}

/** What is asked for when the first file fails in a way, and the others do not. */
async function afterFailure(kind: ServiceErrorKind, details: ServiceErrorDetails = {}) {
  const error = new ServiceError(kind, 'It failed.', details);
  const run = await runFiles(
    FILES,
    async (name) => {
      if (name === 'a') {
        throw error;
      }
      return proposed(name);
    },
    new AbortController(),
  );
  return { ...run, error };
}

describe('runFiles', () => {
  it('asks for two files at a time, and tells how many are done with', async () => {
    const asked = new Asked();
    const counts: number[] = [];
    const done = runFiles(['a', 'b', 'c'], asked.ask, new AbortController(), (count) => counts.push(count));
    assert.deepEqual(asked.names, ['a', 'b']);
    await asked.propose('b');
    assert.deepEqual([asked.names, counts], [['a', 'b', 'c'], [1]]);
    await asked.propose('c');
    await asked.propose('a');
    assert.deepEqual(counts, [1, 2, 3]);
    assert.deepEqual(await done, { proposals: ['A', 'B', 'C'], unchanged: [], failed: [], notAsked: [] });
  });

  it('tells what is unchanged from what is proposed', async () => {
    const run = await runFiles(
      ['a', 'b', 'c'],
      async (name): Promise<FileOutcome<string>> => (name === 'b' ? { kind: 'unchanged' } : proposed(name)),
      new AbortController(),
    );
    assert.deepEqual([run.proposals, run.unchanged], [['A', 'C'], ['b']]);
  });

  it('goes on after the failure of one file', async () => {
    for (const [kind, details] of [
      ['server', { status: 500 }],
      ['rateLimit', { status: 429 }],
      ['contextLength', { status: 400 }],
      ['badRequest', { status: 400 }],
      ['badRequest', { status: 400, param: 'input' }],
      ['badRequest', { status: 400, param: 'messages[1].content' }],
      ['tooLarge', { status: 413 }],
      ['timeout', { code: 'firstByte' }],
      ['connection', { code: 'ECONNRESET' }],
      ['connection', {}],
      ['invalidResponse', {}],
    ] satisfies [ServiceErrorKind, ServiceErrorDetails][]) {
      const { failed, proposals, notAsked, stoppedBy, error } = await afterFailure(kind, details);
      const what = `${kind} ${JSON.stringify(details)}`;
      assert.deepEqual([failed, notAsked, stoppedBy], [[{ file: 'a', error }], [], undefined], what);
      assert.equal(proposals.length, FILES.length - 1, what);
    }
  });

  it('goes on after a failure that is not the service’s', async () => {
    const run = await runFiles(
      FILES,
      async (name) => {
        if (name !== 'h') {
          throw new Error('Read-only.');
        }
        return proposed(name);
      },
      new AbortController(),
    );
    assert.deepEqual([run.failed.length, run.proposals, run.stoppedBy], [FILES.length - 1, ['H'], undefined]);
  });

  it('begins no other after a failure that would repeat, and lets the one under way end', async () => {
    for (const [kind, details] of [
      ['authentication', { status: 401 }],
      ['permission', { status: 403 }],
      ['quota', { status: 429 }],
      ['notFound', { status: 404 }],
      ['invalidRequest', { param: 'temperature' }],
      ['badRequest', { status: 400, param: 'model' }],
      ['connection', { code: 'ECONNREFUSED' }],
      ['connection', { code: 'ENOTFOUND' }],
      ['connection', { code: 'CERT_HAS_EXPIRED' }],
      ['timeout', { code: 'connect' }],
    ] satisfies [ServiceErrorKind, ServiceErrorDetails][]) {
      const { failed, proposals, notAsked, stoppedBy, error } = await afterFailure(kind, details);
      const what = `${kind} ${JSON.stringify(details)}`;
      assert.deepEqual([failed, stoppedBy], [[{ file: 'a', error }], error], what);
      assert.deepEqual([proposals, notAsked], [['B'], FILES.slice(2)], what);
    }
  });

  it('takes four passing failures in a row for a service that is down', async () => {
    const error = new ServiceError('server', 'It failed.', { status: 503 });
    const run = await runFiles(
      FILES,
      async (): Promise<FileOutcome<string>> => {
        throw error;
      },
      new AbortController(),
    );
    assert.equal(run.stoppedBy, error);
    // One more was under way.
    assert.ok([4, 5].includes(run.failed.length), `${run.failed.length} failed`);
    assert.equal(run.failed.length + run.notAsked.length, FILES.length);
  });

  it('does not count failures between which something came', async () => {
    const error = new ServiceError('server', 'It failed.', { status: 503 });
    const run = await runFiles(
      [...FILES, ...FILES],
      async (name) => {
        if (name === 'd' || name === 'h') {
          return proposed(name);
        }
        throw error;
      },
      new AbortController(),
    );
    assert.deepEqual([run.stoppedBy, run.proposals.length, run.failed.length], [undefined, 4, 12]);
  });

  it('keeps what has come when it is cancelled, and begins no other', async () => {
    const asked = new Asked();
    const stop = new AbortController();
    const done = runFiles(FILES, asked.ask, stop);
    await asked.propose('a');
    stop.abort();
    const { proposals, failed, notAsked, stoppedBy } = await done;
    assert.deepEqual(asked.names, ['a', 'b', 'c']);
    assert.deepEqual([proposals, failed, stoppedBy], [['A'], [], undefined]);
    assert.deepEqual(notAsked, FILES.slice(1));
  });

  it('sends nothing when it is cancelled before it begins', async () => {
    const asked = new Asked();
    const stop = new AbortController();
    stop.abort();
    assert.deepEqual((await runFiles(FILES, asked.ask, stop)).notAsked, FILES);
    assert.deepEqual(asked.names, []);
  });

  it('keeps a failure that came before it was cancelled', async () => {
    const asked = new Asked();
    const stop = new AbortController();
    const done = runFiles(FILES, asked.ask, stop);
    await asked.fail('a', new Error('Not text.'));
    stop.abort();
    assert.deepEqual(
      (await done).failed.map(({ file }) => file),
      ['a'],
    );
  });
});
