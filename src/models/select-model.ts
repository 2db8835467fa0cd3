import { l10n, type QuickPickItem, window } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import type { ModelChoice } from './model-choice.ts';
import { TASK_NAMES, type Task } from './tasks.ts';

/** Select Model…: asks what for, where that is not said. Whether one was chosen. */
export async function selectModel(models: ModelChoice, task?: Task): Promise<boolean> {
  const connected = await models.connection.require();
  const chosenTask = connected && (task ?? (await askForTask(models)));
  const model = chosenTask && (await models.ask(chosenTask, connected));
  if (!chosenTask || model === undefined) {
    return false;
  }
  const said = {
    completion: l10n.t('Inkwell completes with {0}.', plainLabel(model)),
    chat: l10n.t('Inkwell chats with {0}.', plainLabel(model)),
    edit: l10n.t('Inkwell edits with {0}.', plainLabel(model)),
  };
  window.setStatusBarMessage(said[chosenTask], 5000);
  return true;
}

async function askForTask(models: ModelChoice): Promise<Task | undefined> {
  const labels = {
    completion: l10n.t('Completing text'),
    chat: l10n.t('Chat'),
    edit: l10n.t('Editing by instruction'),
  };
  const items = TASK_NAMES.map((task): QuickPickItem & { task: Task } => ({
    label: labels[task],
    description: plainLabel(models.configured(task) ?? l10n.t('not chosen yet')),
    task,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Select Model'),
    placeHolder: l10n.t('What is the model for?'),
  });
  return chosen?.task;
}
