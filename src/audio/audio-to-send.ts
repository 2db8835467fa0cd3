import { l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import { uriInActiveTab } from '../ui/active-tab.ts';
import { withLateProgress } from '../ui/late-progress.ts';
import { plainLabel, plainText } from '../ui/plain-text.ts';
import { AUDIO_EXTENSIONS, isAudioName } from './audio-files.ts';
import { findAudio, MOST_FILES } from './find-audio.ts';

/**
 * The audio that a menu or a key binding names, or that is in the tab at hand, or that the person chooses. Nothing when
 * they do not, or when there is none, which they are told.
 *
 * @param given what the command was called with: in the explorer, the file or folder under the mouse and all that are
 * selected
 */
export async function audioToSend(given: readonly unknown[]): Promise<readonly Uri[]> {
  const chosen = chosenIn(given) ?? audioInActiveTab() ?? (await askForFiles());
  if (chosen.length === 0) {
    return [];
  }
  const found = await withLateProgress(l10n.t('Looking for audio'), (_, token) => findAudio(chosen, token));
  if (!found) {
    return [];
  }
  if (found.isTooMany || found.files.length === 0) {
    await window.showWarningMessage(
      found.isTooMany
        ? l10n.t('There are more than {0} audio files, which are too many at once. Choose fewer.', MOST_FILES)
        : l10n.t('There is no audio in what is chosen: it would end in {0}.', AUDIO_EXTENSIONS.join(', ')),
    );
    return [];
  }
  return found.isFromFolder ? askWhich(found.files) : found.files;
}

function chosenIn([given, several]: readonly unknown[]): readonly Uri[] | undefined {
  if (given instanceof Uri) {
    const uris = urisIn(several);
    return uris.length > 0 ? uris : [given];
  }
  const { uris } = (given ?? {}) as Record<string, unknown>;
  const named = urisIn(uris);
  return named.length > 0 ? named : undefined;
}

function urisIn(given: unknown): readonly Uri[] {
  return Array.isArray(given) ? given.filter((uri) => uri instanceof Uri) : [];
}

function audioInActiveTab(): readonly Uri[] | undefined {
  const uri = uriInActiveTab();
  return uri && isAudioName(uri.path) ? [uri] : undefined;
}

async function askForFiles(): Promise<readonly Uri[]> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const chosen = await window.showOpenDialog({
    canSelectMany: true,
    title: l10n.t('Choose Audio'),
    openLabel: l10n.t('Choose'),
    ...(folder && { defaultUri: folder }),
    filters: { [l10n.t('Audio')]: AUDIO_EXTENSIONS.flatMap((name) => [name, name.toUpperCase()]) },
  });
  return chosen ?? [];
}

interface AudioItem extends QuickPickItem {
  readonly uri: Uri;
}

/** What was found in a folder costs something, and may be other than what was thought of. */
async function askWhich(files: readonly Uri[]): Promise<readonly Uri[]> {
  const items: AudioItem[] = files.map((uri) => ({
    label: plainLabel(workspace.asRelativePath(uri)),
    picked: true,
    uri,
  }));
  const chosen = await window.showQuickPick(items, {
    canPickMany: true,
    title: files.length === 1 ? l10n.t('1 audio file found') : l10n.t('{0} audio files found', files.length),
    placeHolder: l10n.t('Choose those to send'),
  });
  return (chosen ?? []).map(({ uri }) => uri);
}

/** For a title: the one file, or how many there are. */
export function inTitle(files: readonly Uri[]): string {
  const [first] = files;
  return files.length === 1 && first
    ? `“${plainText(first.path.slice(first.path.lastIndexOf('/') + 1), 60)}”`
    : l10n.t('{0} files', files.length);
}
