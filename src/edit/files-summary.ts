import { commands, l10n, type Uri, window, workspace } from 'vscode';
import { remarkOnLength } from '../review/remarks.ts';
import type { Proposal } from '../review/review.ts';
import { ServiceError } from '../service/errors.ts';
import type { CommandId } from '../ui/commands.ts';
import { errorInWords } from '../ui/error-words.ts';
import type { FailedFile } from '../ui/files-run.ts';
import type { Log } from '../ui/log.ts';
import { logFailure } from '../ui/log-failure.ts';
import { plainText } from '../ui/plain-text.ts';
import { NoProposal } from './edit-file.ts';
import type { FilesOutcome } from './files-outcome.ts';

type Run = FilesOutcome<Uri, Proposal>;

/** Files that are named in a message. */
const NAMED = 3;

export interface FailureActions {
  /** Asks once more for those that failed, and those that were not asked for. */
  readonly retry: () => Promise<void>;
  /** The same with another model. */
  readonly chooseModel: () => Promise<void>;
}

/** After it was cancelled: whether what has come is to be reviewed. */
export async function sayStopped({ proposals }: Run, count: number): Promise<boolean> {
  const review = l10n.t('Review');
  const chosen = await window.showInformationMessage(
    l10n.t('Cancelled. New text has come for {0} of {1} files.', proposals.length, count),
    review,
  );
  return chosen === review;
}

/** One message for all that failed, with the first few by name; all of them are in the log. */
export async function sayFailed(run: Run, count: number, log: Log, actions: FailureActions): Promise<void> {
  const { failed, notAsked, stoppedBy, unchanged } = run;
  for (const { file, error } of failed) {
    log.error(`${workspace.asRelativePath(file)}: ${error instanceof Error ? error.message : String(error)}`);
    if (!(error instanceof NoProposal)) {
      logFailure(error, log);
    }
  }
  const message = [
    ...(stoppedBy === undefined
      ? [l10n.t('{0} of {1} files could not be edited.', failed.length, count), ...failuresInWords(failed)]
      : [errorInWords(stoppedBy).message]),
    ...(notAsked.length > 0 ? [notAskedInWords(notAsked)] : []),
    ...(unchanged.length > 0 ? [unchangedInWords(unchanged)] : []),
  ].join(' ');
  const buttons = new Map([
    ...(stoppedBy === undefined
      ? [[l10n.t('Retry Failed'), actions.retry] as const]
      : remediesFor(stoppedBy, actions)),
    [l10n.t('Show Log'), () => log.show()] as const,
  ]);
  const chosen = await window.showErrorMessage(message, ...buttons.keys());
  await buttons.get(chosen ?? '')?.();
}

type Button = readonly [label: string, run: () => unknown];

/** What can be done about a failure that would repeat for each file. */
function remediesFor(error: unknown, { retry, chooseModel }: FailureActions): Button[] {
  const connect = (argument?: string) => async () => {
    if (await commands.executeCommand<boolean>('inkwell.connect' satisfies CommandId, argument)) {
      await retry();
    }
  };
  const openSetting = () =>
    commands.executeCommand('workbench.action.openSettings', 'inkwell.edit.parameters');
  const { remedies } = errorInWords(error);
  return [
    ...(remedies.includes('setKey') ? [[l10n.t('Set Key'), connect('key')] as const] : []),
    ...(remedies.includes('chooseModel') ? [[l10n.t('Choose Model'), chooseModel] as const] : []),
    ...(remedies.includes('openSetting') ? [[l10n.t('Open Setting'), openSetting] as const] : []),
    ...(remedies.includes('connect') ? [[l10n.t('Connect…'), connect()] as const] : []),
    [l10n.t('Retry'), retry],
  ];
}

/** What came back as it was, where nothing failed. */
export async function sayUnchanged({ unchanged, proposals }: Run, model: string): Promise<void> {
  await window.showInformationMessage(
    proposals.length === 0
      ? l10n.t('{0} gave all text back as it was. There is nothing to change.', model)
      : unchangedInWords(unchanged),
  );
}

/** What the person should know of proposals before they apply them. */
export function remarksOnFiles(proposals: readonly Proposal[]): string[] {
  const short = proposals.filter(({ base, texts }) =>
    texts.some((text) => remarkOnLength(base, text) !== undefined),
  );
  const [first] = short;
  if (!first) {
    return [];
  }
  const name = plainText(workspace.asRelativePath(first.target));
  return short.length === 1
    ? [l10n.t('“{0}” would have less than half of its text: see whether anything is missing.', name)]
    : [
        l10n.t(
          '“{0}” and {1} others would have less than half of their text: see whether anything is missing.',
          name,
          short.length - 1,
        ),
      ];
}

function unchangedInWords({ length }: readonly Uri[]): string {
  return length === 1 ? l10n.t('1 file stays as it is.') : l10n.t('{0} files stay as they are.', length);
}

function notAskedInWords({ length }: readonly Uri[]): string {
  return length === 1
    ? l10n.t('The file that is left was not sent.')
    : l10n.t('The {0} files that are left were not sent.', length);
}

function failuresInWords(failed: readonly FailedFile<Uri>[]): string[] {
  const named = failed
    .slice(0, NAMED)
    .map(({ file, error }) =>
      l10n.t('“{0}”: {1}', plainText(workspace.asRelativePath(file)), reasonFor(error)),
    );
  const more = failed.length - NAMED;
  return more > 0 ? [...named, l10n.t('And {0} more.', more)] : named;
}

function reasonFor(error: unknown): string {
  if (!(error instanceof NoProposal)) {
    const { message } = ServiceError.is(error) ? error : errorInWords(error);
    return plainText(message, 120);
  }
  switch (error.reason) {
    case 'readOnly':
      return l10n.t('it is read-only.');
    case 'missing':
      return l10n.t('it is no longer there.');
    case 'binary':
    case 'folder':
      return l10n.t('it is not text.');
    case 'tooLarge':
      return l10n.t('it is larger than 1 MB.');
    case 'empty':
      return l10n.t('nothing came.');
    case 'cut':
      return l10n.t('the answer was cut short: it is too long for the model.');
    case 'filtered':
      return l10n.t('the service’s content policy cut the answer short.');
  }
}
