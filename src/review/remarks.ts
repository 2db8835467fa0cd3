import { l10n } from 'vscode';

/** Lines from which on it is noticed that much of a text is gone. */
const NOTICED_LINES = 20;

/** What to say where an answer may be a fragment only; a person should look before they apply it. */
export function remarkOnLength(before: string, after: string): string | undefined {
  const lines = lineCount(before);
  return lines >= NOTICED_LINES && lineCount(after) < lines / 2
    ? l10n.t('Less than half of the text is left: see whether anything is missing.')
    : undefined;
}

function lineCount(text: string): number {
  return text.split('\n').length;
}
