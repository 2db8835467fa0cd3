import { l10n } from 'vscode';
import { plainText } from '../ui/plain-text.ts';

/** Why an answer may not fit what follows it. */
export function suffixRefusedInWords(model: string): string {
  return l10n.t('{0} takes no suffix: what stands behind the cursor is not sent.', plainText(model));
}
