import { l10n, workspace } from 'vscode';
import { shorten } from './conversation-excerpt.ts';
import { readTexts } from './texts-setting.ts';

/** Characters of a prompt without a name. */
const NAME_LENGTH = 30;

/** The system prompt of conversations that have none of their own; `''` for none. */
export function defaultSystemPrompt(): string {
  const text = workspace.getConfiguration('inkwell').get<unknown>('chat.systemPrompt');
  return typeof text === 'string' ? text.trim() : '';
}

/** The presets, by name. */
export function systemPromptPresets(): ReadonlyMap<string, string> {
  return readTexts('chat.systemPrompts');
}

/** What a system prompt is called: the name of its preset, else its first words; `undefined` where there is none. */
export function systemPromptName(system: string): string | undefined {
  const text = system.trim();
  if (text === '') {
    return undefined;
  }
  const preset = Array.from(systemPromptPresets()).find(([, preset]) => preset.trim() === text);
  return preset?.[0] ?? (shorten(text, NAME_LENGTH) || l10n.t('System prompt'));
}
