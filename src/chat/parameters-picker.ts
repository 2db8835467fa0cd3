import { commands, l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { readParameterSetting } from '../models/parameters.ts';
import type { SetParameters } from '../models/set-parameters.ts';
import { plainLabel, plainText } from '../ui/plain-text.ts';
import {
  type ChatParameter,
  type ParameterInUse,
  parametersInUse,
  parseValue,
  refusalOf,
  showValue,
  withParameter,
} from './parameter-values.ts';

export interface ParametersOptions {
  /** What the conversation has of its own now. */
  readonly own: () => SetParameters;
  /** Keeps what the conversation has of its own from now on; `null` for nothing. */
  readonly keep: (own: Record<string, unknown> | null) => unknown;
}

interface ParameterItem extends QuickPickItem {
  readonly action: ChatParameter | 'resetAll' | 'openSettings' | 'none';
}

/** Shows what the next request is sent with, and changes it for one conversation, until the person leaves. */
export async function pickParameters(options: ParametersOptions): Promise<void> {
  let last: ChatParameter | undefined;
  for (;;) {
    const settings = readParameterSetting('chat');
    const own = options.own();
    const action = await choose(parametersInUse(settings, own), last);
    switch (action) {
      case undefined:
      case 'none':
        return;
      case 'openSettings':
        await commands.executeCommand('workbench.action.openSettings', 'inkwell.chat.parameters');
        return;
      case 'resetAll':
        await options.keep(null);
        break;
      default: {
        last = action;
        const change = await askForValue(action, settings, own);
        if (change) {
          await options.keep(withParameter(options.own(), action, change.value));
        }
      }
    }
  }
}

/** @param last the parameter to begin at */
function choose(
  inUse: readonly ParameterInUse[],
  last: ChatParameter | undefined,
): Promise<ParameterItem['action'] | undefined> {
  const items: ParameterItem[] = inUse.map((parameter) => ({
    label: parameter.name,
    description: inWords(parameter),
    action: parameter.name,
  }));
  items.push({ label: '', kind: QuickPickItemKind.Separator, action: 'none' });
  if (inUse.some(({ source }) => source === 'conversation')) {
    items.push({
      label: `$(discard) ${l10n.t('Reset All to the Settings')}`,
      alwaysShow: true,
      action: 'resetAll',
    });
  }
  items.push({
    label: `$(settings-gear) ${l10n.t('Open Settings')}`,
    alwaysShow: true,
    action: 'openSettings',
  });
  const picker = window.createQuickPick<ParameterItem>();
  picker.title = l10n.t('Parameters of this conversation');
  picker.placeholder = l10n.t('Choose one to change it');
  picker.items = items;
  picker.activeItems = items.filter(({ action }) => action === last);
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.action);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

function inWords({ name, value, source }: ParameterInUse): string {
  const shown = value === undefined ? l10n.t('not sent') : plainLabel(showValue(name, value));
  switch (source) {
    case 'conversation':
      return l10n.t('{0} — this conversation', shown);
    case 'settings':
      return l10n.t('{0} — settings', shown);
    case 'none':
      return shown;
  }
}

/** `undefined` when the person thought better of it; a value that is `undefined` goes back to the settings. */
async function askForValue(
  name: ChatParameter,
  settings: SetParameters,
  own: SetParameters,
): Promise<{ readonly value: unknown } | undefined> {
  const current = own[name];
  const typed = await window.showInputBox({
    title: l10n.t('{0} for this conversation', name),
    prompt: `${hintFor(name)} ${l10n.t('Empty: as in the settings. null: not sent.')}`,
    value: current === undefined ? '' : showValue(name, current),
    placeHolder: placeholderFor(name, settings[name]),
    validateInput: async (text) => {
      const refusal = await refusalOf(name, parseValue(name, text), settings, own);
      return refusal === undefined ? undefined : plainText(refusal);
    },
  });
  return typed === undefined ? undefined : { value: parseValue(name, typed) };
}

function placeholderFor(name: ChatParameter, set: unknown): string {
  return set === undefined || set === null
    ? l10n.t('not set')
    : l10n.t('{0} in the settings', plainText(showValue(name, set)));
}

function hintFor(name: ChatParameter): string {
  switch (name) {
    case 'temperature':
      return l10n.t('0 to 2: higher is more random. Not together with top_p.');
    case 'top_p':
      return l10n.t(
        '0 to 1: only the most likely tokens that together reach this. Not together with temperature.',
      );
    case 'max_tokens':
      return l10n.t('Most tokens of a reply.');
    case 'n':
      return l10n.t('Number of replies to choose from. Each uses up quota.');
    case 'stop':
      return l10n.t('Text at which to stop, or up to four of them: ["###", "\\n\\n"].');
    case 'stream':
      return l10n.t('true: the reply is shown as it is made. false: all at once.');
    case 'presence_penalty':
      return l10n.t('-2 to 2: higher values make it talk of new things.');
    case 'frequency_penalty':
      return l10n.t('-2 to 2: higher values make it repeat fewer words.');
    case 'logit_bias':
      return l10n.t('Words and how likely they are, -100 (never) to 100 (only): { " very": -100 }.');
  }
}
