/**
 * The words of the transcript editor's page. They come from the host, which knows the person's language:
 * `transcript-editor-words.ts` says them all through `l10n.t`. `{0}`, `{1}` stand for what differs.
 */
export const TRANSCRIPT_WORDS = [
  'page',
  'title',
  'loading',
  // Player
  'player',
  'play',
  'pause',
  'back',
  'forward',
  'position',
  'positionIs',
  'speed',
  'speedIs',
  'toCurrent',
  'noAudio',
  'chooseAudio',
  'otherAudio',
  // Segments
  'segments',
  'times',
  'noTimes',
  'segment',
  'playFromHere',
  'noTimeToPlay',
  'edit',
  'editNamed',
  'textNamed',
  'changedElsewhere',
  'noSegments',
  // Below
  'file',
  'export',
  'exportAs',
  'copyText',
  'openAsText',
] as const;

export type TranscriptWord = (typeof TRANSCRIPT_WORDS)[number];

export type TranscriptWords = Readonly<Record<TranscriptWord, string>>;
