import { l10n, type QuickPickItem, window } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import type { StreamWriter } from './stream-writer.ts';

/** Offers the answers beyond the first in its place; leaving keeps the first. */
export async function offerAlternatives(
  writer: StreamWriter,
  alternatives: readonly string[],
): Promise<void> {
  const texts = [writer.written(0), ...alternatives];
  const items = texts.map((text, index): QuickPickItem & { text: string } => {
    const [first = '', ...rest] = text.trim().split('\n');
    return {
      label: plainLabel(first) || l10n.t('(empty)'),
      description: index === 0 ? l10n.t('inserted') : '',
      detail: plainLabel(rest.join(' ')),
      text,
    };
  });
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('{0} answers came', texts.length),
    placeHolder: l10n.t('Choose the one to keep'),
  });
  if (chosen && chosen !== items[0]) {
    await writer.replace(0, chosen.text);
  }
}
