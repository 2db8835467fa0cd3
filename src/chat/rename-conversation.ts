import { l10n, window } from 'vscode';
import { plainText } from '../ui/plain-text.ts';

/** Characters that a title keeps. */
const LONGEST_TITLE = 200;

/**
 * Asks for a conversation's title. `''` is for the one that its first message makes; `undefined` when the person
 * thought better of it.
 */
export async function askForTitle(title: string): Promise<string | undefined> {
  const typed = await window.showInputBox({
    title: l10n.t('Rename Conversation'),
    prompt: l10n.t('Empty: named after its first message.'),
    value: title,
    validateInput: (text) =>
      text.trim().length > LONGEST_TITLE
        ? l10n.t('At most {0} characters, please.', LONGEST_TITLE)
        : undefined,
  });
  return typed === undefined ? undefined : plainText(typed, LONGEST_TITLE);
}
