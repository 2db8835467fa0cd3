import { type ConfigurationScope, commands, l10n, type QuickPickItem, window } from 'vscode';
import { plainLabel, plainText } from '../ui/plain-text.ts';
import { readShippedTexts, readTexts } from './texts-setting.ts';

const SETTING = 'chat.templates';

/** The prompt templates of the settings, by name. */
export function templates(scope?: ConfigurationScope): ReadonlyMap<string, string> {
  return readTexts(SETTING, scope);
}

/** A template by its name: as the settings have it, else as it came with Inkwell. */
export function templateNamed(name: string, scope?: ConfigurationScope): PromptTemplate | undefined {
  const template = templates(scope).get(name) ?? readShippedTexts(SETTING).get(name);
  return template === undefined ? undefined : { name, template };
}

export interface PromptTemplate {
  readonly name: string;
  readonly template: string;
}

interface TemplateItem extends QuickPickItem {
  readonly template?: PromptTemplate;
}

/** Asks for one of the templates. `undefined` when the person thought better of it, or went to write one. */
export async function pickTemplate(scope?: ConfigurationScope): Promise<PromptTemplate | undefined> {
  const items = Array.from(
    templates(scope),
    ([name, template]): TemplateItem => ({
      label: plainLabel(name),
      detail: plainText(template, 100),
      template: { name, template },
    }),
  );
  const edit: TemplateItem = { label: `$(edit) ${l10n.t('Edit Templates…')}`, alwaysShow: true };
  const chosen = await window.showQuickPick([...items, edit], {
    title: l10n.t('Ask with Prompt Template'),
    placeHolder: l10n.t('Choose what to ask about the selection, or about the whole document'),
    matchOnDetail: true,
  });
  if (chosen === edit) {
    await commands.executeCommand('workbench.action.openSettings', `inkwell.${SETTING}`);
  }
  return chosen?.template;
}
