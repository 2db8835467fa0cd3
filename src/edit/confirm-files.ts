import { l10n, window, workspace } from 'vscode';
import { leftOutInWords } from '../files/left-out-words.ts';
import { plainText } from '../ui/plain-text.ts';
import type { CountedFile, FilesPlan } from './files-plan.ts';
import type { FilesToEdit } from './files-to-edit.ts';

/** Files that are named. */
const NAMED = 10;

export interface Recipient {
  /** Host and port. */
  readonly host: string;
  readonly model: string;
  /** Tokens. */
  readonly contextLength: number;
}

/** Asks before anything is sent, with all that is known of it. `undefined` is a no. */
export async function confirmFiles(
  plan: FilesPlan,
  { host, model, contextLength }: Recipient,
  instruction: string,
  leftOut: FilesToEdit['leftOut'],
): Promise<readonly CountedFile[] | undefined> {
  const { files, long } = plan;
  const short = files.filter((file) => !long.includes(file));
  const all = files.length === 1 ? l10n.t('Edit 1 File') : l10n.t('Edit {0} Files', files.length);
  const onlyShort =
    short.length === 1
      ? l10n.t('Edit Only the 1 That Fits')
      : l10n.t('Edit Only the {0} That Fit', short.length);
  const actions = long.length > 0 && short.length > 0 ? [onlyShort, all] : [all];
  const detail = [
    l10n.t('“{0}”', plainText(instruction, 200)),
    '',
    ...namesOf(files),
    '',
    l10n.t(
      '{0}, about {1} tokens, are sent to {2}.',
      sizeInWords(plan.size),
      rounded(plan.tokens),
      plainText(host),
    ),
    ...(long.length > 0 ? [longInWords(long, plainText(model), contextLength)] : []),
    ...notEditedInWords(leftOut),
    l10n.t('Nothing is written before you have looked at what is proposed.'),
  ];
  const chosen = await window.showWarningMessage(
    files.length === 1
      ? l10n.t('Edit 1 file with {0}?', plainText(model))
      : l10n.t('Edit {0} files with {1}?', files.length, plainText(model)),
    { modal: true, detail: detail.join('\n') },
    ...actions,
  );
  return chosen === all ? files : chosen === onlyShort ? short : undefined;
}

function longInWords(long: readonly CountedFile[], model: string, contextLength: number): string {
  const [first] = long;
  const name = first ? nameOf(first) : '';
  return long.length === 1
    ? l10n.t(
        '“{0}” is too long for {1}, which is taken to work with {2} tokens.',
        name,
        model,
        contextLength.toLocaleString(),
      )
    : l10n.t(
        '{0} of them are too long for {1}, which is taken to work with {2} tokens.',
        long.length,
        model,
        contextLength.toLocaleString(),
      );
}

/** Why some of what was chosen is not sent, each reason in a sentence. */
export function notEditedInWords(leftOut: FilesToEdit['leftOut']): string[] {
  return leftOutInWords(leftOut, {
    notebook: (count) => l10n.t('Left out since the cells of notebooks are edited one by one: {0}.', count),
  });
}

function namesOf(files: readonly CountedFile[]): string[] {
  const more = files.length - NAMED;
  return [...files.slice(0, NAMED).map(nameOf), ...(more > 0 ? [l10n.t('and {0} more', more)] : [])];
}

function nameOf({ file }: CountedFile): string {
  return plainText(workspace.asRelativePath(file.uri));
}

function sizeInWords(bytes: number): string {
  if (bytes < 1000) {
    return l10n.t('{0} bytes', bytes);
  }
  return bytes < 1_000_000
    ? l10n.t('{0} KB', Math.round(bytes / 1000))
    : l10n.t('{0} MB', (bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 }));
}

/** An estimate to two figures, so that it does not look like more than it is. */
function rounded(count: number): string {
  return count.toLocaleString(undefined, { maximumSignificantDigits: 2 });
}
