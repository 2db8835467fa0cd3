import { l10n, type QuickPickItem, window } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import type { ModelChoice } from './model-choice.ts';
import { readableId } from './model-order.ts';
import { sayChosen, taskName } from './task-words.ts';
import { TASK_NAMES, type Task } from './tasks.ts';

/** Use for…: for which tasks a model is used, those that it is used for being marked. */
export async function useModel(choice: ModelChoice, model: string): Promise<void> {
  const items = TASK_NAMES.map((task): QuickPickItem & { task: Task; isUsed: boolean } => {
    const current = choice.configured(task);
    const isUsed = current === model;
    const description =
      isUsed || current === undefined ? {} : { description: l10n.t('now {0}', plainLabel(current)) };
    return { label: taskName(task), picked: isUsed, ...description, task, isUsed };
  });
  const chosen = await window.showQuickPick(items, {
    canPickMany: true,
    title: l10n.t('Use {0} for', plainLabel(readableId(model))),
    placeHolder: l10n.t('Where nothing is chosen, you are asked when a model is needed'),
  });
  if (!chosen) {
    return;
  }
  for (const item of items) {
    const isWanted = chosen.some(({ task }) => task === item.task);
    if (isWanted !== item.isUsed) {
      await choice.choose(item.task, isWanted ? model : undefined);
    }
  }
}

/** The same for one task, without a question. */
export async function useModelFor(choice: ModelChoice, task: Task, model: string): Promise<void> {
  await choice.choose(task, model);
  sayChosen(task, model);
}
