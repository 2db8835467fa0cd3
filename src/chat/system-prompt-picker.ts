import { commands, l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { plainLabel, plainText } from '../ui/plain-text.ts';
import { defaultSystemPrompt, systemPromptPresets } from './system-prompts.ts';

export interface SystemPromptOptions {
  /** What the conversation has of its own; `undefined` where the settings count, `''` for none. */
  readonly own: string | undefined;
  /** Keeps it: text, `''` for none, `null` for what the settings say. */
  readonly keep: (system: string | null) => unknown;
  /** Lets the person write it. */
  readonly write: () => unknown;
}

interface PromptItem extends QuickPickItem {
  readonly run?: () => unknown;
}

/** Lets the person choose a conversation's system prompt: a preset, none, the settings', or one of its own. */
export async function pickSystemPrompt({ own, keep, write }: SystemPromptOptions): Promise<void> {
  const presets = Array.from(systemPromptPresets());
  const set = defaultSystemPrompt();
  const isPreset = presets.some(([, text]) => text.trim() === own?.trim());
  const item = (label: string, isCurrent: boolean, system: string | null, text: string): PromptItem => ({
    label: plainLabel(label),
    ...(isCurrent && { description: l10n.t('chosen now') }),
    ...(text && { detail: plainText(text, 120) }),
    run: () => keep(system),
  });
  const items: PromptItem[] = [
    item(l10n.t('As in the Settings'), own === undefined, null, set || l10n.t('None.')),
    item(l10n.t('None'), own === '', '', ''),
    { label: l10n.t('presets'), kind: QuickPickItemKind.Separator },
    ...presets.map(([name, text]) => item(name, text.trim() === own?.trim(), text.trim(), text)),
    { label: '', kind: QuickPickItemKind.Separator },
    {
      label: `$(edit) ${l10n.t('Write for This Conversation…')}`,
      ...(own && !isPreset && { description: l10n.t('chosen now'), detail: plainText(own, 120) }),
      alwaysShow: true,
      run: write,
    },
    {
      label: `$(settings-gear) ${l10n.t('Edit Presets…')}`,
      alwaysShow: true,
      run: () => commands.executeCommand('workbench.action.openSettings', 'inkwell.chat.systemPrompts'),
    },
  ];
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('System Prompt of this conversation'),
    placeHolder: l10n.t('What the model should know and do, whatever is asked'),
    matchOnDetail: true,
  });
  await chosen?.run?.();
}
