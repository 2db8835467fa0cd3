import { l10n, type Memento } from 'vscode';
import { toOneLine } from '../ui/one-line.ts';
import { TextHistory } from '../ui/text-history.ts';
import { askForText, type TypedDraft } from '../ui/text-picker.ts';

const draft: TypedDraft = { text: '' };

/** Lets the next question begin with this prompt. */
export function draftPrompt(prompt: string): void {
  draft.text = toOneLine(prompt);
}

/** The prompts that were given, on this machine. */
export function promptHistory({ globalState }: { readonly globalState: Memento }): TextHistory {
  return new TextHistory(globalState, 'inkwell.imagePrompts', 50);
}

/** Asks what is to be in an image, with earlier prompts at hand. `undefined` when dismissed. */
export function askForPrompt(
  context: { readonly globalState: Memento },
  title: string,
): Promise<string | undefined> {
  const placeholder = l10n.t('Describe the image, or choose an earlier prompt');
  return askForText({ title, placeholder, history: promptHistory(context) }, draft);
}
