import {
  commands,
  env,
  l10n,
  QuickInputButtons,
  type QuickPickItem,
  QuickPickItemKind,
  window,
} from 'vscode';
import { AUDIO_RESPONSE_FORMATS } from '../service/limits.ts';
import { plainLabel, plainText } from '../ui/plain-text.ts';
import type { ResponseFormat } from './answer-format.ts';
import {
  type AudioOperation,
  type AudioParameters,
  checkParameters,
  parametersFor,
} from './audio-request.ts';
import { settingFor } from './audio-settings.ts';
import { languagesIn } from './languages.ts';

/** What is to be done with audio. */
export interface AudioChoice {
  readonly operation: AudioOperation;
  readonly parameters: AudioParameters;
}

type Option = 'operation' | 'response_format' | 'language' | 'prompt' | 'temperature' | 'model';

interface OptionItem extends QuickPickItem {
  readonly action?: Option | 'begin' | 'openSettings';
}

/** Asks what is to be done with audio; what is in effect needs but one key. `undefined` when dismissed. */
export async function askForOptions(
  title: string,
  inEffect: AudioChoice,
  settingsOf: (operation: AudioOperation) => AudioParameters,
): Promise<AudioChoice | undefined> {
  let choice = inEffect;
  for (;;) {
    const action = await askWhich(title, choice);
    switch (action) {
      case undefined:
        return undefined;
      case 'begin':
        return choice;
      case 'openSettings':
        await commands.executeCommand('workbench.action.openSettings', settingFor(choice.operation));
        return undefined;
      default:
        choice = (await change(action, choice, settingsOf)) ?? choice;
    }
  }
}

