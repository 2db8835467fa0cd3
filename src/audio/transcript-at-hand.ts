import { l10n, TabInputCustom, TabInputText, Uri, window, workspace } from 'vscode';
import { readTranscript, type Transcript } from './transcript.ts';
import { isTranscriptName } from './transcript-name.ts';

/** The transcript that a menu was opened on, or else the one in the active tab. */
export function transcriptAtHand(given: unknown): Uri | undefined {
  if (given instanceof Uri) {
    return given;
  }
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const isOfFile = input instanceof TabInputCustom || input instanceof TabInputText;
  return isOfFile && isTranscriptName(input.uri.path) ? input.uri : undefined;
}

/**
 * A transcript as it is in its editor, saved or not.
 *
 * @throws in words, when there is none, or it is no JSON
 */
export async function transcriptFrom(uri: Uri | undefined): Promise<{ uri: Uri; transcript: Transcript }> {
  if (uri === undefined) {
    throw new Error(
      l10n.t('There is no transcript at hand. Open a file whose name ends in .transcript.json.'),
    );
  }
  const { transcript, problems } = readTranscript((await workspace.openTextDocument(uri)).getText());
  if (problems.some(({ kind }) => kind === 'notJson')) {
    throw new Error(l10n.t('The transcript is no JSON. Reopen it as text to mend it.'));
  }
  if (transcript.segments.length === 0 && transcript.text === '') {
    throw new Error(l10n.t('The transcript has no text.'));
  }
  return { uri, transcript };
}
