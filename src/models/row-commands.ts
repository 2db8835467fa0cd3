import { env } from 'vscode';
import type { ReadOnlyTexts } from '../files/read-only-texts.ts';
import type { ModelChoice } from './model-choice.ts';
import type { ModelsView } from './models-view.ts';
import { showModelAsJson } from './show-model-as-json.ts';
import type { Task } from './tasks.ts';
import { useModel, useModelFor } from './use-model.ts';

/** What is done with a model, by the row that a menu gives along; without one, nothing. */
export async function useRow(choice: ModelChoice, row: unknown, task?: Task): Promise<void> {
  const id = modelOf(row);
  if (id === undefined) {
    return;
  }
  await (task ? useModelFor(choice, task, id) : useModel(choice, id));
}

export async function copyIdentifier(row: unknown): Promise<void> {
  const id = modelOf(row);
  if (id !== undefined) {
    await env.clipboard.writeText(id);
  }
}

export async function showAsJson(
  row: unknown,
  open: () => Promise<Pick<ModelsView, 'retrieve'>>,
  texts: ReadOnlyTexts,
): Promise<void> {
  const id = modelOf(row);
  if (id !== undefined) {
    await showModelAsJson(id, await open(), texts);
  }
}

function modelOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('model' in row)) {
    return undefined;
  }
  const { model } = row;
  return typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string'
    ? model.id
    : undefined;
}
