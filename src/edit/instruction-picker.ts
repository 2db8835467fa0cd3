import { type ConfigurationScope, commands, l10n, type Memento, workspace } from 'vscode';
import { askForText, type TypedDraft } from '../ui/text-picker.ts';
import { InstructionHistory } from './instruction-history.ts';
import { instructionPresets } from './instruction-presets.ts';

export interface InstructionQuestion {
  /** What is going to be edited. */
  readonly title: string;
  readonly scope?: ConfigurationScope | undefined;
}

const SETTING = 'edit.instructions';

const draft: TypedDraft = { text: '' };

/** Asks what is to be done, with earlier instructions and those of the settings at hand. `undefined` when dismissed. */
export function askForInstruction(
  { globalState }: { readonly globalState: Memento },
  { title, scope }: InstructionQuestion,
): Promise<string | undefined> {
  const question = {
    title,
    placeholder: l10n.t('Say what is to be done, or choose an instruction'),
    history: new InstructionHistory(globalState),
    presets: instructionPresets(workspace.getConfiguration('inkwell', scope).get<unknown>(SETTING)),
    settings: {
      tooltip: l10n.t('Edit the Instructions of the Settings'),
      open: () => void commands.executeCommand('workbench.action.openSettings', `inkwell.${SETTING}`),
    },
  };
  return askForText(question, draft);
}
