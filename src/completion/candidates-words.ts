import { l10n } from 'vscode';
import type { CandidatesWords } from './shared/candidates-words.ts';

/** The words of the candidates' page in the person's language. */
export function candidatesWords(): CandidatesWords {
  return {
    title: l10n.t('Completion candidates'),
    n: l10n.t('n'),
    nTip: l10n.t('How many candidates are asked for at each place'),
    bestOf: l10n.t('best_of'),
    bestOfTip: l10n.t(
      'Among how many the service chooses them; empty: it does not choose, and they come as they are made',
    ),
    more: l10n.t('More'),
    stop: l10n.t('Stop'),
    asking: l10n.t('The candidates are on their way…'),
    none: l10n.t('No candidate came.'),
    candidate: l10n.t('Candidate {0}'),
    confidence: l10n.t('confidence {0}'),
    unsure: l10n.t('{0} unsure tokens'),
    unsureOne: l10n.t('1 unsure token'),
    growing: l10n.t('being written…'),
    broken: l10n.t('incomplete'),
    length: l10n.t('length: cut at max_tokens'),
    times: l10n.t('{0} × the same'),
    inserted: l10n.t('inserted'),
    empty: l10n.t('(empty)'),
    insert: l10n.t('Insert'),
    insertNamed: l10n.t('Insert candidate {0}'),
    copy: l10n.t('Copy'),
    copyNamed: l10n.t('Copy candidate {0}'),
    alternatives: l10n.t('What might have stood here'),
    keys: l10n.t('↑↓ candidates · ←→ tokens · Enter inserts · C copies · Esc closes'),
  };
}
