import { l10n } from 'vscode';
import type { LeftOutReason } from './text-file.ts';

/** A sentence for each reason, given a number of files as people write it. */
type Sentences<Reason extends string> = Readonly<Record<Reason, (count: string) => string>>;

const SENTENCES: Sentences<LeftOutReason> = {
  ignored: (count) => l10n.t('Left out since ignore files say so: {0}.', count),
  excluded: (count) => l10n.t('Left out since settings exclude them: {0}.', count),
  link: (count) => l10n.t('Left out since they are links to elsewhere: {0}.', count),
  binary: (count) => l10n.t('Left out since they are not text: {0}.', count),
  tooLarge: (count) => l10n.t('Left out since they are larger than 1 MB: {0}.', count),
  missing: (count) => l10n.t('Left out since they cannot be read: {0}.', count),
};

/**
 * Why some of what was chosen is not sent, each reason in a sentence.
 *
 * @param own what the caller says of its own reasons, which come first, and of others in its own words
 */
export function leftOutInWords<Own extends string>(
  leftOut: ReadonlyMap<LeftOutReason | Own, number>,
  own: Sentences<Own> & Partial<Sentences<LeftOutReason>>,
): string[] {
  const sentences: Partial<Sentences<string>> = { ...own, ...SENTENCES, ...own };
  const counts: ReadonlyMap<string, number> = leftOut;
  return Object.entries(sentences).flatMap(([reason, sentence]) => {
    const count = counts.get(reason);
    return count === undefined || !sentence ? [] : [sentence(count.toLocaleString())];
  });
}
