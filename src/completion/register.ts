import type { Disposable } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import { registerCommand } from '../ui/commands.ts';
import type { Log } from '../ui/log.ts';
import { CompletionRuns } from './completion-runs.ts';

/** Complete Selection, and stopping it. */
export function registerCompletion(connection: Connection, models: ModelChoice, log: Log): Disposable[] {
  const runs = new CompletionRuns();
  return [
    runs,
    registerCommand('inkwell.completeSelection', log, async () =>
      (await import('./complete-selection.ts')).completeSelection({ connection, models, log, runs }),
    ),
    registerCommand('inkwell.stopCompletion', log, () => runs.stop()),
  ];
}
