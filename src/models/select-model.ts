import { l10n, type QuickPickItem, window } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import type { ModelChoice } from './model-choice.ts';
import { sayChosen, taskName } from './task-words.ts';
import { TASK_NAMES, type Task } from './tasks.ts';

/** Select Model…: asks what for, where that is not said. Whether one was chosen. */
export async function selectModel(models: ModelChoice, task?: Task): Promise<boolean> {
  const connected = await models.connection.require();
  const chosenTask = connected && (task ?? (await askForTask(models)));
  const model = chosenTask && (await models.ask(chosenTask, connected));
  if (!chosenTask || model === undefined) {
    return false;
  }
  sayChosen(chosenTask, model);
  return true;
}

async function askForTask(models: ModelChoice): Promise<Task | undefined> {
  const items = TASK_NAMES.map((task): QuickPickItem & { task: Task } => ({
    label: taskName(task),
    description: plainLabel(models.configured(task) ?? l10n.t('not chosen yet')),
    task,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Select Model'),
    placeHolder: l10n.t('What is the model for?'),
  });
  return chosen?.task;
}
