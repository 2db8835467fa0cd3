import {
  ConfigurationTarget,
  commands,
  l10n,
  type QuickPickItem,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import type { InlineServices } from './inline-provider.ts';
import { ownModel } from './inline-settings.ts';
import { ENABLED } from './inline-switched-on.ts';

/** Where inline completions are switched on or off. */
type Where = 'language' | 'everywhere';

interface Row extends QuickPickItem {
  readonly where: Where;
}

/**
 * Toggle Inline Completions, for the language at hand or for all: asks which, where `where` does not say. What is switched
 * on leads to a service and a model where there is none.
 */
export async function toggleInlineCompletion(
  services: InlineServices,
  document: TextDocument | undefined,
  where: unknown,
): Promise<void> {
  const chosen = await whereOf(where, document);
  if (chosen === undefined) {
    return;
  }
  const language = chosen === 'language' ? document?.languageId : undefined;
  const isOn = !isOnFor(language);
  await (language === undefined ? switchEverywhere(isOn) : switchLanguage(language, isOn));
  if (isOnIn(document, language) !== isOn) {
    await sayOverruled();
    return;
  }
  if (!isOn || (await leadToService(services, document))) {
    window.setStatusBarMessage(wordsFor(isOn, language), 5000);
  }
}

/** Connects and asks for a model where one or the other is wanting. Whether there are both then. */
export async function leadToService(
  { connection, models }: InlineServices,
  document: TextDocument | undefined,
): Promise<boolean> {
  const connected = await connection.require();
  if (!connected) {
    return false;
  }
  return (ownModel(document) ?? (await models.require('completion', connected, document))) !== undefined;
}

/** Where nothing is open, there is no language at hand. */
function whereOf(
  where: unknown,
  document: TextDocument | undefined,
): Promise<Where | undefined> | Where | undefined {
  if (!document) {
    return where === 'language' ? undefined : 'everywhere';
  }
  return where === 'language' || where === 'everywhere' ? where : askWhere(document);
}

async function askWhere(document: TextDocument): Promise<Where | undefined> {
  const { languageId } = document;
  const now = (isOn: boolean): string => (isOn ? l10n.t('on now') : l10n.t('off now'));
  const [isOnHere, isOn] = [isOnFor(languageId), isOnFor()];
  const rows: Row[] = [
    {
      label: isOnHere ? l10n.t('Turn Off for “{0}”', languageId) : l10n.t('Turn On for “{0}”', languageId),
      description: now(isOnHere),
      where: 'language',
    },
    {
      label: isOn ? l10n.t('Turn Off Everywhere') : l10n.t('Turn On Everywhere'),
      description: now(isOn),
      where: 'everywhere',
    },
  ];
  const row = await window.showQuickPick(rows, {
    title: l10n.t('Inline Completions'),
    placeHolder: l10n.t('Text is suggested as you type, and what is around the cursor is sent for that'),
  });
  return row?.where;
}

/** What the user's own settings say, for a language or in general. */
function isOnFor(languageId?: string): boolean {
  const values = valuesFor(languageId);
  return (values?.globalLanguageValue ?? values?.globalValue) === true;
}

/** What counts in a document, or in general. */
function isOnIn(document: TextDocument | undefined, languageId: string | undefined): boolean {
  const scope = languageId === undefined ? undefined : document;
  return workspace.getConfiguration('inkwell', scope).get<unknown>(ENABLED) === true;
}

function valuesFor(languageId?: string) {
  const scope = languageId === undefined ? undefined : { languageId };
  return workspace.getConfiguration('inkwell', scope).inspect<unknown>(ENABLED);
}

async function switchLanguage(languageId: string, isOn: boolean): Promise<void> {
  // Where it is so in general, the language needs no setting of its own.
  const value = (valuesFor(languageId)?.globalValue === true) === isOn ? undefined : isOn;
  const configuration = workspace.getConfiguration('inkwell', { languageId });
  await configuration.update(ENABLED, value, ConfigurationTarget.Global, true);
}

/** Languages that had it otherwise go along. */
async function switchEverywhere(isOn: boolean): Promise<void> {
  for (const languageId of valuesFor()?.languageIds ?? []) {
    if (valuesFor(languageId)?.globalLanguageValue === !isOn) {
      const configuration = workspace.getConfiguration('inkwell', { languageId });
      await configuration.update(ENABLED, undefined, ConfigurationTarget.Global, true);
    }
  }
  const inkwell = workspace.getConfiguration('inkwell');
  await inkwell.update(ENABLED, isOn || undefined, ConfigurationTarget.Global);
}

async function sayOverruled(): Promise<void> {
  const open = l10n.t('Open Setting');
  const chosen = await window.showWarningMessage(
    l10n.t('The settings of this workspace say otherwise, so that nothing has changed here.'),
    open,
  );
  if (chosen) {
    await commands.executeCommand('workbench.action.openWorkspaceSettings', { query: `inkwell.${ENABLED}` });
  }
}

function wordsFor(isOn: boolean, languageId: string | undefined): string {
  if (languageId === undefined) {
    return isOn
      ? l10n.t('Inkwell inline completions are on.')
      : l10n.t('Inkwell inline completions are off.');
  }
  return isOn
    ? l10n.t('Inkwell inline completions are on for “{0}”.', languageId)
    : l10n.t('Inkwell inline completions are off for “{0}”.', languageId);
}
