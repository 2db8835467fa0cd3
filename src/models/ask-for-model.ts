import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Model } from '../service/response-schema.ts';
import { errorInWords } from '../ui/error-words.ts';
import { plainLabel } from '../ui/plain-text.ts';
import { isLikely, type Task } from './tasks.ts';

interface ModelItem extends QuickPickItem {
  readonly model?: string;
}

function titleFor(task: Task): string {
  return {
    completion: l10n.t('Model for completing text'),
    chat: l10n.t('Model for chat'),
    edit: l10n.t('Model for editing by instruction'),
    search: l10n.t('Model for search by meaning'),
  }[task];
}

/** Asks which of the service's models to use; an identifier that it does not list can be typed. */
export function askForModel(
  task: Task,
  client: Client,
  current: string | undefined,
): Promise<string | undefined> {
  const picker = window.createQuickPick<ModelItem>();
  const loading = new AbortController();
  let models: readonly Model[] = [];
  let failure: string | undefined;
  picker.title = titleFor(task);
  picker.placeholder = l10n.t('Choose a model, or type its identifier');
  picker.matchOnDescription = true;
  picker.busy = true;
  const show = (): void => {
    picker.items = itemsFor(task, models, current, picker.value.trim(), failure, !picker.busy);
  };
  return new Promise((resolve) => {
    picker.onDidChangeValue(show);
    picker.onDidAccept(() => {
      // What was pasted a moment ago may not have its row yet.
      const model = picker.selectedItems[0]?.model ?? (picker.value.trim() || undefined);
      if (model !== undefined) {
        resolve(model);
        picker.hide();
      }
    });
    picker.onDidHide(() => {
      loading.abort();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    void load();

    async function load(): Promise<void> {
      try {
        models = (await client.listModels({ signal: loading.signal })).data;
      } catch (error) {
        if (ServiceError.is(error, 'cancelled')) {
          return;
        }
        failure = errorInWords(error).message;
      }
      picker.busy = false;
      show();
    }
  });
}

function itemsFor(
  task: Task,
  models: readonly Model[],
  current: string | undefined,
  typed: string,
  failure: string | undefined,
  isLoaded: boolean,
): ModelItem[] {
  const item = (model: Model): ModelItem => ({
    label: plainLabel(model.id),
    ...(model.owned_by ? { description: plainLabel(model.owned_by) } : {}),
    ...(model.id === current ? { detail: l10n.t('chosen now') } : {}),
    model: model.id,
  });
  const likely = models.filter((model) => isLikely(task, model.id));
  const others = models.filter((model) => !likely.includes(model));
  const items: ModelItem[] = [];
  if (failure) {
    items.push({
      label: `$(error) ${l10n.t('The models cannot be listed')}`,
      detail: failure,
      alwaysShow: true,
    });
  }
  if (likely.length > 0) {
    items.push({ label: l10n.t('likely'), kind: QuickPickItemKind.Separator }, ...likely.map(item));
  }
  if (others.length > 0) {
    items.push({ label: l10n.t('others'), kind: QuickPickItemKind.Separator }, ...others.map(item));
  }
  if (models.length === 0 && isLoaded && !failure) {
    items.push({
      label: l10n.t('The service lists no models. Type the identifier of one.'),
      alwaysShow: true,
    });
  }
  if (typed && !models.some((model) => model.id === typed)) {
    items.push({ label: l10n.t('Use “{0}”', plainLabel(typed)), model: typed, alwaysShow: true });
  }
  return items;
}