function askWhich(title: string, choice: AudioChoice): Promise<OptionItem['action']> {
  const picker = window.createQuickPick<OptionItem>();
  picker.title = title;
  picker.placeholder = l10n.t('Press Enter to begin, or choose what to change');
  picker.ignoreFocusOut = true;
  picker.matchOnDescription = true;
  picker.items = optionItems(choice);
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

function optionItems({ operation, parameters }: AudioChoice): OptionItem[] {
  const { response_format, language, prompt, temperature, model } = parameters;
  const isTranslation = operation === 'translation';
  return [
    {
      label: `$(play) ${isTranslation ? l10n.t('Translate into English') : l10n.t('Transcribe')}`,
      description: l10n.t('begin'),
      action: 'begin',
    },
    { label: l10n.t('options'), kind: QuickPickItemKind.Separator },
    { label: l10n.t('Text'), description: operationName(operation), action: 'operation' },
    { label: l10n.t('Format'), description: formatName(response_format), action: 'response_format' },
    ...(isTranslation
      ? []
      : [
          {
            label: l10n.t('Language Spoken'),
            description: language === undefined ? l10n.t('found by the service') : languageName(language),
            action: 'language' as const,
          },
        ]),
    {
      label: l10n.t('Prompt'),
      description: prompt === undefined ? l10n.t('none') : plainLabel(prompt, 80),
      action: 'prompt',
    },
    {
      label: l10n.t('Temperature'),
      description: temperature === undefined ? l10n.t('as the service has it') : String(temperature),
      action: 'temperature',
    },
    { label: l10n.t('Model'), description: plainLabel(model), action: 'model' },
    { label: '', kind: QuickPickItemKind.Separator },
    { label: `$(settings-gear) ${l10n.t('Open Settings')}`, alwaysShow: true, action: 'openSettings' },
  ];
}

function operationName(operation: AudioOperation): string {
  return operation === 'translation'
    ? l10n.t('in English, translated')
    : l10n.t('in the language that is spoken');
}

function formatName(format: ResponseFormat | undefined): string {
  switch (format) {
    case undefined:
      return l10n.t('as the service has it: text in JSON');
    case 'verbose_json':
      return l10n.t('transcript to read, hear and edit');
    case 'text':
      return l10n.t('plain text');
    case 'srt':
      return l10n.t('SubRip subtitles');
    case 'vtt':
      return l10n.t('WebVTT subtitles');
    case 'json':
      return l10n.t('text in JSON');
  }
}

function formatItems(): Value<ResponseFormat | undefined>[] {
  return [
    ...AUDIO_RESPONSE_FORMATS.map((value) => ({ label: formatName(value), description: value, value })),
    { label: formatName(undefined), value: undefined },
  ];
}

/** `undefined` when it stays as it is. */
async function change(
  option: Option,
  choice: AudioChoice,
  settingsOf: (operation: AudioOperation) => AudioParameters,
): Promise<AudioChoice | undefined> {
  const { operation, parameters } = choice;
  const withChange = (changed: Partial<AudioParameters>): AudioChoice => ({
    operation,
    parameters: checkParameters(operation, { ...parameters, ...changed }),
  });
  switch (option) {
    case 'operation':
      return changeOperation(choice, settingsOf);
    case 'response_format': {
      const format = await pick(l10n.t('Format'), formatItems(), parameters.response_format);
      return format && withChange({ response_format: format.value });
    }
    case 'language': {
      const language = await pick(l10n.t('Language Spoken'), languageItems(), parameters.language);
      return language && withChange({ language: language.value });
    }
    case 'prompt': {
      const prompt = await askForText(option, choice, promptHint(operation));
      return prompt === undefined ? undefined : withChange({ prompt: prompt === '' ? undefined : prompt });
    }
    case 'temperature': {
      const hint = l10n.t(
        '0 to 1: higher is more random. At 0 the service raises it by itself as needed. Empty: not sent.',
      );
      const typed = await askForText(option, choice, hint);
      return typed === undefined
        ? undefined
        : withChange({ temperature: typed.trim() === '' ? undefined : Number(typed) });
    }
    case 'model': {
      const model = await askForText(option, choice, l10n.t('Identifier of a model for speech'));
      return model === undefined ? undefined : withChange({ model: model.trim() });
    }
  }
}

async function changeOperation(
  { operation, parameters }: AudioChoice,
  settingsOf: (operation: AudioOperation) => AudioParameters,
): Promise<AudioChoice | undefined> {
  const operations = ['transcription', 'translation'] as const;
  const chosen = await pick(
    l10n.t('Text'),
    operations.map((value) => ({ label: operationName(value), value })),
    operation,
  );
  if (!chosen || chosen.value === operation) {
    return undefined;
  }
  // A prompt is in the language of the text, so that the one is none for the other.
  const { prompt } = settingsOf(chosen.value);
  return { operation: chosen.value, parameters: { ...parametersFor(chosen.value, parameters), prompt } };
}

interface Value<T> extends QuickPickItem {
  readonly value: T;
}

/** @param current the value to begin at */
function pick<T>(
  title: string,
  items: readonly Value<T>[],
  current: T,
): Promise<{ readonly value: T } | undefined> {
  const picker = window.createQuickPick<Value<T>>();
  picker.title = title;
  picker.ignoreFocusOut = true;
  picker.matchOnDescription = true;
  picker.items = items;
  picker.activeItems = items.filter(({ value }) => value === current);
  picker.buttons = [QuickInputButtons.Back];
  return new Promise((resolve) => {
    const exact = (): Value<T> | undefined =>
      items.find(({ value }) => value === picker.value.trim().toLowerCase());
    picker.onDidChangeValue(() => {
      // Else `de` would be the first language that has these letters anywhere.
      const first = exact();
      picker.items = first ? [first, ...items.filter((item) => item !== first)] : items;
    });
    picker.onDidAccept(() => {
      // What was typed a moment ago may not have its row at the top yet.
      resolve(exact() ?? picker.selectedItems[0]);
      picker.hide();
    });
    picker.onDidTriggerButton(() => picker.hide());
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

function languageItems(): Value<string | undefined>[] {
  return [
    { label: l10n.t('Found by the service'), value: undefined },
    ...languagesIn(env.language).map(({ code, name }) => ({
      label: name,
      description: [code, ownName(code)].filter((each) => each !== name).join(' · '),
      value: code,
    })),
  ];
}

/** What a language is called by those who speak it. */
function ownName(code: string): string {
  return new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code) ?? code;
}

function languageName(code: string): string {
  return languagesIn(env.language).find((language) => language.code === code)?.name ?? code;
}

function promptHint(operation: AudioOperation): string {
  return operation === 'translation'
    ? l10n.t('Names and style, or what was said before, in English. Empty: not sent.')
    : l10n.t('Names, spelling and style, or what was said before, in the language spoken. Empty: not sent.');
}

async function askForText(
  option: 'prompt' | 'temperature' | 'model',
  { operation, parameters }: AudioChoice,
  hint: string,
): Promise<string | undefined> {
  const titles = { prompt: l10n.t('Prompt'), temperature: l10n.t('Temperature'), model: l10n.t('Model') };
  return window.showInputBox({
    title: titles[option],
    prompt: hint,
    value: String(parameters[option] ?? ''),
    ignoreFocusOut: true,
    validateInput: (typed) => refusalOf(option, typed, operation, parameters),
  });
}

function refusalOf(
  option: 'prompt' | 'temperature' | 'model',
  typed: string,
  operation: AudioOperation,
  parameters: AudioParameters,
): string | undefined {
  const text = typed.trim();
  if (text === '' && option !== 'model') {
    return undefined;
  }
  try {
    checkParameters(operation, { ...parameters, [option]: option === 'temperature' ? Number(text) : text });
    return undefined;
  } catch (error) {
    return plainText(error instanceof Error ? error.message : String(error));
  }
}
