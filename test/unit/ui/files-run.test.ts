import assert from 'node:assert/strict';
import {
  cancelled,
  ServiceError,
  type ServiceErrorDetails,
  type ServiceErrorKind,
} from '../../../src/service/errors.ts';
import { type FilesRun, runFiles } from '../../../src/ui/files-run.ts';

const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function run(
  files: readonly string[],
  ask: (file: string, signal: AbortSignal) => Promise<string>,
  stop = new AbortController(),
  onSettled?: (count: number) => void,
): Promise<FilesRun<string, string>> {
  return runFiles(files, ask, { ofFile: ['input', 'messages'], stop, ...(onSettled && { onSettled }) });
}

function results({ done }: FilesRun<string, string>): string[] {
  return done.map(({ result }) => result);
}

/** Answers that wait to be given. */
class Asked {
  readonly names: string[] = [];
  readonly #ends = new Map<
    string,
    { resolve: (outcome: string) => void; reject: (error: unknown) => void }
  >();

  ask = (name: string, signal: AbortSignal): Promise<string> => {
    this.names.push(name);
    return new Promise((resolve, reject) => {
      this.#ends.set(name, { resolve, reject });
      signal.addEventListener('abort', () => reject(cancelled(signal)));
    });
  };

  async answer(name: string): Promise<void> {
    this.#ends.get(name)?.resolve(answered(name));
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

function answered(name: string): string {
  return name.toUpperCase();
}

/** What is asked for when the first file fails in a way, and the others do not. */
async function afterFailure(kind: ServiceErrorKind, details: ServiceErrorDetails = {}) {
  const error = new ServiceError(kind, 'It failed.', details);
  const ran = await run(FILES, async (name) => {
    if (name === 'a') {
      throw error;
    }
    return answered(name);
  });
  return { ...ran, error };
}

describe('runFiles', () => {
  it('asks for two files at a time, and tells how many are done with', async () => {
    const asked = new Asked();
    const counts: number[] = [];
    const done = run(['a', 'b', 'c'], asked.ask, new AbortController(), (count) => counts.push(count));
    assert.deepEqual(asked.names, ['a', 'b']);
    await asked.answer('b');
    assert.deepEqual([asked.names, counts], [['a', 'b', 'c'], [1]]);
    await asked.answer('c');
    await asked.answer('a');
    assert.deepEqual(counts, [1, 2, 3]);
    assert.deepEqual(await done, {
      done: [
        { file: 'a', result: 'A' },
        { file: 'b', result: 'B' },
        { file: 'c', result: 'C' },
      ],
      failed: [],
      notAsked: [],
    });
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
      const { error, ...ran } = await afterFailure(kind, details);
      const { failed, notAsked, stoppedBy } = ran;
      const what = `${kind} ${JSON.stringify(details)}`;
      assert.deepEqual([failed, notAsked, stoppedBy], [[{ file: 'a', error }], [], undefined], what);
      assert.equal(ran.done.length, FILES.length - 1, what);
    }
  });

  it('goes on after a failure that is not the service’s', async () => {
    const ran = await run(FILES, async (name) => {
      if (name !== 'h') {
        throw new Error('Read-only.');
      }
      return answered(name);
    });
    assert.deepEqual([ran.failed.length, results(ran), ran.stoppedBy], [FILES.length - 1, ['H'], undefined]);
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
      const { error, ...ran } = await afterFailure(kind, details);
      const { failed, notAsked, stoppedBy } = ran;
      const what = `${kind} ${JSON.stringify(details)}`;
      assert.deepEqual([failed, stoppedBy], [[{ file: 'a', error }], error], what);
      assert.deepEqual([results(ran), notAsked], [['B'], FILES.slice(2)], what);
    }
  });

  it('takes four passing failures in a row for a service that is down', async () => {
    const error = new ServiceError('server', 'It failed.', { status: 503 });
    const ran = await run(FILES, async (): Promise<string> => {
      throw error;
    });
    assert.equal(ran.stoppedBy, error);
    // One more was under way.
    assert.ok([4, 5].includes(ran.failed.length), `${ran.failed.length} failed`);
    assert.equal(ran.failed.length + ran.notAsked.length, FILES.length);
  });

  it('does not count failures between which something came', async () => {
    const error = new ServiceError('server', 'It failed.', { status: 503 });
    const ran = await run([...FILES, ...FILES], async (name) => {
      if (name === 'd' || name === 'h') {
        return answered(name);
      }
      throw error;
    });
    assert.deepEqual([ran.stoppedBy, ran.done.length, ran.failed.length], [undefined, 4, 12]);
  });

  it('keeps what has come when it is cancelled, and begins no other', async () => {
    const asked = new Asked();
    const stop = new AbortController();
    const done = run(FILES, asked.ask, stop);
    await asked.answer('a');
    stop.abort();
    const ran = await done;
    const { failed, notAsked, stoppedBy } = ran;
    assert.deepEqual(asked.names, ['a', 'b', 'c']);
    assert.deepEqual([results(ran), failed, stoppedBy], [['A'], [], undefined]);
    assert.deepEqual(notAsked, FILES.slice(1));
  });

  it('sends nothing when it is cancelled before it begins', async () => {
    const asked = new Asked();
    const stop = new AbortController();
    stop.abort();
    assert.deepEqual((await run(FILES, asked.ask, stop)).notAsked, FILES);
    assert.deepEqual(asked.names, []);
  });

  it('keeps a failure that came before it was cancelled', async () => {
    const asked = new Asked();
    const stop = new AbortController();
    const done = run(FILES, asked.ask, stop);
    await asked.fail('a', new Error('Not text.'));
    stop.abort();
    assert.deepEqual(
      (await done).failed.map(({ file }) => file),
      ['a'],
    );
  });
});
