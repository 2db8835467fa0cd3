import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const pending = new Set<() => void>();
let listening = false;

/**
 * Has `undo` run when this process ends, by Ctrl-C or a failure too, latest first.
 * The function returned runs it now instead; it may be called more than once.
 */
export function atExit(undo: () => void): () => void {
  if (!listening) {
    listening = true;
    process.on('exit', () => {
      for (const each of [...pending].reverse()) {
        each();
      }
    });
    for (const [signal, status] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const) {
      process.once(signal, () => process.exit(status));
    }
  }
  const once = () => {
    if (pending.delete(once)) {
      undo();
    }
  };
  pending.add(once);
  return once;
}

export interface TemporaryFolder {
  path: string;
  remove: () => void;
}

/** A new folder that goes away with this process at the latest. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'inkwell-'));
  // A program that was just killed may still be writing: so try again for a while.
  const remove = atExit(() =>
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
  return { path, remove };
}

/** Ends a program together with all that it started. It must have been started with `detached: true`. */
export function killTree(pid: number | undefined): void {
  if (pid === undefined) {
    return;
  }
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
