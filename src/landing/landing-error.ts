import { FileSystemError, l10n, type Uri, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';

/**
 * Why a file did not land:
 *
 * - `readOnly`: the file system takes no files at all
 * - `noPermission`: this folder is not the person's to write in
 * - `noSpace`: the disk is full, or the person's part of it
 * - `notFolder`: a file stands where the folder should be
 * - `outside`: the setting leads out of the workspace folder
 * - `failed`: whatever else the file system says
 */
export type LandingErrorKind = 'readOnly' | 'noPermission' | 'noSpace' | 'notFolder' | 'outside' | 'failed';

/** A file could not be put where it should be. Its message is a sentence for a person. */
export class LandingError extends Error {
  override readonly name = 'LandingError';
  readonly kind: LandingErrorKind;
  /** The setting that would help, for a button. */
  readonly setting: string | undefined;

  constructor(kind: LandingErrorKind, message: string, details: { setting?: string; cause?: unknown } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.setting = details.setting;
  }
}

/** What a file system said about a folder or what is in it, as an error in words. */
export function landingError(error: unknown, folder: Uri): LandingError {
  if (error instanceof LandingError) {
    return error;
  }
  const kind = kindOf(error, folder);
  return new LandingError(kind, wordsFor(kind, folder, error), { cause: error });
}

export function notFolder(folder: Uri): LandingError {
  return new LandingError('notFolder', wordsFor('notFolder', folder, undefined));
}

type FileSystemKind = Exclude<LandingErrorKind, 'outside'>;

/** The codes of the system stand in the messages of VS Code's errors, or in those of Node. */
function kindOf(error: unknown, folder: Uri): FileSystemKind {
  const said = error instanceof Error ? error.message : '';
  const code = codeOf(error) ?? '';
  const has = (codes: RegExp): boolean => codes.test(code) || codes.test(said);
  if (workspace.fs.isWritableFileSystem(folder.scheme) === false || has(/\bEROFS\b/)) {
    return 'readOnly';
  }
  if (has(/\b(?:ENOSPC|EDQUOT)\b/)) {
    return 'noSpace';
  }
  if (has(/\bENOTDIR\b/) || code === 'FileNotADirectory') {
    return 'notFolder';
  }
  return has(/\b(?:EACCES|EPERM)\b/) || code === 'NoPermissions' ? 'noPermission' : 'failed';
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof FileSystemError) {
    return error.code;
  }
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function wordsFor(kind: FileSystemKind, folder: Uri, error: unknown): string {
  const name = plainText(workspace.asRelativePath(folder));
  switch (kind) {
    case 'readOnly':
      return l10n.t('“{0}” is read-only. Choose another folder.', name);
    case 'noPermission':
      return l10n.t('There is no permission to write in “{0}”. Choose another folder.', name);
    case 'noSpace':
      return l10n.t('The disk is full: there is no space left for “{0}”.', name);
    case 'notFolder':
      return l10n.t('“{0}” is a file, not a folder. Choose another folder, or rename the file.', name);
    case 'failed':
      return l10n.t(
        'Nothing could be saved in “{0}”: {1}',
        name,
        plainText(error instanceof Error ? error.message : String(error)),
      );
  }
}
