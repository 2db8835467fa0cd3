import { l10n, window } from 'vscode';
import { leftOutInWords } from '../files/left-out-words.ts';
import { plainText } from '../ui/plain-text.ts';
import type { ScanReason } from './folder-scan.ts';
import type { IndexAnswer, IndexQuestion } from './index-talk.ts';
import type { NoChunks } from './index-update.ts';

/** Asks before anything is sent, with all that is known of it. */
export async function askToIndex(question: IndexQuestion): Promise<IndexAnswer> {
  const index = l10n.t('Index');
  const model = l10n.t('Choose Model…');
  const exclude = l10n.t('Leave Out Files…');
  const { folder, survey } = question;
  const chosen = await window.showInformationMessage(
    survey.files === 1
      ? l10n.t('Index 1 file of “{0}” for search by meaning?', plainText(folder))
      : l10n.t('Index {0} files of “{1}” for search by meaning?', exact(survey.files), plainText(folder)),
    { modal: true, detail: detailOf(question).join('\n') },
    index,
    model,
    exclude,
  );
  return chosen === index ? 'index' : chosen === model ? 'model' : chosen === exclude ? 'exclude' : undefined;
}

function detailOf({ survey, host, model, leftOut, isReplacing }: IndexQuestion): string[] {
  const { texts, tokens } = survey;
  const how = [exact(texts), aboutTokens(tokens), plainText(host), plainText(model)];
  return [
    texts === 0
      ? l10n.t('Nothing has to be sent.')
      : texts === 1
        ? l10n.t(
            '{0} piece of text, about {1} tokens, is sent to {2}, where {3} turns it into a vector, which is kept on this machine.',
            ...how,
          )
        : l10n.t(
            '{0} pieces of text, about {1} tokens, are sent to {2}, where {3} turns them into vectors. These are kept on this machine.',
            ...how,
          ),
    ...(isReplacing ? [l10n.t('The index that is there is replaced.')] : []),
    l10n.t('From then on, what changes in these files is sent too.'),
    '',
    ...notIndexedInWords(leftOut, survey.leftOut),
  ];
}

function notIndexedInWords(
  scanned: ReadonlyMap<ScanReason, number>,
  read: ReadonlyMap<NoChunks | 'tooMany', number>,
): string[] {
  const all = new Map<ScanReason | NoChunks | 'tooMany', number>(scanned);
  for (const [reason, count] of read) {
    all.set(reason, (all.get(reason) ?? 0) + count);
  }
  return leftOutInWords(all, {
    secret: (count) => l10n.t('Never sent, since they hold keys or passwords: {0}.', count),
    tooLarge: (count) => l10n.t('Left out since they are too large: {0}.', count),
    generated: (count) =>
      l10n.t('Left out since their lines are too long to be written by hand: {0}.', count),
    tooMany: (count) => l10n.t('Left out since an index does not hold more: {0}.', count),
  });
}

function exact(count: number): string {
  return count.toLocaleString();
}

/** An estimate to two figures, so that it does not look like more than it is. */
export function aboutTokens(count: number): string {
  return count.toLocaleString(undefined, { maximumSignificantDigits: 2 });
}
