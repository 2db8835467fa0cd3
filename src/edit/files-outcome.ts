import type { FilesRun } from '../ui/files-run.ts';

/** What became of one file; a proposal where there is something to change. */
export type FileOutcome<P> =
  | { readonly kind: 'proposed'; readonly proposal: P }
  | { readonly kind: 'unchanged' };

/** What became of several files. All lists are in the order of the files. */
export interface FilesOutcome<F, P> extends Omit<FilesRun<F, FileOutcome<P>>, 'done'> {
  readonly proposals: readonly P[];
  readonly unchanged: readonly F[];
}

export function filesOutcome<F, P>({ done, ...rest }: FilesRun<F, FileOutcome<P>>): FilesOutcome<F, P> {
  return {
    ...rest,
    proposals: done.flatMap(({ result }) => (result.kind === 'proposed' ? [result.proposal] : [])),
    unchanged: done.flatMap(({ file, result }) => (result.kind === 'unchanged' ? [file] : [])),
  };
}
