import { ServiceError } from '../service/errors.ts';
import { pool } from './pool.ts';

/** How many files are asked for at the same time. */
const AT_ONCE = 2;

/** Failures one after another, each of which might pass, that are taken for a service that is down. */
const MOST_IN_A_ROW = 4;

/** A file that was asked for, and what came of it. */
export interface DoneFile<F, R> {
  readonly file: F;
  readonly result: R;
}

export interface FailedFile<F> {
  readonly file: F;
  readonly error: unknown;
}

/** What became of several files. All lists are in the order of the files. */
export interface FilesRun<F, R> {
  readonly done: readonly DoneFile<F, R>[];
  readonly failed: readonly FailedFile<F>[];
  /** For which nothing was sent, or not to its end: it was cancelled, or would have failed likewise. */
  readonly notAsked: readonly F[];
  /** The failure that the rest was not begun for. */
  readonly stoppedBy?: unknown;
}

export interface FilesRunOptions {
  /** Fields of a request that are of the file; a failure about any other is about the settings. */
  readonly ofFile: readonly string[];
  readonly stop: AbortController;
  /** Is told how many files are done with. */
  readonly onSettled?: (count: number) => void;
}

type Settled<F, R> =
  | ({ readonly kind: 'done' } & DoneFile<F, R>)
  | ({ readonly kind: 'failed' } & FailedFile<F>)
  | { readonly kind: 'notAsked'; readonly file: F };

/**
 * Asks the service about files, two at a time. The failure of one does not stop the others, unless it would repeat
 * for each of them. Cancelling keeps what has come.
 *
 * @param ask fails with a `ServiceError` of the kind `cancelled` when the signal is aborted
 */
export async function runFiles<F, R>(
  files: readonly F[],
  ask: (file: F, signal: AbortSignal) => Promise<R>,
  { ofFile, stop, onSettled = () => {} }: FilesRunOptions,
): Promise<FilesRun<F, R>> {
  let settled = 0;
  let inARow = 0;
  let stoppedBy: { readonly error: unknown } | undefined;
  const settle = async (file: F): Promise<Settled<F, R>> => {
    if (stop.signal.aborted || stoppedBy) {
      return { kind: 'notAsked', file };
    }
    try {
      const result = await ask(file, stop.signal);
      inARow = 0;
      return { kind: 'done', file, result };
    } catch (error) {
      if (stop.signal.aborted && ServiceError.is(error, 'cancelled')) {
        return { kind: 'notAsked', file };
      }
      inARow = mayPass(error) ? inARow + 1 : inARow;
      if (repeats(error, ofFile) || inARow >= MOST_IN_A_ROW) {
        stoppedBy ??= { error };
      }
      return { kind: 'failed', file, error };
    }
  };
  const outcomes = await pool(
    files,
    AT_ONCE,
    async (file) => {
      const outcome = await settle(file);
      if (outcome.kind !== 'notAsked') {
        settled += 1;
        onSettled(settled);
      }
      return outcome;
    },
    stop,
  );
  return {
    done: outcomes.flatMap((outcome) =>
      outcome.kind === 'done' ? [{ file: outcome.file, result: outcome.result }] : [],
    ),
    failed: outcomes.flatMap((outcome) =>
      outcome.kind === 'failed' ? [{ file: outcome.file, error: outcome.error }] : [],
    ),
    notAsked: outcomes.flatMap(({ kind, file }) => (kind === 'notAsked' ? [file] : [])),
    ...(stoppedBy && { stoppedBy: stoppedBy.error }),
  };
}

/** Codes of connections that stood and were cut. */
const CUT = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'];

/** Whether what failed for one file would fail for each other in the same way. */
function repeats(error: unknown, ofFile: readonly string[]): boolean {
  if (!ServiceError.is(error)) {
    return false;
  }
  const { kind, code, param } = error;
  switch (kind) {
    case 'authentication':
    case 'permission':
    case 'quota':
    case 'notFound':
      return true;
    case 'invalidRequest':
    case 'badRequest':
      return param !== undefined && !ofFile.includes(param.split(/[.[]/)[0] ?? '');
    case 'connection':
      // One that was cut has stood before.
      return code !== undefined && !CUT.includes(code);
    case 'timeout':
      return code === 'connect';
    default:
      return false;
  }
}

/** Whether a failure is of the service or the network, but perhaps of this moment only. */
function mayPass(error: unknown): boolean {
  return ServiceError.is(error) && ['server', 'rateLimit', 'timeout', 'connection'].includes(error.kind);
}
