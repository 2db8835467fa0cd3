import { l10n } from 'vscode';
import type { TranscriptWords } from './shared/transcript-words.ts';

/** The words of the transcript editor's page in the person's language. */
export function transcriptEditorWords(): TranscriptWords {
  return {
    page: l10n.t('Transcript'),
    title: l10n.t('Transcript: {0}'),
    loading: l10n.t('Loading the transcript…'),
    player: l10n.t('Player'),
    play: l10n.t('Play'),
    pause: l10n.t('Pause'),
    back: l10n.t('Back 5 Seconds'),
    forward: l10n.t('Forward 5 Seconds'),
    position: l10n.t('Position'),
    positionIs: l10n.t('{0} of {1}'),
    speed: l10n.t('Speed'),
    speedIs: l10n.t('{0}×'),
    toCurrent: l10n.t('Show What Is Heard'),
    noAudio: l10n.t('There is no audio of this name beside the transcript.'),
    chooseAudio: l10n.t('Choose Audio…'),
    otherAudio: l10n.t('Choose Other Audio…'),
    segments: l10n.t('Segments'),
    times: l10n.t('{0} – {1}'),
    noTimes: l10n.t('No time'),
    segment: l10n.t('{0}: {1}'),
    playFromHere: l10n.t('Play from Here (Enter)'),
    noTimeToPlay: l10n.t('This segment has no time in the file, so it cannot be played.'),
    edit: l10n.t('Edit Text (F2)'),
    editNamed: l10n.t('Edit Text: {0}'),
    textNamed: l10n.t('Text of {0}'),
    changedElsewhere: l10n.t(
      'This segment was changed elsewhere meanwhile. Enter writes your text in its place, Escape drops it.',
    ),
    noSegments: l10n.t('The transcript has no segments: nothing was heard.'),
    file: l10n.t('File'),
    export: l10n.t('Export'),
    exportAs: l10n.t('Export as {0}'),
    copyText: l10n.t('Copy Text'),
    openAsText: l10n.t('Reopen as Text'),
  };
}
