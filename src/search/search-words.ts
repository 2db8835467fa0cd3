import { l10n } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import type { Query } from './query.ts';
import type { Searcher } from './searcher.ts';

/** How far the index is. */
export function indexInWords({ status, size }: Searcher): string {
  const files = size.files.toLocaleString();
  switch (status) {
    case 'none':
      return l10n.t('nothing is indexed yet');
    case 'indexing':
      return l10n.t('indexing goes on, {0} files so far', files);
    case 'paused':
      return l10n.t('indexing is paused, {0} files so far', files);
    case 'ready':
      return l10n.t('{0} files are indexed', files);
  }
}

/** What Find Similar looks for, and how much of it. */
export function similarTitle({ text, cutTo }: Query): string {
  const said = plainText(text, 60);
  return cutTo === undefined
    ? l10n.t('Similar to “{0}”', said)
    : l10n.t('Similar to the first {0} tokens of “{1}”', cutTo.toLocaleString(), said);
}
