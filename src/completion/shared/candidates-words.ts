/**
 * The words of the candidates' page. They come from the host, which knows the person's language: `candidates-words.ts`
 * says them all through `l10n.t`. `{0}`, `{1}` stand for what differs.
 */
export const CANDIDATES_WORDS = [
  'title',
  // Above the candidates
  'n',
  'nTip',
  'bestOf',
  'bestOfTip',
  'more',
  'stop',
  'asking',
  'none',
  // Of a candidate
  'candidate',
  'confidence',
  'unsure',
  'unsureOne',
  'growing',
  'broken',
  'length',
  'times',
  'inserted',
  'empty',
  'insert',
  'insertNamed',
  'copy',
  'copyNamed',
  // Of a token
  'alternatives',
  'keys',
] as const;

export type CandidatesWord = (typeof CANDIDATES_WORDS)[number];

export type CandidatesWords = Readonly<Record<CandidatesWord, string>>;
