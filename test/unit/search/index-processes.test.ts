import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { useIndexes } from './index-fixture.ts';

const script = fileURLToPath(new URL('index-process.ts', import.meta.url));

interface Told {
  readonly isWriter?: boolean;
  readonly safe?: readonly string[];
  readonly saved?: string;
  readonly removed?: string;
}

describe('VectorIndex of several processes', function () {
  this.timeout(60_000);
  let processes: ChildProcess[] = [];

  // Before their folder is taken away.
  afterEach(async () => {
    await Promise.all(
      processes.map(async (child) => {
        if (child.exitCode === null && child.signalCode === null) {
          const exit = once(child, 'exit');
          child.kill('SIGKILL');
          await exit;
        }
      }),
    );
    processes = [];
  });

  const indexes = useIndexes();

  function start(name: string): { child: ChildProcess; told: AsyncIterable<Told> } {
    const child = spawn(process.execPath, [script, indexes.folder, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    processes.push(child);
    async function* told(): AsyncGenerator<Told> {
      for await (const line of createInterface(child.stdout)) {
        yield JSON.parse(line);
      }
    }
    return { child, told: told() };
  }

  it('has all that was saved when the writer is killed at any moment', async () => {
    const safe = new Map<string, readonly string[]>();
    for (let life = 0; life < 5; life += 1) {
      const { child, told } = start(`life${life}`);
      let batch: readonly string[] = [];
      let batches = 0;
      const exit = once(child, 'exit');
      for await (const message of told) {
        assert.notEqual(message.isWriter, false, 'what was killed does not hold the folder');
        batch = message.safe ?? batch;
        if (message.saved !== undefined) {
          safe.set(message.saved, batch);
          batches += 1;
        }
        if (message.removed !== undefined) {
          safe.delete(message.removed);
        }
        // Not at a moment that the process has chosen.
        if (batches === 2 + life && !child.killed) {
          setTimeout(() => child.kill('SIGKILL'), life * 2);
        }
      }
      await exit;
      const index = await indexes.open({ write: false });
      const lost = [...safe].filter(([path]) => !index.files.has(path));
      // Between saving and saying so, it may have been killed: then a file was taken away that we know of.
      assert.ok(lost.length <= 1, `${lost.length} files are lost`);
      for (const [path, hashes] of safe) {
        if (index.files.has(path)) {
          assert.ok(
            hashes.every((hash) => index.has(hash)),
            path,
          );
        } else {
          safe.delete(path);
        }
      }
    }
    const index = await indexes.open();
    assert.ok(index.isWriter);
    assert.ok(index.files.size >= safe.size);
  });

  it('lets only one of many write that begin at once', async () => {
    const windows = Array.from({ length: 5 }, (_, index) => start(`window${index}`));
    const writers = await Promise.all(
      windows.map(async ({ told }) => {
        for await (const message of told) {
          return message.isWriter;
        }
        return undefined;
      }),
    );
    assert.equal(writers.filter(Boolean).length, 1);
  });

  it('lets only one follow a writer that was killed', async () => {
    const first = start('first');
    for await (const message of first.told) {
      if (message.saved !== undefined) {
        break;
      }
    }
    const exit = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await exit;
    const opened = await Promise.all(Array.from({ length: 12 }, () => indexes.open()));
    assert.equal(opened.filter(({ isWriter }) => isWriter).length, 1);
    assert.ok(opened.every(({ size }) => size >= 50));
  });
});
