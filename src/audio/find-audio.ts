import { type CancellationToken, FileType, Uri, workspace } from 'vscode';
import { isAudioName } from './audio-files.ts';

/** Files that are sent at once; more is rather a mistake, and would cost. */
export const MOST_FILES = 200;

/** Folders that are gone through; a link that leads back is not followed, but a disk may be deep. */
const MOST_FOLDERS = 5_000;

const NEVER = ['.git', 'node_modules'];

/** What a choice of files and folders comes to. */
export interface FoundAudio {
  /** Each once. A file that was chosen by itself is here whatever its name is, so that what is wrong can be said. */
  readonly files: readonly Uri[];
  /** Whether a folder was gone through: then nobody has yet seen which files these are. */
  readonly isFromFolder: boolean;
  /** Whether there are more than `MOST_FILES`; then the rest was not looked for. */
  readonly isTooMany: boolean;
}

/**
 * The audio in files and folders. What ignore files say does not count: recordings are seldom in a repository. Links to
 * folders are not followed.
 */
export async function findAudio(chosen: readonly Uri[], token: CancellationToken): Promise<FoundAudio> {
  const files = new Map<string, Uri>();
  let isFromFolder = false;
  for (const uri of chosen) {
    if (await isFolder(uri)) {
      isFromFolder = true;
      for await (const found of audioIn(uri, token)) {
        files.set(found.toString(), found);
        if (files.size > MOST_FILES) {
          return { files: [...files.values()].slice(0, MOST_FILES), isFromFolder, isTooMany: true };
        }
      }
    } else {
      files.set(uri.toString(), uri);
    }
  }
  const found = withoutTexts([...files.values()]);
  return { files: found.slice(0, MOST_FILES), isFromFolder, isTooMany: found.length > MOST_FILES };
}

/** Whoever chooses a range of recordings takes along the transcripts that stand between them. */
function withoutTexts(files: readonly Uri[]): readonly Uri[] {
  const audio = files.filter(({ path }) => !/\.(?:json|srt|vtt|txt)$/i.test(path));
  return audio.length > 0 ? audio : files;
}

/** Files of a folder before those of the folders in it, by their names. */
async function* audioIn(start: Uri, token: CancellationToken): AsyncGenerator<Uri> {
  const waiting = [start];
  for (let folders = 0; folders < MOST_FOLDERS && !token.isCancellationRequested; folders += 1) {
    const folder = waiting.pop();
    if (!folder) {
      return;
    }
    const entries = await entriesOf(folder);
    const isMeant = ([name, type]: readonly [string, FileType]): boolean =>
      (type & FileType.File) !== 0 && isAudioName(name);
    yield* entries.filter(isMeant).map(([name]) => Uri.joinPath(folder, name));
    const below = entries.filter(([name, type]) => type === FileType.Directory && !NEVER.includes(name));
    waiting.push(...below.map(([name]) => Uri.joinPath(folder, name)).reverse());
  }
}

/** Nothing, for what cannot be looked into. */
async function entriesOf(folder: Uri): Promise<readonly (readonly [string, FileType])[]> {
  try {
    return (await workspace.fs.readDirectory(folder)).sort(([a], [b]) => a.localeCompare(b));
  } catch {
    return [];
  }
}

async function isFolder(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
  } catch {
    // Who reads it will say what is wrong.
    return false;
  }
}
