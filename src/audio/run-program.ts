import { spawn } from 'node:child_process';

export interface RunOptions {
  /** Milliseconds without a word after which it is ended. */
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
  /** Each line that it writes, to either of its outputs. */
  readonly onLine?: ((line: string) => void) | undefined;
}

export interface RunResult {
  /** `undefined` where it did not end by itself. */
  readonly status: number | undefined;
  /** Whether it was ended since it said nothing any more. */
  readonly isSilent: boolean;
  /** The last lines that it wrote to its output for errors. */
  readonly errors: readonly string[];
}

/** Lines that are kept, and letters of one. */
const KEPT_LINES = 20;
const LONGEST_LINE = 4096;

/**
 * Runs a program, without a shell, until it ends; what it says is read line by line and not kept.
 *
 * @param program an absolute path: a name alone may be looked for in the current folder first
 * @throws the signal's reason once the program has ended, or the system's error where it cannot be started
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { patience, signal, onLine }: RunOptions,
): Promise<RunResult> {
  signal?.throwIfAborted();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const errors: string[] = [];
  let isSilent = false;
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => {
    isSilent = true;
    kill();
  }, patience);
  signal?.addEventListener('abort', kill, { once: true });
  for (const [stream, keeps] of [
    [child.stdout, false],
    [child.stderr, true],
  ] as const) {
    const take = (line: string): void => {
      onLine?.(line);
      if (keeps && line.trim() !== '') {
        errors.push(line);
        errors.splice(0, errors.length - KEPT_LINES);
      }
    };
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      timer.refresh();
      // Progress ends in a carriage return.
      const lines = `${rest}${text}`.split(/[\r\n]+/);
      rest = lines.pop()?.slice(-LONGEST_LINE) ?? '';
      lines.forEach(take);
    });
    stream.on('end', () => take(rest));
  }
  try {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? undefined));
    });
    signal?.throwIfAborted();
    return { status, isSilent, errors };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
}
