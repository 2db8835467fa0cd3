import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atExit } from '../vscode/cleanup.ts';

/** How a stream is sent: in large pieces, a chunk each millisecond, or one chunk and the end a little later. */
export type StreamModel = 'burst' | 'paced' | 'first';

/** How many chunks with a word a `burst` has. */
export const CHUNKS = 20_000;
export const PACED_CHUNKS = 500;
export const WORD = ' lighthouse';

export interface BenchService {
  /** Without `/v1`. */
  readonly origin: string;
  stop(): void;
}

/** Starts service.ts in a process of its own. */
export async function startBenchService(): Promise<BenchService> {
  const child = fork(fileURLToPath(new URL('service.ts', import.meta.url)));
  const stop = atExit(() => child.kill());
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The service of the benchmarks ended.'))),
  ])) as [{ port: number }];
  return { origin: `http://127.0.0.1:${message.port}`, stop };
}
