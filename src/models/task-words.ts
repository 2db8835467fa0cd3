import { l10n, window } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import type { Task } from './tasks.ts';

export function taskName(task: Task): string {
  return {
    completion: l10n.t('Completing text'),
    chat: l10n.t('Chat'),
    edit: l10n.t('Editing by instruction'),
    search: l10n.t('Search by meaning'),
  }[task];
}

/** What a model does that is chosen for a task. */
export function taskUse(task: Task): string {
  return {
    completion: l10n.t('completes text'),
    chat: l10n.t('chats'),
    edit: l10n.t('edits'),
    search: l10n.t('searches'),
  }[task];
}

export function sayChosen(task: Task, model: string): void {
  const label = plainLabel(model);
  const said = {
    completion: l10n.t('Inkwell completes with {0}.', label),
    chat: l10n.t('Inkwell chats with {0}.', label),
    edit: l10n.t('Inkwell edits with {0}.', label),
    search: l10n.t('Inkwell searches with {0}.', label),
  };
  window.setStatusBarMessage(said[task], 5000);
}
