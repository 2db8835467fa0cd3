import { l10n } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { clockText } from './shared/clock.ts';
import type { WrittenTranscript } from './transcript-text.ts';

/** What is said of a transcript below its segments. */
export function summaryOf({ language, duration, segments = [] }: WrittenTranscript): string[] {
  const { length } = segments;
  return [
    ...(language === undefined ? [] : [plainText(language, 50)]),
    ...(duration === undefined ? [] : [clockText(duration, 0)]),
    length === 1 ? l10n.t('1 segment') : l10n.t('{0} segments', length),
  ];
}

/** What is odd about it, so that nobody takes it for a fault of the player. */
export function remarksOn({ segments = [] }: WrittenTranscript): string[] {
  let timeless = 0;
  let textless = 0;
  let backward = 0;
  let overlapping = 0;
  let latest = 0;
  let before = 0;
  for (const { start, end, place } of segments) {
    textless += place === undefined ? 1 : 0;
    if (start === undefined || end === undefined || end < start) {
      timeless += 1;
      continue;
    }
    if (start < before) {
      backward += 1;
    } else if (start < latest) {
      overlapping += 1;
    }
    before = start;
    latest = Math.max(latest, end);
  }
  return [
    ...(timeless > 0 ? [l10n.t('Segments without a time that there could be: {0}.', timeless)] : []),
    ...(textless > 0 ? [l10n.t('Segments without a text, which cannot be edited here: {0}.', textless)] : []),
    ...(backward > 0 ? [l10n.t('Segments that begin before the one above them: {0}.', backward)] : []),
    ...(overlapping > 0 ? [l10n.t('Segments that overlap: {0}.', overlapping)] : []),
  ];
}
