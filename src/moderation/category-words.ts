import { env, l10n } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import type { CategoryVerdict } from './verdict.ts';

/** A category in words; those that the interface does not name (§2) by the service's own, made plain. */
export function categoryInWords(name: string): string {
  switch (name) {
    case 'hate':
      return l10n.t('hate');
    case 'hate/threatening':
      return l10n.t('threatening hate');
    case 'self-harm':
      return l10n.t('self-harm');
    case 'sexual':
      return l10n.t('sexual content');
    case 'sexual/minors':
      return l10n.t('sexual content with minors');
    case 'violence':
      return l10n.t('violence');
    case 'violence/graphic':
      return l10n.t('graphic violence');
    default:
      return plainText(name, 40) || l10n.t('a category without a name');
  }
}

export function scoreInWords(score: number): string {
  return score.toLocaleString(env.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Such as “violence (0.93), graphic violence”. */
export function flaggedInWords(categories: readonly CategoryVerdict[]): string {
  return categories.length === 0
    ? l10n.t('flagged, without saying what for')
    : categories
        .map(({ name, score }) =>
          score === undefined
            ? categoryInWords(name)
            : l10n.t('{0} ({1})', categoryInWords(name), scoreInWords(score)),
        )
        .join(', ');
}
