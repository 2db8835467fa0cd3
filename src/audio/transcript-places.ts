import { l10n, Uri, window, workspace } from 'vscode';
import { openDocument } from '../files/open-document.ts';
import { plainText } from '../ui/plain-text.ts';
import type { ResponseFormat } from './answer-format.ts';
import type { AudioFile } from './audio-file.ts';
import { type AudioOperation, transcriptEnding } from './audio-request.ts';

/** Transcripts that are named in a question. */
const NAMED = 5;

/** Where a transcript goes: beside its audio. */
export interface TranscriptPlace {
  readonly folder: Uri;
  /** The audio's name without its ending. */
  readonly stem: string;
  /** Without its dot; may have several parts, as in `en.srt`. */
  readonly extension: string;
  /** Whether the person gave up what is there. */
  readonly replaces: boolean;
}

export function transcriptUri({ folder, stem, extension }: TranscriptPlace): Uri {
  return Uri.joinPath(folder, `${stem}.${extension}`);
}

/**
 * Where the transcripts of files go. Where there are some already, the person is asked, before anything is sent: whether
 * they are given up, or the new ones have a number. `undefined` when they do not say.
 */
export async function transcriptPlaces(
  files: readonly AudioFile[],
  operation: AudioOperation,
  format: ResponseFormat,
): Promise<ReadonlyMap<AudioFile, TranscriptPlace> | undefined> {
  const extension = transcriptEnding(operation, format);
  const places = new Map(
    files.map((file) => [
      file,
      { folder: Uri.joinPath(file.uri, '..'), stem: stemOf(file), extension, replaces: false },
    ]),
  );
  const there = await thoseThere([...places.values()].map(transcriptUri));
  if (there.length === 0) {
    return places;
  }
  const answer = await askAbout(there);
  if (answer === undefined) {
    return undefined;
  }
  // What appears from now on, nobody has given up; nor the transcript of `talk.mp3` for that of `talk.wav`.
  const given = new Set(answer === 'replace' ? there.map(String) : []);
  return new Map(
    [...places].map(([file, place]) => [
      file,
      { ...place, replaces: given.delete(transcriptUri(place).toString()) },
    ]),
  );
}

async function thoseThere(uris: readonly Uri[]): Promise<readonly Uri[]> {
  const once = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
  const found = await Promise.all(
    once.map((uri) =>
      Promise.resolve(workspace.fs.stat(uri)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return once.filter((_, index) => found[index]);
}

async function askAbout(there: readonly Uri[]): Promise<'replace' | 'keep' | undefined> {
  const replace = l10n.t('Replace');
  const keep = l10n.t('Keep Both');
  const named = there.slice(0, NAMED).map((uri) => {
    const name = plainText(workspace.asRelativePath(uri));
    return openDocument(uri)?.isDirty ? l10n.t('{0} (with unsaved changes)', name) : name;
  });
  const more = there.length - named.length;
  const chosen = await window.showWarningMessage(
    there.length === 1
      ? l10n.t('This transcript is there already. Is it to be replaced?')
      : l10n.t('{0} transcripts are there already. Are they to be replaced?', there.length),
    {
      modal: true,
      detail: [...named, ...(more > 0 ? [l10n.t('and {0} more', more)] : [])].join('\n'),
    },
    // What is done by an Enter in haste loses nothing.
    keep,
    replace,
  );
  return chosen === replace ? 'replace' : chosen === keep ? 'keep' : undefined;
}

/** The name of its transcripts, without their endings. */
export function stemOf({ name }: AudioFile): string {
  return name.replace(/\.[^.]*$/, '') || name;
}
