import { l10n, window } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import type { AudioFile } from './audio-file.ts';
import { audioExtension } from './audio-files.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/** Bytes that hosted services are known to take (see wire-format); the interface names no bound. */
export const USUAL_MOST = 25 * 1024 * 1024;

/** Bytes of a part: what goes with it in a request counts too. */
export const PART_BYTES = 24 * 1024 * 1024;

/** Files that are named in a question. */
const NAMED = 5;

/** Bytes of a part where the service has refused so many: what it takes, it does not say. */
export function smallerPart(refused: number): number {
  return Math.min(PART_BYTES, Math.ceil(refused / 2));
}

/** Which files are sent in parts; all others are sent whole. */
export type SplitFiles = ReadonlySet<AudioFile>;

/**
 * Lets the person choose what is done with files that most services refuse for their size. `undefined` when they do
 * not say.
 *
 * @param findFfmpeg is asked only where a file is no WAV, which need nothing else to be split
 */
export async function askAboutLarge(
  files: readonly AudioFile[],
  findFfmpeg: () => Promise<Ffmpeg | undefined>,
): Promise<SplitFiles | undefined> {
  const large = files.filter(({ size }) => size > USUAL_MOST);
  const [first] = large;
  if (!first) {
    return new Set();
  }
  const split = await splittable(large, findFfmpeg);
  const inParts = l10n.t('Send in Parts');
  const whole = split.size > 0 ? l10n.t('Send Whole') : l10n.t('Send Anyway');
  const named = large
    .slice(0, NAMED)
    .map(({ name, size }) => `${plainText(name, 80)}: ${(size / 1e6).toFixed(1)} MB`);
  const detail = [
    ...named,
    ...(large.length > named.length ? [l10n.t('and {0} more', large.length - named.length)] : []),
    '',
    ...(split.size > 0
      ? [l10n.t('Parts are cut where it is quiet, and what comes of them is joined, with the right times.')]
      : []),
    ...(split.size < large.length
      ? [l10n.t('With ffmpeg installed, any audio can be sent in parts; without it, WAV.')]
      : []),
  ];
  const chosen = await window.showWarningMessage(
    large.length === 1
      ? l10n.t(
          '“{0}” is larger than the {1} MB that most services take.',
          plainText(first.name, 80),
          USUAL_MOST >> 20,
        )
      : l10n.t(
          '{0} files are larger than the {1} MB that most services take.',
          large.length,
          USUAL_MOST >> 20,
        ),
    { modal: true, detail: detail.join('\n').trim() },
    ...(split.size > 0 ? [inParts] : []),
    whole,
  );
  switch (chosen) {
    case undefined:
      return undefined;
    case inParts:
      return split;
    default:
      return new Set();
  }
}

/** Those files that can be cut on this computer. */
export async function splittable(
  files: readonly AudioFile[],
  findFfmpeg: () => Promise<Ffmpeg | undefined>,
): Promise<SplitFiles> {
  const isWav = ({ name }: AudioFile): boolean => audioExtension(name) === 'wav';
  const isOnDisk = ({ uri }: AudioFile): boolean => uri.scheme === 'file';
  const canAll = files.some((file) => !isWav(file) && isOnDisk(file)) && (await findFfmpeg()) !== undefined;
  return new Set(files.filter((file) => isWav(file) || (canAll && isOnDisk(file))));
}
