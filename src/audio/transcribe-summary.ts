import {
  commands,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { LandingError } from '../landing/landing-error.ts';
import { ServiceError } from '../service/errors.ts';
import type { CommandId } from '../ui/commands.ts';
import { errorInWords } from '../ui/error-words.ts';
import type { Log } from '../ui/log.ts';
import { logFailure } from '../ui/log-failure.ts';
import { plainLabel, plainText } from '../ui/plain-text.ts';
import { AudioProblem } from './audio-problem.ts';
import type { SavedTranscript } from './save-transcript.ts';
import { showTranscript } from './show-transcript.ts';

/** Files that are named in a message; all of them are in the log and in the list. */
const NAMED = 3;

export interface FailedAudio {
  readonly uri: Uri;
  readonly error: unknown;
}

/** What became of the files of one command. All lists are in the order of the files. */
export interface Outcome {
  readonly saved: readonly SavedTranscript[];
  readonly failed: readonly FailedAudio[];
  readonly notSent: readonly Uri[];
  /** The failure that the rest was not begun for. */
  readonly stoppedBy: unknown;
}

export interface SummaryOptions {
  readonly log: Log;
  /** The setting that a refused field comes from. */
  readonly setting: string;
  /** Whether the person is at something else by now, from which nothing is to take them. */
  readonly isElsewhere: boolean;
  /** Asks once more for those that have no transcript. */
  readonly retry: (() => unknown) | undefined;
  /** The same in parts, for those that are too large for the service. */
  readonly sendInParts: (() => unknown) | undefined;
  /** Puts those that have come, and could not be saved, into another folder. */
  readonly saveElsewhere: (() => unknown) | undefined;
}

type Buttons = ReadonlyMap<string, () => unknown>;

/** Opens the one transcript; of several, there is one message with each failure, and a list that opens them. */
export async function sayHowItWent(outcome: Outcome, options: SummaryOptions): Promise<void> {
  logFailures(outcome.failed, options.log);
  const { saved, failed, notSent } = outcome;
  const isOne = saved.length + failed.length + notSent.length === 1;
  if (isOne && saved[0]) {
    await showOne(saved[0], options.isElsewhere);
  } else if (isOne && failed[0]) {
    const { uri, error } = failed[0];
    await say('error', failureInWords(uri, error), buttonsFor(outcome, error, options));
  } else {
    await saySeveral(outcome, options);
  }
}

async function showOne({ uri, remark }: SavedTranscript, isElsewhere: boolean): Promise<void> {
  if (!isElsewhere) {
    await showTranscript(uri);
  }
  if (isElsewhere || remark !== undefined) {
    const name = plainText(workspace.asRelativePath(uri), 80);
    const message = [l10n.t('Transcript saved as “{0}”.', name), remark ?? ''].join(' ').trim();
    const open = new Map(isElsewhere ? [[l10n.t('Open'), () => showTranscript(uri)]] : []);
    await say(remark === undefined ? 'information' : 'warning', message, open);
  }
}

async function saySeveral(outcome: Outcome, options: SummaryOptions): Promise<void> {
  const { saved, failed, notSent, stoppedBy } = outcome;
  const all = saved.length + failed.length + notSent.length;
  const remarks = [...new Set(saved.flatMap(({ remark }) => remark ?? []))];
  const isWhole = saved.length === all;
  const message = [
    isWhole
      ? l10n.t('{0} transcripts saved.', all)
      : l10n.t('{0} of {1} transcripts saved.', saved.length, all),
    ...remarks,
    ...(stoppedBy === undefined ? failuresInWords(failed) : [errorInWords(stoppedBy).message]),
    ...(notSent.length === 0 ? [] : [notSentInWords(notSent)]),
  ].join(' ');
  const list = (): Promise<void> => chooseTranscript(outcome, options.retry);
  const open: [string, () => unknown][] =
    saved.length > 0 ? [[l10n.t('Open…'), list]] : failed.length > NAMED ? [[l10n.t('Show All…'), list]] : [];
  const buttons = new Map([...open, ...buttonsFor(outcome, stoppedBy, options)]);
  await say(isWhole && remarks.length === 0 ? 'information' : 'warning', message, buttons);
}

async function say(
  kind: 'information' | 'warning' | 'error',
  message: string,
  buttons: Buttons,
): Promise<void> {
  const show = {
    information: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  }[kind];
  const chosen = await show(message, ...buttons.keys());
  await buttons.get(chosen ?? '')?.();
}

/** What can be done about failures. */
function buttonsFor({ failed }: Outcome, error: unknown, options: SummaryOptions): Buttons {
  const { retry, sendInParts, saveElsewhere, setting, log } = options;
  const remedies = ServiceError.is(error) ? errorInWords(error).remedies : [];
  const connect = (argument?: string) => async () => {
    if (await commands.executeCommand<boolean>('inkwell.connect' satisfies CommandId, argument)) {
      await retry?.();
    }
  };
  const openSetting = () => commands.executeCommand('workbench.action.openSettings', setting);
  const buttons = new Map<string, () => unknown>();
  if (sendInParts) {
    buttons.set(l10n.t('Send in Parts'), sendInParts);
  }
  if (saveElsewhere) {
    buttons.set(l10n.t('Save Elsewhere…'), saveElsewhere);
  }
  if (remedies.includes('setKey')) {
    buttons.set(l10n.t('Set Key'), connect('key'));
  }
  if (remedies.includes('connect')) {
    buttons.set(l10n.t('Connect…'), connect());
  }
  if (remedies.includes('openSetting') || remedies.includes('chooseModel')) {
    buttons.set(l10n.t('Open Setting'), openSetting);
  }
  if (retry) {
    buttons.set(l10n.t('Retry'), retry);
  }
  if (failed.length > 0) {
    buttons.set(l10n.t('Show Log'), () => log.show());
  }
  return buttons;
}

interface TranscriptItem extends QuickPickItem {
  readonly open?: () => unknown;
}

/** All files of a run, to open what came of them. */
async function chooseTranscript(
  { saved, failed, notSent }: Outcome,
  retry: SummaryOptions['retry'],
): Promise<void> {
  const items: TranscriptItem[] = saved.map(({ uri, remark }) => ({
    label: plainLabel(workspace.asRelativePath(uri)),
    iconPath: new ThemeIcon('check'),
    ...(remark !== undefined && { detail: remark }),
    open: () => showTranscript(uri),
  }));
  if (failed.length + notSent.length > 0) {
    items.push({ label: l10n.t('without a transcript'), kind: QuickPickItemKind.Separator });
  }
  for (const { uri, error } of failed) {
    items.push({
      label: plainLabel(workspace.asRelativePath(uri)),
      iconPath: new ThemeIcon('error'),
      detail: reasonFor(error),
    });
  }
  for (const uri of notSent) {
    items.push({ label: plainLabel(workspace.asRelativePath(uri)), iconPath: new ThemeIcon('circle-slash') });
  }
  if (retry) {
    // The message with its button is gone by now.
    items.push({ label: '', kind: QuickPickItemKind.Separator });
    items.push({ label: l10n.t('Retry'), iconPath: new ThemeIcon('refresh'), open: retry });
  }
  const chosen = await window.showQuickPick(items, { title: l10n.t('Transcripts'), matchOnDetail: true });
  await chosen?.open?.();
}

function logFailures(failed: readonly FailedAudio[], log: Log): void {
  for (const { uri, error } of failed) {
    const said = error instanceof Error ? error.message : String(error);
    const cause = error instanceof AudioProblem && error.cause ? ` (${String(error.cause)})` : '';
    log.error(`${workspace.asRelativePath(uri)}: ${said}${cause}`);
    if (!(error instanceof AudioProblem || error instanceof LandingError)) {
      logFailure(error, log);
    }
  }
}

function failuresInWords(failed: readonly FailedAudio[]): string[] {
  const byReason = Map.groupBy(failed, ({ error }) => reasonFor(error));
  const said = [...byReason].slice(0, NAMED).map(([reason, [first, ...others]]) => {
    if (first && others.length === 0) {
      return failureInWords(first.uri, first.error);
    }
    const names = [first, ...others].flatMap((each) => (each ? [nameFor(each.uri)] : []));
    return names.length <= NAMED
      ? l10n.t('{0}: {1}', names.map((name) => `“${name}”`).join(', '), reason)
      : l10n.t('{0} files: {1}', names.length, reason);
  });
  const more = byReason.size - NAMED;
  return more > 0 ? [...said, l10n.t('And {0} more.', more)] : said;
}

function nameFor(uri: Uri): string {
  return plainText(workspace.asRelativePath(uri), 80);
}

/** A failure that is of one file, with its name. */
function failureInWords(uri: Uri, error: unknown): string {
  return l10n.t('“{0}”: {1}', nameFor(uri), reasonFor(error));
}

function notSentInWords({ length }: readonly Uri[]): string {
  return length === 1 ? l10n.t('1 file was not sent.') : l10n.t('{0} files were not sent.', length);
}

function reasonFor(error: unknown): string {
  if (error instanceof AudioProblem || error instanceof LandingError) {
    return error.message;
  }
  // Of a file that was changed meanwhile, the beginning may have been sent.
  const isOfFile = ServiceError.is(error, 'invalidRequest') && error.param === 'file';
  return plainText(isOfFile ? error.message : errorInWords(error).message, 200);
}
