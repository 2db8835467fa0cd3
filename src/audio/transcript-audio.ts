import { FileType, type Memento, Uri, workspace } from 'vscode';
import { AUDIO_EXTENSIONS, audioExtension } from './audio-files.ts';
import { transcriptStem } from './transcript-name.ts';

const CHOSEN = 'inkwell.transcriptAudio';

/** So many choices are remembered. */
const MOST_CHOSEN = 200;

/**
 * The audio that a transcript is of: the one that was chosen for it, while it is there, or else the one with its name
 * in its folder.
 */
export async function audioOf(transcript: Uri, state: Memento): Promise<Uri | undefined> {
  const chosen = chosenAudio(transcript, state);
  return chosen !== undefined && (await isFile(chosen)) ? chosen : audioBeside(transcript);
}

export async function chooseAudio(transcript: Uri, audio: Uri, state: Memento): Promise<void> {
  const { [String(transcript)]: _, ...others } = allChosen(state);
  const kept = Object.entries(others).slice(1 - MOST_CHOSEN);
  await state.update(CHOSEN, Object.fromEntries([...kept, [String(transcript), String(audio)]]));
}

/** Whether a file could be the audio of a transcript, by its name. */
export function isAudioOf(transcript: Uri, name: string): boolean {
  return nearness(transcript, name) !== undefined;
}

/** 0 for the audio's own name, 1 for that of a translation, which says so (`talk.en` of `talk`). */
function nearness(transcript: Uri, name: string): number | undefined {
  const extension = audioExtension(name);
  if (extension === undefined) {
    return undefined;
  }
  const stem = name.slice(0, -extension.length - 1);
  const nearest = [stem, `${stem}.en`].indexOf(transcriptStem(nameOf(transcript)));
  return nearest < 0 ? undefined : nearest;
}

async function audioBeside(transcript: Uri): Promise<Uri | undefined> {
  const folder = Uri.joinPath(transcript, '..');
  try {
    const entries = await workspace.fs.readDirectory(folder);
    const names = entries
      .filter(([name, type]) => (type & FileType.File) !== 0 && isAudioOf(transcript, name))
      .map(([name]) => name)
      .sort((one, other) => (nearness(transcript, one) ?? 0) - (nearness(transcript, other) ?? 0));
    const nearest = names.filter(
      (name) => nearness(transcript, name) === nearness(transcript, names[0] ?? ''),
    );
    const [first] = AUDIO_EXTENSIONS.flatMap((extension) =>
      nearest.filter((name) => audioExtension(name) === extension),
    );
    return first === undefined ? undefined : Uri.joinPath(folder, first);
  } catch {
    // An old version of a transcript, for one, is in no folder.
    return undefined;
  }
}

function chosenAudio(transcript: Uri, state: Memento): Uri | undefined {
  const chosen = allChosen(state)[String(transcript)];
  return typeof chosen === 'string' ? Uri.parse(chosen) : undefined;
}

function allChosen(state: Memento): Record<string, unknown> {
  const all = state.get<unknown>(CHOSEN);
  return typeof all === 'object' && all !== null ? { ...all } : {};
}

async function isFile(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.File) !== 0;
  } catch {
    return false;
  }
}

function nameOf(uri: Uri): string {
  return uri.path.split('/').at(-1) ?? '';
}
