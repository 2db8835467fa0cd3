import { ServiceError } from '../service/errors.ts';
import { pool } from '../ui/pool.ts';

/** How many files are asked for at the same time. */
const AT_ONCE = 2;

/** Failures one after another, each of which might pass, that are taken for a service that is down. */
const MOST_IN_A_ROW = 4;

/** What became of one file; a proposal where there is something to change. */
export type FileOutcome<P> =
  | { readonly kind: 'proposed'; readonly proposal: P }
  | { readonly kind: 'unchanged' };

export interface FailedFile<F> {
  readonly file: F;
  readonly error: unknown;
}

/** What became of several files. All lists are in the order of the files. */
export interface FilesRun<F, P> {
  readonly proposals: readonly P[];
  readonly unchanged: readonly F[];
  readonly failed: readonly FailedFile<F>[];
  /** For which nothing was sent, or not to its end: it was cancelled, or would have failed likewise. */
  readonly notAsked: readonly F[];
  /** The failure that the rest was not begun for. */
  readonly stoppedBy?: unknown;
}

type Settled<P> =
  | FileOutcome<P>
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'notAsked' };

/**
 * Asks for the new texts of files, two at a time. The failure of one does not stop the others, unless it would repeat
 * for each of them. Cancelling keeps what has come.
 *
 * @param ask fails with a `ServiceError` of the kind `cancelled` when the signal is aborted
 * @param onSettled is told how many files are done with
 */
export async function runFiles<F, P>(
  files: readonly F[],
  ask: (file: F, signal: AbortSignal) => Promise<FileOutcome<P>>,
  stop: AbortController,
  onSettled: (count: number) => void = () => {},
): Promise<FilesRun<F, P>> {
  let settled = 0;
  let inARow = 0;
  let stoppedBy: { readonly error: unknown } | undefined;
  const settle = async (file: F): Promise<Settled<P>> => {
    if (stop.signal.aborted || stoppedBy) {
      return { kind: 'notAsked' };
    }
    try {
      const outcome = await ask(file, stop.signal);
      inARow = 0;
      return outcome;
    } catch (error) {
      if (stop.signal.aborted && ServiceError.is(error, 'cancelled')) {
        return { kind: 'notAsked' };
      }
      inARow = mayPass(error) ? inARow + 1 : inARow;
      if (repeats(error) || inARow >= MOST_IN_A_ROW) {
        stoppedBy ??= { error };
      }
      return { kind: 'failed', error };
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
      return { file, outcome };
    },
    stop,
  );
  return {
    proposals: outcomes.flatMap(({ outcome }) => (outcome.kind === 'proposed' ? [outcome.proposal] : [])),
    unchanged: outcomes.flatMap(({ file, outcome }) => (outcome.kind === 'unchanged' ? [file] : [])),
    failed: outcomes.flatMap(({ file, outcome }) =>
      outcome.kind === 'failed' ? [{ file, error: outcome.error }] : [],
    ),
    notAsked: outcomes.flatMap(({ file, outcome }) => (outcome.kind === 'notAsked' ? [file] : [])),
    ...(stoppedBy && { stoppedBy: stoppedBy.error }),
  };
}

/** Fields of a request that are of the file; a failure about any other is about the settings. */
const OF_FILE = ['input', 'messages'];

/** Codes of connections that stood and were cut. */
const CUT = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'];

/** Whether what failed for one file would fail for each other in the same way. */
function repeats(error: unknown): boolean {
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
      return param !== undefined && !OF_FILE.includes(param.split(/[.[]/)[0] ?? '');
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
