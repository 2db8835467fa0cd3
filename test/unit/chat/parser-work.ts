/**
 * How much work the Markdown parser has with texts, without a clock: how often V8 runs each piece of code, such as a
 * function or what a loop repeats. What it does natively counts as one, however long a text it searches.
 *
 * V8 counts only within what it compiles afterwards: so this is a thread of its own.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Session } from 'node:inspector';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** What is used of V8’s answer. */
interface Coverage {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** For each text, one after the other. */
export async function parserWork(texts: readonly string[]): Promise<readonly number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: texts });
  try {
    const [counts] = await once(worker, 'message');
    return counts;
  } finally {
    await worker.terminate();
  }
}

async function count(texts: readonly string[]): Promise<number[]> {
  const session = new Session();
  session.connect();
  ask(session, 'Profiler.enable');
  ask(session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const { createMarkdownParser } = await import('../../../src/chat/shared/markdown-parser.ts');
  const parser = createMarkdownParser();
  return texts.map((text) => {
    ask(session, 'Profiler.takePreciseCoverage');
    parser.render(text);
    const { result } = ask(session, 'Profiler.takePreciseCoverage') as Coverage;
    const ranges = result.flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
    return ranges.reduce((sum, range) => sum + range.count, 0);
  });
}

/** This session answers before `post` returns. */
function ask(session: Session, method: string, parameters?: object): unknown {
  let answer: unknown;
  session.post(method, parameters, (error, result) => {
    assert.equal(error, null);
    answer = result;
  });
  return answer;
}

if (!isMainThread) {
  parentPort?.postMessage(await count(workerData));
}
