import {
  env,
  l10n,
  ProgressLocation,
  type QuickPickItem,
  QuickPickItemKind,
  window,
  workspace,
} from 'vscode';
import type { Connected } from '../connection/connection.ts';
import type { Model } from '../service/response-schema.ts';
import { plainLabel } from '../ui/plain-text.ts';
import type { ModelChoice } from './model-choice.ts';
import { TASK_NAMES } from './tasks.ts';

interface ModelItem extends QuickPickItem {
  readonly model: Model;
}

/** Show Models: id and owner of each; the chosen one's permissions, as the service gives them for it alone. */
export async function showModels(choice: ModelChoice): Promise<void> {
  const connected = await choice.connection.require();
  if (!connected) {
    return;
  }
  const { data } = await cancellable((signal) => connected.client.listModels({ signal }));
  const items = data.map(
    (model): ModelItem => ({
      label: plainLabel(model.id),
      description: plainLabel(model.owned_by ?? ''),
      ...usesOf(choice, model.id),
      model,
    }),
  );
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Models of {0}', connected.base.host),
    placeHolder:
      items.length > 0 ? l10n.t('Choose one to see its permissions') : l10n.t('The service lists no models'),
    matchOnDescription: true,
  });
  if (chosen) {
    await showModel(choice, connected, chosen.model.id);
  }
}

/** What a model is set for, in the line below it. */
function usesOf(choice: ModelChoice, id: string): { detail?: string } {
  const uses = { completion: l10n.t('completes text'), chat: l10n.t('chats'), edit: l10n.t('edits') };
  const set = TASK_NAMES.filter((task) => choice.configured(task) === id).map((task) => uses[task]);
  return set.length > 0 ? { detail: set.join(' · ') } : {};
}

interface FactItem extends QuickPickItem {
  readonly run?: () => unknown;
}

/** One model: what the service says of it, and what can be done with it. */
async function showModel(choice: ModelChoice, connected: Connected, id: string): Promise<void> {
  const model = await cancellable((signal) => connected.client.retrieveModel(id, { signal }));
  const facts: FactItem[] = [
    { label: `$(check) ${l10n.t('Use for completing text')}`, run: () => choice.choose('completion', id) },
    { label: `$(check) ${l10n.t('Use for chat')}`, run: () => choice.choose('chat', id) },
    {
      label: `$(check) ${l10n.t('Use for editing by instruction')}`,
      run: () => choice.choose('edit', id),
    },
    { label: `$(copy) ${l10n.t('Copy identifier')}`, run: () => env.clipboard.writeText(id) },
    {
      label: `$(json) ${l10n.t('Show as JSON')}`,
      run: async () => {
        const content = JSON.stringify(model, undefined, 2);
        await window.showTextDocument(await workspace.openTextDocument({ language: 'json', content }));
      },
    },
    { label: l10n.t('owner'), kind: QuickPickItemKind.Separator },
    { label: plainLabel(model.owned_by ?? l10n.t('not said')) },
    ...(model.permission ?? []).flatMap((entry) => permissionItems(entry)),
  ];
  const chosen = await window.showQuickPick(facts, { title: plainLabel(model.id) });
  await chosen?.run?.();
}

/** A permission entry's fields, whatever they are: the interface does not show them (§2). */
function permissionItems(entry: unknown): FactItem[] {
  const fields = typeof entry === 'object' && entry !== null ? Object.entries(entry) : [['', entry] as const];
  return [
    { label: l10n.t('permission'), kind: QuickPickItemKind.Separator },
    ...fields.map(([name, value]): FactItem => {
      const icon = value === true ? '$(pass) ' : value === false ? '$(circle-slash) ' : '';
      const label = icon + plainLabel(name.replaceAll('_', ' ') || String(value));
      const isText = typeof value !== 'boolean' && name !== '';
      return { label, ...(isText ? { description: plainLabel(String(value ?? '–')) } : {}) };
    }),
  ];
}

/** Milliseconds; a question that is answered sooner needs no notification, which would only flash. */
const PATIENCE = 500;

async function cancellable<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const asked = ask(controller.signal);
  const settled = asked.then(
    () => true,
    () => true,
  );
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE));
  if (!(await Promise.race([settled, late]))) {
    const title = l10n.t('Asking for models…');
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    await window.withProgress(options, async (_progress, token) => {
      const cancel = token.onCancellationRequested(() => controller.abort());
      await settled;
      cancel.dispose();
    });
  }
  return asked;
}
