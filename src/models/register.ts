import type { Disposable } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import type { Log } from '../ui/log.ts';
import type { ModelChoice } from './model-choice.ts';

/** Choosing models, and looking at them. */
export function registerModels(models: ModelChoice, log: Log): Disposable[] {
  return [
    registerCommand('inkwell.selectModel', log, async () =>
      (await import('./select-model.ts')).selectModel(models),
    ),
    registerCommand('inkwell.showModels', log, async () =>
      (await import('./show-models.ts')).showModels(models),
    ),
  ];
}
