import type { Disposable, Uri } from 'vscode';
import type { CompletionServices } from './complete-selection.ts';

/** What candidates are asked for with. */
export interface CandidateServices extends CompletionServices {
  readonly extensionUri: Uri;
  /** Those that are open. */
  readonly tabs: Set<Disposable>;
}
