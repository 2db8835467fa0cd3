import { type CancellationToken, l10n, type TextEditor, Uri, window, workspace } from 'vscode';
import { chosenFiles } from '../files/chosen-files.ts';
import { leftOutInWords } from '../files/left-out-words.ts';
import { isSecretFile } from '../files/secret-files.ts';
import type { LeftOutReason } from '../files/text-file.ts';
import { withLateProgress } from '../ui/late-progress.ts';
import { plainText } from '../ui/plain-text.ts';
import type { CheckedFile } from './checked-file.ts';

/** Files that are checked at once. */
const MOST_FILES = 500;
/** What is sent without asking: files, and bytes. */
const UNASKED_FILES = 10;
const UNASKED_BYTES = 200_000;
/** Files that are named in a question. */
const NAMED = 10;

export interface ToCheck {
  readonly files: readonly CheckedFile[];
  /** Bytes. */
  readonly size: number;
  /** Why some of what was chosen is not sent, each reason in a sentence. */
  readonly leftOut: readonly string[];
}

/** Files and folders, or what is selected in an editor; if nothing is, all of it. */
export type Subject = { readonly uris: readonly Uri[] } | { readonly editor: TextEditor };

/**
 * What the command is about: what the explorer gives along, the editor at hand, or what the person then chooses.
 *
 * @param given the file or folder that a menu is of, and all that are chosen; or `uris`, by a key binding
 */
export async function subjectOf([given, several]: readonly unknown[]): Promise<Subject | undefined> {
  const editor = window.activeTextEditor;
  const listed =
    given instanceof Uri ? urisIn(several) : urisIn((given as { uris?: unknown } | undefined)?.uris);
  if (listed.length > 0) {
    return { uris: listed };
  }
  if (given instanceof Uri && given.toString() !== editor?.document.uri.toString()) {
    return { uris: [given] };
  }
  if (editor) {
    return { editor };
  }
  const [folder] = workspace.workspaceFolders ?? [];
  const uris = await window.showOpenDialog({
    canSelectMany: true,
    openLabel: l10n.t('Check'),
    title: l10n.t('Check Against Content Policy'),
    ...(folder && { defaultUri: folder.uri }),
  });
  return uris && { uris };
}

function urisIn(given: unknown): readonly Uri[] {
  return Array.isArray(given) ? given.filter((uri) => uri instanceof Uri) : [];
}

/** What a subject comes to; `undefined` where it was cancelled, or there is nothing, which is then said. */
export async function filesToCheck(subject: Subject): Promise<ToCheck | undefined> {
  if ('editor' in subject) {
    const { document, selections } = subject.editor;
    const within = selections.filter(({ isEmpty }) => !isEmpty);
    const file = { uri: document.uri, name: nameOf(document.uri), ...(within.length > 0 && { within }) };
    return { files: [file], size: 0, leftOut: [] };
  }
  const found = await withLateProgress(l10n.t('Looking for files to check'), (_, token) =>
    lookFor(subject.uris, token),
  );
  if (found && (found.files.length === 0 || found.files.length > MOST_FILES)) {
    await window.showWarningMessage(
      found.files.length === 0
        ? [l10n.t('There is no text file to check in what is chosen.'), ...found.leftOut].join(' ')
        : l10n.t(
            'More than {0} files are chosen, which are too many to check at once. Choose fewer.',
            MOST_FILES,
          ),
    );
    return undefined;
  }
  return found;
}

async function lookFor(chosen: readonly Uri[], token: CancellationToken): Promise<ToCheck> {
  const files: CheckedFile[] = [];
  const leftOut = new Map<LeftOutReason | 'notebook' | 'secret', number>();
  const byName = new Set(chosen.map(String));
  let size = 0;
  for await (const found of chosenFiles(chosen, token)) {
    const { uri } = found;
    const reason =
      found.kind === 'leftOut'
        ? found.reason
        : /\.ipynb$/i.test(uri.path)
          ? 'notebook'
          : isSecretFile(uri.path) && !byName.has(uri.toString())
            ? 'secret'
            : undefined;
    if (reason) {
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    } else if (found.kind === 'file') {
      files.push({ uri, name: nameOf(uri) });
      size += found.size;
    }
    if (files.length > MOST_FILES) {
      break;
    }
  }
  return { files, size, leftOut: notCheckedInWords(leftOut) };
}

/**
 * Asks before much is sent, or a file that holds secrets as a rule. What is to be sent, or `undefined` for nothing.
 *
 * @param host host and port
 */
export async function confirmFiles(toCheck: ToCheck, host: string): Promise<ToCheck | undefined> {
  const agreed = await withoutSecrets(toCheck, host);
  const count = agreed?.files.length ?? 0;
  if (!agreed || count === 0) {
    return undefined;
  }
  if (count <= UNASKED_FILES && agreed.size <= UNASKED_BYTES) {
    return agreed;
  }
  const check = count === 1 ? l10n.t('Check 1 File') : l10n.t('Check {0} Files', count);
  const detail = [
    ...agreed.files.slice(0, NAMED).map(({ name }) => name),
    ...(count > NAMED ? [l10n.t('and {0} more', count - NAMED)] : []),
    '',
    l10n.t(
      '{0} KB of text are sent to {1}.',
      Math.ceil(agreed.size / 1000).toLocaleString(),
      plainText(host),
    ),
    ...agreed.leftOut,
  ];
  const chosen = await window.showWarningMessage(
    count === 1
      ? l10n.t('Check 1 file against the content policy?')
      : l10n.t('Check {0} files against the content policy?', count),
    { modal: true, detail: detail.join('\n') },
    check,
  );
  return chosen === check ? agreed : undefined;
}

async function withoutSecrets(toCheck: ToCheck, host: string): Promise<ToCheck | undefined> {
  const secret = toCheck.files.filter(({ uri }) => isSecretFile(uri.path));
  const [first] = secret;
  if (!first) {
    return toCheck;
  }
  const others = toCheck.files.filter((file) => !secret.includes(file));
  const send = l10n.t('Send');
  const leave = l10n.t('Leave Out');
  const chosen = await window.showWarningMessage(
    secret.length === 1
      ? l10n.t('Send “{0}” to {1}?', first.name, plainText(host))
      : l10n.t('Send “{0}” and {1} more to {2}?', first.name, secret.length - 1, plainText(host)),
    { modal: true, detail: l10n.t('Files like that often hold keys and passwords.') },
    ...(others.length > 0 ? [leave, send] : [send]),
  );
  return chosen === send ? toCheck : chosen === leave ? { ...toCheck, files: others } : undefined;
}

function notCheckedInWords(leftOut: ReadonlyMap<LeftOutReason | 'notebook' | 'secret', number>): string[] {
  return leftOutInWords(leftOut, {
    notebook: (count) => l10n.t('Left out since the cells of notebooks are checked one by one: {0}.', count),
    secret: (count) => l10n.t('Left out since they may hold secrets: {0}.', count),
  });
}

function nameOf(uri: Uri): string {
  return plainText(workspace.asRelativePath(uri), 120);
}
