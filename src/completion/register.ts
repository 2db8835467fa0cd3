import { Disposable, type ExtensionContext } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import { registerCommand } from '../ui/commands.ts';
import type { Log } from '../ui/log.ts';
import type { CandidateServices } from './candidate-services.ts';
import { CompletionRuns } from './completion-runs.ts';
import { registerInlineSwitch } from './inline-switch.ts';
import { Refusals } from './refusals.ts';

/** Complete Selection, Complete with Candidates, and stopping them; inline completions. */
export function registerCompletion(
  { extensionUri }: Pick<ExtensionContext, 'extensionUri'>,
  connection: Connection,
  models: ModelChoice,
  log: Log,
): Disposable[] {
  const runs = new CompletionRuns();
  const refusals = new Refusals();
  const services: CandidateServices = {
    connection,
    models,
    log,
    runs,
    extensionUri,
    tabs: new Set(),
    refusals,
  };
  return [
    runs,
    registerCommand('inkwell.completeSelection', log, async () =>
      (await import('./complete-selection.ts')).completeSelection(services),
    ),
    registerCommand('inkwell.completeWithCandidates', log, async () =>
      (await import('./complete-with-candidates.ts')).completeWithCandidates(services),
    ),
    registerCommand('inkwell.stopCompletion', log, (place) =>
      runs.stop(place === 'document' ? place : undefined),
    ),
    registerInlineSwitch({ connection, models, log, runs, refusals }),
    new Disposable(() => {
      for (const tab of [...services.tabs]) {
        tab.dispose();
      }
    }),
  ];
}
